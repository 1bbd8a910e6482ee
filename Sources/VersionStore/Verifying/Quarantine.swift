import Files

/// Where a repair puts what stood in the way, as nothing is deleted: a folder of its own in
/// `versions/quarantine` in the store.
struct Quarantine {
  private let library: Library
  private let folder: FilePath

  init(_ library: Library) {
    self.library = library
    let now = library.surroundings.moment(library.surroundings.now()).rfc3339()
    let name = now.filter { $0 != ":" } + "-" + UUID().description.prefix(8)
    folder = library.store.appending("versions/quarantine").appending(name)
  }

  /// Moves a file or folder aside, under the name it has; where the disks differ it stays.
  /// - Returns: Whether it was there and is aside now.
  func take(_ path: FilePath) throws(StoreError) -> Bool {
    do throws(SystemError) {
      guard try FileStatus.find(path) != nil else { return false }
      try Folder.makeAll(folder, permissions: 0o700)
      try FileSystem.renameExclusively(path, to: place(of: path))
      try Folder.synchronise(folder)
      try Folder.synchronise(path.parent)
      return true
    } catch {
      if error.code == .noSuchFile || error.code == .crossDevice { return false }
      throw StoreError(error)
    }
  }

  /// Keeps a copy of a file that is about to be replaced, synced when it returns.
  func keep(_ path: FilePath) throws(SystemError) {
    guard try FileStatus.find(path) != nil else { return }
    let bytes = try File(path).readToEnd()
    try Folder.makeAll(folder, permissions: 0o700)
    let copy = try File(place(of: path), [.write, .createNew], permissions: 0o600)
    try copy.write(bytes)
    try copy.synchronise()
    try Folder.synchronise(folder)
  }

  private func place(of path: FilePath) -> FilePath {
    let shown =
      path.relative(to: library.store) ?? path.relative(to: library.folder) ?? path.lastComponent
    return folder.appending(shown.map { $0 == UInt8(ascii: "/") ? UInt8(ascii: "+") : $0 })
  }
}
