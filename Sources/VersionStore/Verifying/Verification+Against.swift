import Git

extension Verification {
  /// Holds the library against an earlier digest: names every version that was changed since, or is
  /// gone, and tells apart what was pruned and purged as the journal says.
  ///
  /// The commit that a digest has of a document stands for every version up to it. Where the history
  /// does not have that commit any more, the old one is compared version by version as far as its
  /// commits can still be read, or can be made again of the new ones.
  /// - Throws: `invalid` where the digest is of another library.
  public mutating func check(against digest: LibraryDigest) throws(StoreError) {
    try digest.requireSame(library)
    let journal = try library.journal()
    let entries = Set(journal.map(\.commit))
    for (replica, commit) in digest.journals.sorted(by: { $0.key < $1.key })
    where !entries.contains(commit) {
      var finding = Finding(
        .changed, "the journal of copy \(replica) is not what it was: entry \(commit) is gone")
      finding.reference = ReferenceNames.journals + replica.description
      finding.object = commit
      tell(finding)
    }
    for (document, head) in digest.documents.sorted(by: { $0.key < $1.key }) {
      check(document, against: head, journal.filter { $0.document == document })
    }
  }

  private mutating func check(
    _ document: UUID, against head: LibraryDigest.Head, _ journal: [JournalEntry]
  ) {
    let chain = chains[document] ?? []
    if chain.contains(where: { $0.commit == head.commit }) { return }
    let comparison = ChainComparison(
      graph: graph, library: library, chain: chain, document: document, head: head)
    var result = comparison.run()
    result.gone.sort()
    result.changed.sort { $0.0 < $1.0 }
    let path = path(of: document) ?? journal.compactMap(\.path).first
    let name = path.map { "'\($0)'" } ?? "id:\(document)"
    func finding(
      _ kind: Finding.Kind, _ severity: Finding.Severity, _ numbers: [Int], _ message: String
    ) -> Finding {
      var finding = Finding(kind, severity, message)
      finding.document = document
      finding.path = path
      finding.versions = numbers
      return finding
    }
    func versions(_ numbers: [Int]) -> String {
      (numbers.count == 1 ? "version " : "versions ") + ranges(of: numbers)
    }
    let recorded = result.gone.filter { number in
      journal.contains { $0.tellsGone(number, of: document) }
    }
    let lost = result.gone.filter { !recorded.contains($0) }
    for (number, what) in result.changed {
      tell(
        finding(.changed, .damage, [number], "version \(number) of \(name) was changed: \(what)"))
    }
    if !lost.isEmpty {
      let verb = lost.count == 1 ? "is" : "are"
      tell(
        finding(
          .gone, .damage, lost, "\(versions(lost)) of \(name) \(verb) gone, and no record says why")
      )
    }
    if result.changed.isEmpty, result.gone.isEmpty, result.unknown == nil {
      tell(
        finding(
          .recorded, .note, [head.number],
          "the history of \(name) was written anew since the digest, with the same versions"))
    }
    if !recorded.isEmpty {
      let verb = recorded.count == 1 ? "was" : "were"
      tell(
        finding(
          .recorded, .note, recorded,
          "\(versions(recorded)) of \(name) \(verb) pruned or purged, as recorded"))
    }
    if let unknown = result.unknown, unknown > 0 {
      let numbers = chain.map(\.facts.number).filter { $0 <= unknown }.sorted()
      if numbers.isEmpty { return }
      tell(
        finding(
          .recorded, .note, numbers,
          "\(versions(numbers)) of \(name) cannot be compared with what the digest stands for: "
            + "what was there then is not in the store any more"))
    }
  }
}

/// The history of a document held against the commit that it had at a number.
private struct ChainComparison {
  let graph: StoreGraph
  let library: Library
  let chain: [Verification.ChainEntry]
  let document: UUID
  let head: LibraryDigest.Head

  struct Result {
    var changed: [(Int, String)] = []
    var gone: [Int] = []
    /// Up to this number nothing can be told.
    var unknown: Int?
  }

  func run() -> Result {
    var result = Result()
    var present: [Int: Verification.ChainEntry] = [:]
    for entry in chain { present[entry.facts.number] = entry }
    var wanted: ObjectID? = head.commit
    var number = head.number
    while let commit = wanted, number > 0 {
      let now = present[number]
      if now?.commit == commit { return result }
      if let place = graph.place(of: commit), let then = graph.version(place),
        then.document == document
      {
        // The old commit can still be read.
        if let now {
          if let what = difference(from: commit, to: now) { result.changed.append((number, what)) }
        } else {
          result.gone.append(number)
        }
        wanted = graph.links(place).dropFirst().first?.id
        let before = wanted.flatMap { graph.place(of: $0) }.flatMap { graph.version($0) }?.number
        // What a gap of then had left out is no loss since then.
        number = before ?? number - 1
        continue
      }
      guard let now else {
        result.gone.append(number)
        result.unknown = number - 1
        return result
      }
      if now.facts.original == commit, now.facts.gap != nil {
        // Made of the one that is wanted, as it says itself; what came before it then is gone.
        result.unknown = number
        return result
      }
      guard let parent = originalParent(of: now, named: commit, present) else {
        result.changed.append((number, "its commit was \(commit) and is \(now.commit)"))
        result.unknown = number - 1
        return result
      }
      wanted = parent.commit
      number = parent.number
      if wanted == nil { return result }
    }
    return result
  }

  /// What differs between an old commit and the version that has its number now; nil for nothing
  /// but what pruning changes.
  private func difference(from old: ObjectID, to now: Verification.ChainEntry) -> String? {
    guard let before = commit(old), let after = commit(now.commit) else {
      return "it cannot be read"
    }
    if before.tree != after.tree { return "it holds other content" }
    if before.author != after.author || before.committer != after.committer {
      return "its time or its author is another"
    }
    if essence(before) != essence(after) { return "what it says of itself is not the same" }
    return nil
  }

  private func commit(_ id: ObjectID) -> Commit? {
    guard let object = try? library.repository.objects.read(id) else { return nil }
    return Commit(bytes: object.bytes)
  }

  /// The message without what pruning adds to it.
  private func essence(_ commit: Commit) -> [UInt8] {
    let added = ["Original: ", "Pruned: ", "Purged: "].map { Array($0.utf8) }
    var kept: [UInt8] = []
    for line in commit.message.split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    where !added.contains(where: { line.starts(with: $0) }) {
      kept += line
      kept.append(UInt8(ascii: "\n"))
    }
    return Array(kept.dropLast())
  }

  /// Where a version, taken as it was before the history was made shorter, has exactly a name, the
  /// version before it as it was then.
  private func originalParent(
    of now: Verification.ChainEntry, named name: ObjectID, _ present: [Int: Verification.ChainEntry]
  ) -> (commit: ObjectID?, number: Int)? {
    guard now.facts.original == name, var commit = commit(now.commit) else { return nil }
    let number = now.facts.number
    commit.message = essence(commit)
    let before = present[number - 1]
    let parents: [ObjectID?] = [
      before?.facts.original, before?.commit, number == 1 ? nil : before?.commit,
    ]
    for parent in parents {
      commit.parents = parent.map { [$0] } ?? []
      if ObjectDatabase.name(of: .commit, commit.bytes) == name { return (parent, number - 1) }
    }
    return nil
  }
}
