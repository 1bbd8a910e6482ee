import Files
import Git

/// Many documents saved together: their objects as one pack, which is synced once, and their
/// references in one sweep.
struct SaveBatch {
  /// One document to be saved.
  struct Item {
    let saving: Saving
    /// The document at the path, nil where the path has none yet.
    let document: Document?
    /// What is to follow the document's head.
    let decision: Saving.Decision?
  }

  private let library: Library
  private var items: [Item] = []
  private var bytes = 0

  init(_ library: Library) {
    self.library = library
  }

  /// Adds a document.
  mutating func add(_ saving: Saving, document: Document?, _ decision: Saving.Decision?) {
    items.append(Item(saving: saving, document: document, decision: decision))
    bytes += saving.snapshot.size
  }

  /// Bytes above which a document is saved by itself: in a pack it would be in memory twice.
  static let largest = 8 << 20

  /// Whether it is time to write: the content is held in memory until then.
  var isFull: Bool { items.count >= 2000 || bytes >= 64 << 20 }

  /// Saves what was added, and begins anew.
  /// - Returns: What became of each, in the order they were added.
  mutating func write() -> [(DocumentPath, Result<SaveOutcome, StoreError>)] {
    defer {
      items = []
      bytes = 0
    }
    var outcomes: [Int: SaveOutcome] = [:]
    var written: [Int: Version] = [:]
    // A pack for a handful is not worth it, and each pack makes reading slower.
    if items.count >= 8 {
      do throws(StoreError) {
        try writeTogether(&written)
        outcomes = written.mapValues(SaveOutcome.saved)
      } catch {
        // One by one each gets the error, or the version, that is its own.
      }
    }
    return items.indices.map { index in
      let saving = items[index].saving
      if let outcome = outcomes[index] { return (saving.path, .success(outcome)) }
      do throws(StoreError) {
        let outcome = try library.save(
          saving.snapshot, at: saving.path, as: saving.event, label: saving.label)
        // Its chain may have moved before the one failed that ended the batch.
        if case .unchanged(let version) = outcome, version.commit == written[index]?.commit {
          return (saving.path, .success(.saved(version)))
        }
        return (saving.path, .success(outcome))
      } catch {
        return (saving.path, .failure(error))
      }
    }
  }

  /// Saves all that nothing special is to be done for.
  /// - Parameter written: Gets their versions, by index; not all are in place where it throws.
  private func writeTogether(_ written: inout [Int: Version]) throws(StoreError) {
    let pass = try library.beginWriting()
    defer { pass.end() }
    let batch = PackBatch(library.repository.objects)
    var trees: [Int: ObjectID] = [:]
    for (index, item) in items.enumerated()
    where item.document?.isLocked != true && item.saving.snapshot.size <= SaveBatch.largest {
      trees[index] = try inStore { () throws(GitError) in
        try ContentTree.write(item.saving.snapshot.content, name: item.saving.path.name, to: batch)
      }
    }
    var identities: [Int: UUID] = [:]
    for index in trees.keys { identities[index] = items[index].document?.id ?? UUID() }
    let locks = try WriteLock.all(
      paths: trees.keys.filter { items[$0].document == nil }.map { items[$0].saving.path },
      documents: Array(identities.values), in: library)
    defer { for lock in locks { lock.release() } }

    var aliases: [References.Move] = []
    var chains: [References.Move] = []
    var places: [(UUID, DocumentPath, FileStatus)] = []
    try ReferenceGuard(library).checkAndRemember()
    for (index, tree) in trees.sorted(by: { $0.key < $1.key }) {
      let item = items[index]
      guard let id = identities[index] else { continue }
      let path = item.saving.path
      let chain = ReferenceNames.chain(of: id)
      let current = try inStore { () throws(GitError) in
        try library.repository.references.find(chain)
      }
      let head = item.document?.head
      // Whoever was faster makes it a case for the slow way.
      guard current == head?.commit else { continue }
      if head == nil, try library.alias(of: path) != nil { continue }
      let drafts =
        if let head, let decision = item.decision {
          item.saving.drafts(decision, after: head, tree: tree)
        } else {
          [item.saving.firstDraft(tree: tree)]
        }
      guard drafts.count == 1 else { continue }
      let (version, alias) = try inStore { () throws(GitError) in
        (
          try library.write(drafts[0], of: id, after: head, to: batch),
          head == nil
            ? try batch.write(.blob, id.bytes + [UInt8(ascii: "\n")]) : nil
        )
      }
      if let alias {
        aliases.append(.init(ReferenceNames.alias(of: path), to: alias, expecting: nil))
      }
      chains.append(
        .init(chain, to: version.commit, expecting: head?.commit))
      written[index] = version
      places.append((id, path, item.saving.snapshot.status))
    }
    try inStore { () throws(GitError) in
      try batch.flush()
      try library.repository.references.move(aliases)
      try library.repository.references.move(chains)
    }
    Places(library).remember(places)
  }
}
