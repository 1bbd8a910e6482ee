import Git

/// Histories thinned together: what is written anew goes into one pack, and the references move in
/// one sweep.
struct PruneBatch {
  private let library: Library
  private let policy: PrunePolicy
  private let sources: PruneSources
  private let pack: PackBatch
  private var items: [Item] = []

  private struct Item {
    let plan: PrunePlan
    let head: ObjectID
    let labels: [String: ObjectID]
    /// Which commits of the pack are its own.
    var commits = 0..<0
  }

  /// What became of a document.
  typealias Outcome = (document: Document, removed: NumberRanges)

  init(_ library: Library, policy: PrunePolicy, sources: PruneSources) {
    self.library = library
    self.policy = policy
    self.sources = sources
    pack = PackBatch(library.repository.objects)
  }

  /// Whether it is time to write.
  var isFull: Bool { items.count >= 200 || pack.size >= 16 << 20 }

  /// Plans a document and prepares its shorter chain; nothing refers to it yet.
  mutating func add(_ document: Document) throws(StoreError) {
    let labels = try labels(of: document.id)
    let plan = try library.planPrune(document, by: policy, sources: sources)
    let start = pack.commitCount
    guard let head = try shorten(plan, to: pack) else { return }
    items.append(
      Item(plan: plan, head: head, labels: labels, commits: start..<pack.commitCount))
  }

  /// Writes what was added, and begins anew.
  /// - Returns: What became of each, in the order they were added.
  mutating func write() throws(StoreError) -> [Outcome] {
    defer { items = [] }
    if items.isEmpty { return [] }
    var late: [Item] = []
    var outcomes: [Outcome] = []
    do {
      let pass = try library.beginWriting()
      defer { pass.end() }
      let locks = try WriteLock.all(
        paths: [], documents: items.map(\.plan.document.id), in: library)
      defer { for lock in locks { lock.release() } }
      var ready: [Item] = []
      for item in items {
        // Whatever was saved, restored or labelled since it was looked at changes what may go.
        if try isUnchanged(item) {
          ready.append(item)
        } else {
          // What its versions hold may even be forgotten by now.
          pack.leaveOut(commits: item.commits)
          late.append(item)
        }
      }
      do throws(StoreError) {
        try move(ready, pack)
        outcomes = ready.map { ($0.plan.document, $0.plan.removed) }
      } catch {
        // Somebody who does not know our locks was faster with one of them.
        guard error.kind == .busy else { throw error }
        late = items
      }
    }
    for item in late {
      if let outcome = try pruneAlone(item.plan.document.id) { outcomes.append(outcome) }
    }
    return outcomes
  }

  // MARK: -

  /// One document that others are at work on: planned again under its lock.
  private func pruneAlone(_ id: UUID) throws(StoreError) -> Outcome? {
    let pass = try library.beginWriting()
    defer { pass.end() }
    let lock = try WriteLock.document(id, in: library)
    defer { lock.release() }
    for _ in 0..<20 {
      guard let head = try library.head(of: id) else { return nil }
      let document = Document(id: id, head: head)
      let plan = try library.planPrune(document, by: policy, sources: sources)
      let pack = PackBatch(library.repository.objects)
      guard let newHead = try shorten(plan, to: pack) else { return nil }
      do throws(StoreError) {
        try move([Item(plan: plan, head: newHead, labels: [:])], pack)
        return (document, plan.removed)
      } catch {
        guard error.kind == .busy else { throw error }
      }
    }
    throw StoreError(.busy, "'\(id)' is being saved by others all the time")
  }

  private func shorten(
    _ plan: PrunePlan, to sink: PackBatch
  ) throws(StoreError) -> ObjectID? {
    let removed = plan.removed
    if removed.isEmpty { return nil }
    // As the commits have them: labels given later are none of theirs.
    let links = ChainRewriting.links(plan.decisions.reversed().map(\.version)) {
      removed.contains($0.number)
    }
    return try ChainRewriting(library: library).write(links, to: sink)
  }

  private func isUnchanged(_ item: Item) throws(StoreError) -> Bool {
    let document = item.plan.document
    let head = try inStore { () throws(GitError) in
      try library.repository.references.find(ReferenceNames.chain(of: document.id))
    }
    guard head == document.head.commit else { return false }
    return try labels(of: document.id) == item.labels
  }

  private func labels(of document: UUID) throws(StoreError) -> [String: ObjectID] {
    var found: [String: ObjectID] = [:]
    try inStore { () throws(GitError) in
      try library.repository.references.forEach(below: ReferenceNames.labels(of: document)) {
        (name, id) throws(GitError) in
        if case .success(let id) = id { found[name] = id }
        return true
      }
    }
    return found
  }

  /// Moves the chains. What they were is referred to before, and the journal tells of it: a stop
  /// between two of these loses neither.
  private func move(_ items: [Item], _ pack: PackBatch) throws(StoreError) {
    if items.isEmpty { return }
    let former = FormerChains(library)
    var kept: [References.Move] = []
    var chains: [References.Move] = []
    var entries: [Journal.Entry] = []
    for item in items {
      let document = item.plan.document
      let before = try former.of(document.id)
      if !before.contains(where: { $0.head == document.head.commit }) {
        kept.append(
          .init(
            ReferenceNames.pruned(document.id, (before.last?.count ?? 0) + 1),
            to: document.head.commit, expecting: nil))
      }
      chains.append(
        .init(
          ReferenceNames.chain(of: document.id), to: item.head, expecting: document.head.commit))
      entries.append(
        Journal.Entry(
          event: "prune", version: document.head,
          trailers: [
            ("Pruned", Array(item.plan.removed.description.utf8)),
            ("Policy", Array(policy.text.utf8)),
          ]))
    }
    let lock = try WriteLock.journal(in: library)
    defer { lock.release() }
    let journal = try Journal(library).write(entries, to: pack)
    try ReferenceGuard(library).checkAndRemember()
    try inStore { () throws(GitError) in
      try pack.flush()
      try library.repository.references.move(kept + (journal.map { [$0] } ?? []) + chains)
    }
  }
}
