import Files

extension References {
  /// Removes the files of references that the packed file has with the same value.
  ///
  /// The caller keeps this program's other processes from moving them meanwhile. Git does the same
  /// after packing, but one that is killed leaves locks that nobody knows to be dead.
  /// - Parameter prefix: A folder of references, ending in "/".
  public func removeFilesOfPacked(below prefix: String) throws(GitError) {
    var loose: [String: Result<ObjectID, GitError>] = [:]
    var strays: [FilePath] = []
    try collectLoose(below: prefix, into: &loose, strays: &strays)
    for (name, id) in loose {
      guard case .success(let id) = id, try findPacked(name) == id else { continue }
      let lock = try lock(name)
      defer { try? FileSystem.remove(lock) }
      if let now = try findLoose(name), try findPacked(name) == now {
        try files { () throws(SystemError) in try FileSystem.remove(path(of: name)) }
      }
    }
  }

  /// All references in files of their own that can be read, whatever is packed.
  public func loose() throws(GitError) -> [String: ObjectID] {
    var found: [String: Result<ObjectID, GitError>] = [:]
    var strays: [FilePath] = []
    try collectLoose(below: "refs/", into: &found, strays: &strays)
    return found.compactMapValues { try? $0.get() }
  }

  /// Deletes references, synced when it returns; the caller keeps this program's other processes from
  /// moving them meanwhile.
  ///
  /// From the packed file first: a stop between leaves a reference as it was, and never as it had
  /// been before.
  /// - Throws: `referenceMoved`, with none deleted, where one is not what it is said to be.
  public func delete(_ references: [(name: String, id: ObjectID)]) throws(GitError) {
    for (name, id) in references where try find(name) != id {
      throw .referenceMoved(name)
    }
    try deletePacked(Set(references.map { Array($0.name.utf8) }))
    for (name, _) in references where try findLoose(name) != nil {
      let lock = try lock(name)
      defer { try? FileSystem.remove(lock) }
      try files { () throws(SystemError) in
        try FileSystem.remove(path(of: name))
        try Folder.synchronise(path(of: name).parent)
      }
    }
  }

  /// Puts a new file of packed references in the place of one that is damaged or missing, in one move,
  /// synced when it returns. References in files of their own count before those in it.
  /// - Parameters:
  ///   - references: All that it is to hold, by their names.
  ///   - former: What the file holds now, nil where there is none.
  ///   - keep: Called when nothing is left but the move, to keep the former one under another name.
  /// - Returns: False where the file holds something else by now, and is left alone.
  public func replacePacked(
    by references: [String: ObjectID], expecting former: [UInt8]?,
    keep: () throws(GitError) -> Void
  ) throws(GitError) -> Bool {
    let packed = folder.appending("packed-refs")
    let lock = try lock("packed-refs")
    defer { try? FileSystem.remove(lock) }
    let present = try files { () throws(SystemError) in
      try FileStatus.find(packed) == nil ? nil : try File(packed).readToEnd()
    }
    guard present == former else { return false }
    // That it is sorted, and not that tags are followed by what they lead to.
    var bytes = Array("# pack-refs with: sorted \n".utf8)
    let names = references.keys.map { Array($0.utf8) }
    for name in names.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      guard let id = references[String(decoding: name, as: UTF8.self)] else { continue }
      bytes += id.hexBytes + [UInt8(ascii: " ")] + name + [UInt8(ascii: "\n")]
    }
    let draft = folder.appending("packed-refs.new")
    try files { () throws(SystemError) in
      let file = try File(draft, [.write, .create, .truncate], permissions: 0o600)
      try file.write(bytes)
      try file.synchronise()
    }
    try keep()
    try files { () throws(SystemError) in
      try FileSystem.rename(draft, to: packed)
      try Folder.synchronise(folder)
    }
    return true
  }

  private func deletePacked(_ names: Set<[UInt8]>) throws(GitError) {
    let packed = folder.appending("packed-refs")
    let lock = try lock("packed-refs")
    defer { try? FileSystem.remove(lock) }
    guard try files({ () throws(SystemError) in try FileStatus.find(packed) }) != nil else {
      return
    }
    let bytes = try files { () throws(SystemError) in try File(packed).readToEnd() }
    guard bytes.last == UInt8(ascii: "\n") else {
      throw .referenceDamaged("packed-refs", reason: "the file is cut off")
    }
    var kept: [UInt8] = []
    kept.reserveCapacity(bytes.count)
    var dropped = false
    for line in bytes.dropLast().split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    {
      switch line.first {
      case UInt8(ascii: "#"): dropped = false
      // What the tag in the line before leads to.
      case UInt8(ascii: "^"): break
      default: dropped = line.count > 41 && names.contains(Array(line.dropFirst(41)))
      }
      if !dropped { kept += line + [UInt8(ascii: "\n")] }
    }
    if kept.count == bytes.count { return }
    // Git's own name for it, so that what a stop leaves is in nobody's way.
    let draft = folder.appending("packed-refs.new")
    try files { () throws(SystemError) in
      let file = try File(draft, [.write, .create, .truncate], permissions: 0o600)
      try file.write(kept)
      try file.synchronise()
      try FileSystem.rename(draft, to: packed)
      try Folder.synchronise(folder)
    }
  }

  private func findPacked(_ name: String) throws(GitError) -> ObjectID? {
    try PackedReferences.open(folder.appending("packed-refs"))?.find(Array(name.utf8))
  }

  private func lock(_ name: String) throws(GitError) -> FilePath {
    let lock = FilePath(path(of: name).bytes + Array(".lock".utf8))
    _ = try acquire(lock)
    return lock
  }
}
