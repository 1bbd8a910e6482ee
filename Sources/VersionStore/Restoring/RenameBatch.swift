import Files
import Git

/// Renames of many documents told together: their objects as one pack, which is synced once, and
/// their references in one sweep.
struct RenameBatch {
  /// One document and its new path.
  typealias Item = (document: Document, path: DocumentPath)

  private let library: Library

  init(_ library: Library) {
    self.library = library
  }

  /// Fewer than these are not worth a pack.
  private static let least = 8

  /// Appends to each history that the document has another path, which finds it from then on.
  /// - Returns: The new versions of those that nothing special is to be done for, by the index of
  ///   the item; the others are to be told one by one.
  func write(_ items: [Item]) -> [Int: Version] {
    guard items.count >= RenameBatch.least else { return [:] }
    var written: [Int: Version] = [:]
    do throws(StoreError) {
      try writeTogether(items, &written)
      return written
    } catch {
      // One by one each gets the error, or the version, that is its own.
      return written.filter { index, version in
        (try? library.head(of: items[index].document.id))?.commit == version.commit
      }
    }
  }

  private func writeTogether(
    _ items: [Item], _ written: inout [Int: Version]
  ) throws(StoreError) {
    let pass = try library.beginWriting()
    defer { pass.end() }
    let locks = try WriteLock.all(
      paths: items.map(\.path), documents: items.map(\.document.id), in: library)
    defer { for lock in locks { lock.release() } }
    let batch = PackBatch(library.repository.objects)
    var aliases: [References.Move] = []
    var chains: [References.Move] = []
    var places: [(UUID, DocumentPath, FileStatus)] = []
    try ReferenceGuard(library).checkAndRemember()
    for (index, item) in items.enumerated() {
      let (document, path) = item
      // A lock goes on over the rename, and another document at the path says that it is gone.
      if document.isLocked { continue }
      if case .document(let other) = try library.lookUp(path), other.id != document.id {
        continue
      }
      let chain = ReferenceNames.chain(of: document.id)
      let alias = ReferenceNames.alias(of: path)
      let (head, former) = try inStore { () throws(GitError) in
        (
          try library.repository.references.find(chain),
          try library.repository.references.find(alias)
        )
      }
      guard head == document.head.commit else { continue }
      let tree = try library.renamedTree(document.head, to: path.name, in: batch)
      var draft = Draft(.rename, contentOf: document.head, at: path, tree: tree)
      draft.size = try library.size(of: document.head)
      let (version, blob) = try inStore { () throws(GitError) in
        (
          try library.write(draft, of: document.id, after: document.head, to: batch),
          try batch.write(.blob, document.id.bytes + [UInt8(ascii: "\n")])
        )
      }
      if former != blob { aliases.append(.init(alias, to: blob, expecting: former)) }
      chains.append(.init(chain, to: version.commit, expecting: head))
      written[index] = version
      if let status = try? FileStatus(of: library.location(of: path)) {
        places.append((document.id, path, status))
      }
    }
    try inStore { () throws(GitError) in
      try batch.flush()
      try library.repository.references.move(aliases)
      try library.repository.references.move(chains)
    }
    Places(library).remember(places)
  }
}
