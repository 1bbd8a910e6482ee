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
