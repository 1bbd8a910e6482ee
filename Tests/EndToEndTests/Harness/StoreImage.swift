import Files

/// All files of a store as they were once, so that each damage starts from the same store.
struct StoreImage {
  private let root: FilePath
  private let files: [FilePath: (content: [UInt8], permissions: UInt32)]

  /// Remembers the files below a folder.
  init(of root: FilePath) throws {
    self.root = root
    var files: [FilePath: ([UInt8], UInt32)] = [:]
    try StoreImage.forEachFile(below: root) { path in
      files[path] = (try File(path).readToEnd(), try FileStatus(of: path).permissions)
    }
    self.files = files
  }

  /// The files, by their paths in the folder.
  var paths: [String] {
    files.keys.compactMap { $0.relative(to: root) }
      .map { String(decoding: $0, as: UTF8.self) }.sorted()
  }

  /// The bytes a file had.
  func content(of path: String) -> [UInt8] { files[root.appending(path)]?.content ?? [] }

  /// Makes the folder what it was.
  func putBack() throws {
    var missing = files
    try StoreImage.forEachFile(below: root) { path in
      guard let file = files[path] else { return try FileSystem.removeAll(path) }
      if try File(path).readToEnd() == file.content { missing[path] = nil }
    }
    for (path, file) in missing {
      try FileSystem.removeAll(path)
      try Folder.makeAll(path.parent)
      try File(path, [.write, .createNew]).write(file.content)
      try FileSystem.setPermissions(path, file.permissions)
    }
  }

  private static func forEachFile(
    below folder: FilePath, _ body: (FilePath) throws -> Void
  ) throws {
    for entry in try Folder.entries(of: folder) {
      let path = folder.appending(entry.name)
      if entry.kind == .folder {
        try forEachFile(below: path, body)
      } else if entry.kind == .file {
        try body(path)
      }
    }
  }
}
