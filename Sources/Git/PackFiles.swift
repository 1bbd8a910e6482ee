import Files

/// The packs of a store as files, for whoever puts one pack in the place of others.
public struct PackFiles {
  private let folder: FilePath

  /// The packs below a folder of objects.
  public init(folder: FilePath) {
    self.folder = folder.appending("pack")
  }

  /// The names of the packs that may be replaced, without ending: not those that somebody marked to
  /// be kept.
  /// - Returns: Nil where an index of all packs together says where they are, which git alone keeps.
  public func replaceable() throws(GitError) -> [String]? {
    let names = Set(try entries())
    if names.contains("multi-pack-index") { return nil }
    return names.filter { $0.hasPrefix("pack-") && $0.hasSuffix(".pack") }
      .map { String($0.dropLast(5)) }
      .filter { pack in
        names.contains(pack + ".idx") && !names.contains(pack + ".keep")
          && !names.contains(pack + ".promisor")
      }.sorted()
  }

  /// Whether a pack has its index.
  public func hasIndex(_ pack: String) -> Bool {
    pack.hasPrefix("pack-")
      && (try? FileStatus.find(folder.appending(pack + ".idx"))) ?? nil != nil
  }

  /// Calls a function with the names of all objects of a pack.
  public func forEachObject(of pack: String, _ body: (ObjectID) -> Void) throws(GitError) {
    let index = try index(of: pack)
    for number in 0..<index.count { body(index.name(number)) }
  }

  /// Whether a pack has all objects of another.
  public func isWhole(_ pack: String, besides other: String) throws(GitError) -> Bool {
    let new = try index(of: pack)
    let old = try index(of: other)
    for number in 0..<old.count where new.find(old.name(number)) == nil { return false }
    return true
  }

  /// Removes packs with all that belongs to them: the indexes first, so that nobody looks for a pack
  /// that is gone.
  public func remove(_ packs: [String]) throws(GitError) {
    let names = try entries()
    for pack in packs {
      let files = names.filter { $0.hasPrefix(pack + ".") && $0 != pack + ".pack" }
      for file in files.sorted(by: { a, _ in a.hasSuffix(".idx") }) + [pack + ".pack"] {
        do throws(SystemError) {
          try FileSystem.remove(folder.appending(file))
        } catch {
          if error.code != .noSuchFile { throw .system(error) }
        }
      }
    }
  }

  private func entries() throws(GitError) -> [String] {
    try files { () throws(SystemError) in
      guard try FileStatus.find(folder) != nil else { return [] }
      return try Folder.entries(of: folder).map { String(decoding: $0.name, as: UTF8.self) }
    }
  }

  private func index(of pack: String) throws(GitError) -> PackIndex {
    let index = try PackIndex(folder.appending(pack + ".idx"))
    do throws(PackIndex.Damage) {
      try index.check()
    } catch {
      throw .libgit2(
        operation: "index of \(pack)", code: -1, message: error.reason, errno: Errno(rawValue: 0))
    }
    return index
  }
}
