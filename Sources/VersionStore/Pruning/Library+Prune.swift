import Git

extension Library {
  /// Thins the histories of documents: only autosaves go, and only those that no rule keeps.
  ///
  /// Numbers and content of what stays do not change. What the chains were stays reachable, and
  /// `undoPrune` brings it back, until `compact` is told to let it go.
  /// - Parameters:
  ///   - documents: Whose histories.
  ///   - policy: Which of their autosaves stay.
  ///   - report: Called for each document with the numbers that went, or what stopped it; documents
  ///     of which all stays are passed over.
  /// - Throws: `invalid` for a policy without rules.
  public func prune(
    _ documents: [Document], by policy: PrunePolicy,
    report: (Document, Result<NumberRanges, StoreError>) -> Void
  ) throws(StoreError) {
    guard !policy.isEmpty else {
      throw StoreError(.invalid, "the policy has no rule, and would keep no autosave at all")
    }
    try requireWritable()
    let sources = try pruneSources()
    var batch = PruneBatch(self, policy: policy, sources: sources)
    for document in documents {
      if surroundings.isStopped() { throw StoreError(.interrupted, "interrupted") }
      do throws(StoreError) {
        try batch.add(document)
      } catch {
        report(document, .failure(error))
      }
      if batch.isFull {
        for outcome in try batch.write() { report(outcome.document, .success(outcome.removed)) }
      }
    }
    for outcome in try batch.write() { report(outcome.document, .success(outcome.removed)) }
  }

  /// Whether a document has versions that were pruned and can be brought back.
  public func canUndoPrune(_ document: Document) throws(StoreError) -> Bool {
    try !FormerChains(self).of(document.id).isEmpty
  }

  /// Brings back all versions of a document that were pruned and not let go since.
  /// - Returns: Their numbers; none where there is nothing to bring back.
  public func undoPrune(_ document: Document) throws(StoreError) -> NumberRanges {
    try requireWritable()
    let pass = try beginWriting()
    defer { pass.end() }
    let lock = try WriteLock.document(document.id, in: self)
    defer { lock.release() }
    for _ in 0..<20 {
      guard let head = try head(of: document.id) else { return NumberRanges() }
      let present = try chain(from: head.commit, of: document.id)
      let links = try longest(present, of: document.id)
      let had = Set(present.map(\.number))
      let back = NumberRanges(links.lazy.map(\.version.number).filter { !had.contains($0) })
      if back.isEmpty { return back }
      let pack = PackBatch(repository.objects)
      guard let newHead = try ChainRewriting(library: self).write(links, to: pack) else {
        return back
      }
      let journalLock = try WriteLock.journal(in: self)
      defer { journalLock.release() }
      let entry = Journal.Entry(
        event: "unprune", version: head, trailers: [("Restored", Array(back.description.utf8))])
      let journal = try Journal(self).write([entry], to: pack)
      let chain = References.Move(
        ReferenceNames.chain(of: document.id), to: newHead, expecting: head.commit)
      try ReferenceGuard(self).checkAndRemember()
      do throws(GitError) {
        try pack.flush()
        try repository.references.move((journal.map { [$0] } ?? []) + [chain])
        return back
      } catch {
        guard case .referenceMoved = error else { throw StoreError(error) }
      }
    }
    throw StoreError(.busy, "'\(document.path)' is being saved by others all the time")
  }

  /// All versions that a document has, or had before it was pruned, oldest first.
  private func longest(
    _ present: [Version], of document: UUID
  ) throws(StoreError) -> [ChainRewriting.Link] {
    var found: [Int: Version] = [:]
    var gap = ChainRewriting.Gap()
    var chains: [[Version]] = []
    for former in try FormerChains(self).of(document) {
      chains.append(try chain(from: former.head, of: document))
    }
    // The oldest chain has the commits as they were first.
    for chain in chains + [present] {
      for version in chain {
        if found[version.number] == nil { found[version.number] = version }
        gap.add(ChainRewriting.Gap(of: version))
      }
    }
    var links: [ChainRewriting.Link] = []
    var previous = 0
    for version in found.values.sorted(by: { $0.number < $1.number }) {
      // What is missing still says so.
      let missing = (previous + 1)..<version.number
      links.append(
        (
          version,
          ChainRewriting.Gap(
            pruned: NumberRanges(
              missing.filter { gap.pruned.contains($0) && !gap.purged.contains($0) }),
            purged: NumberRanges(missing.filter { gap.purged.contains($0) }))
        ))
      previous = version.number
    }
    return links
  }
}
