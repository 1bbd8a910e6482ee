import Git

extension Verification {
  /// Follows the chain of every document and looks at each version of it.
  mutating func checkChains() {
    for (name, head) in references.sorted(by: { $0.key < $1.key }) {
      guard name.hasPrefix(ReferenceNames.documents) else { continue }
      guard let document = ReferenceNames.document(ofChain: name) else {
        var finding = Finding(.reference, .note, "'\(name)' is no reference of a document")
        finding.reference = name
        tell(finding)
        needed(badObjects(from: head, expecting: nil), by: name)
        continue
      }
      count(documents: 1)
      checkChain(of: document, name, from: head)
    }
  }

  private mutating func checkChain(of document: UUID, _ name: String, from head: ObjectID) {
    var next: ObjectID? = head
    var chain: [ChainEntry] = []
    var broken: ObjectID?
    while let id = next {
      guard let place = graph.place(of: id), let facts = graph.version(place),
        facts.document == document, !facts.isJournal
      else {
        broken = id
        break
      }
      // Names are true by now, so there can be no loop; and numbers must fall.
      if let last = chain.last, facts.number >= last.facts.number {
        chains[document] = chain
        tellNumbers(
          document, [last.facts.number, facts.number],
          "version \(last.facts.number) comes after version \(facts.number)")
      }
      chain.append(ChainEntry(commit: id, place: place, facts: facts))
      next = graph.links(place).dropFirst().first?.id
    }
    chains[document] = chain
    count(versions: chain.count)
    if let broken {
      self.broken.insert(document)
      checkBroken(broken, document, name, chain)
      checkContent(of: document, wholeVersions(of: document, below: chain.last?.facts.number))
    }
    checkContent(of: document, chain)
    checkNumbers(of: document, chain, isWhole: broken == nil)
    checkForms(of: document, chain)
  }

  /// A chain that ends at something that is no version of its document.
  private mutating func checkBroken(
    _ id: ObjectID, _ document: UUID, _ name: String, _ chain: [ChainEntry]
  ) {
    let bad = badObjects(from: id, expecting: .commit)
    let number = (chain.last?.facts.number ?? 0) - 1
    if bad.contains(id) {
      if number > 0 {
        reach.missing[id, default: .init()].versions[document, default: []].append(number)
      } else {
        reach.missing[id, default: .init()].references.append(name)
      }
    }
    if chain.isEmpty {
      var finding = Finding(
        .reference, "the history of a document cannot be read: '\(name)' leads to no whole version")
      finding.document = document
      finding.reference = name
      if let newest = newestWhole(of: document) {
        finding.path = newest.path
        finding.message =
          "the history of '\(newest.path)' cannot be read: '\(name)' leads to no whole version; "
          + "the newest whole one is \(newest.number)"
      }
      tell(finding)
    } else if !bad.contains(id) {
      var finding = Finding(
        .versionForm,
        "what comes before version \(number + 1) of '\(path(of: document)?.description ?? "")' "
          + "is no version of it: commit \(id)")
      finding.document = document
      finding.path = path(of: document)
      finding.object = id
      tell(finding)
    }
  }

  /// What can still be read below a break, found by looking at all versions there are.
  private func wholeVersions(of document: UUID, below number: Int?) -> [ChainEntry] {
    var found: [ChainEntry] = []
    graph.forEachVersion { id, place, facts in
      if facts.document == document, facts.number < number ?? .max {
        found.append(ChainEntry(commit: id, place: place, facts: facts))
      }
    }
    return found
  }

  private mutating func checkContent(of document: UUID, _ chain: [ChainEntry]) {
    for entry in chain {
      guard reach.seen.insert(entry.commit).inserted else { continue }
      let links = graph.links(entry.place)
      if let tree = links.first {
        for bad in badObjects(from: tree.id, expecting: .tree) {
          reach.missing[bad, default: .init()].versions[document, default: []].append(
            entry.facts.number)
        }
      }
      // The other line that was joined here.
      for other in links.dropFirst(2) {
        for bad in badObjects(from: other.id, expecting: .commit) {
          reach.missing[bad, default: .init()].versions[document, default: []].append(
            entry.facts.number)
        }
      }
    }
  }

  private mutating func checkNumbers(
    of document: UUID, _ chain: [ChainEntry], isWhole: Bool
  ) {
    var identifiers: Set<UUID> = []
    for (index, entry) in chain.enumerated() {
      let facts = entry.facts
      if let identifier = facts.identifier, !identifiers.insert(identifier).inserted {
        tellNumbers(
          document, [facts.number], "version \(facts.number) has the identifier of another")
      }
      let isLast = index + 1 == chain.count
      if isLast, !isWhole { break }
      let before = isLast ? 0 : chain[index + 1].facts.number
      if facts.number > before + 1, facts.gap == nil {
        let gone = Array((before + 1)..<facts.number)
        tellNumbers(
          document, gone,
          "\(gone.count == 1 ? "version" : "versions") \(ranges(of: gone)) "
            + "\(gone.count == 1 ? "is" : "are") gone, and nothing says why")
      }
      if !isLast, facts.seconds < chain[index + 1].facts.seconds {
        let path = path(of: document)
        var finding = Finding(
          .dates, .note,
          "version \(facts.number) of '\(path?.description ?? "")' was saved at an earlier time "
            + "than version \(before)")
        finding.document = document
        finding.path = path
        finding.versions = [facts.number]
        tell(finding)
      }
    }
  }

  private mutating func tellNumbers(_ document: UUID, _ numbers: [Int], _ what: String) {
    let path = path(of: document)
    var finding = Finding(.numbers, "'\(path?.description ?? "id:\(document)")': \(what)")
    finding.document = document
    finding.path = path
    finding.versions = numbers
    tell(finding)
  }

  /// That each version is what its own trailers say.
  private mutating func checkForms(of document: UUID, _ chain: [ChainEntry]) {
    var expected: (path: DocumentPath, name: [UInt8])?
    for entry in chain {
      guard let tree = graph.links(entry.place).first, let place = graph.place(of: tree.id) else {
        continue
      }
      let path = graph.path(entry.facts, at: entry.place)
      if expected?.path != path { expected = (path, PercentEncoding.encodeForTree(path.name)) }
      guard let problem = problem(with: entry, tree: place, name: expected?.name ?? []) else {
        continue
      }
      var finding = Finding(
        .versionForm, "version \(entry.facts.number) of '\(path)': \(problem)")
      finding.document = document
      finding.path = path
      finding.versions = [entry.facts.number]
      finding.object = entry.commit
      tell(finding)
    }
  }

  private func problem(
    with entry: ChainEntry, tree: StoreGraph.Place, name: [UInt8]
  ) -> String? {
    let facts = entry.facts
    if facts.isDeletion { return nil }
    if facts.event == .delete {
      return "it says that the document was deleted, and holds something"
    }
    let links = graph.links(tree)
    guard let found = graph.name(tree), links.count == 1 else {
      return "it holds \(links.count) files"
    }
    if found != name { return "what it holds is called '\(printable(found))'" }
    if let size = facts.size, let blob = links.first, blob.kind == .blob,
      let place = graph.place(of: blob.id), graph.object(place).size != size
    {
      return "it has \(graph.object(place).size) bytes and says \(size)"
    }
    return nil
  }

  // MARK: Lost ones

  /// Versions that follow the head of a chain and are not in it: what an interrupted save wrote, or,
  /// where they are many, what a reference that was set back has lost.
  mutating func checkVersionsBeyondHeads() {
    var beyond: [UUID: [(number: Int, commit: ObjectID, parent: ObjectID?)]] = [:]
    graph.forEachVersion { id, place, facts in
      guard let head = chains[facts.document]?.first, facts.number > head.facts.number else {
        return
      }
      let parent = graph.links(place).dropFirst().first?.id
      beyond[facts.document, default: []].append((facts.number, id, parent))
    }
    for (document, found) in beyond.sorted(by: { $0.key < $1.key }) {
      guard let head = chains[document]?.first else { continue }
      // Saved while this check was under way.
      if let now = try? library.repository.references.find(ReferenceNames.chain(of: document)),
        now != head.commit
      {
        continue
      }
      var following: [ObjectID: (number: Int, commit: ObjectID)] = [:]
      for version in found {
        if let parent = version.parent { following[parent] = (version.number, version.commit) }
      }
      var numbers: [Int] = []
      var last = head.commit
      while let next = following[last] {
        numbers.append(next.number)
        last = next.commit
      }
      guard !numbers.isEmpty else { continue }
      // A save appends two at the most: what was on disk, and what replaces it.
      let isLost = numbers.count > 2
      let path = path(of: document)
      let what = numbers.count == 1 ? "version" : "versions"
      var finding = Finding(
        isLost ? .historyLost : .unfinished, isLost ? .damage : .note,
        "\(what) \(ranges(of: numbers)) of '\(path?.description ?? "id:\(document)")' "
          + (isLost
            ? "followed version \(head.facts.number), and the history ends there"
            : "\(numbers.count == 1 ? "was" : "were") written by a save that did not finish"))
      finding.document = document
      finding.path = path
      finding.versions = numbers
      finding.reference = ReferenceNames.chain(of: document)
      finding.object = last
      tell(finding)
    }
  }

  /// Documents that have versions and no reference, though they had one.
  mutating func checkLostHistories() {
    var newest: [UUID: (number: Int, path: DocumentPath)] = [:]
    graph.forEachVersion { _, place, facts in
      guard chains[facts.document] == nil,
        references[ReferenceNames.chain(of: facts.document)] == nil,
        facts.number > newest[facts.document]?.number ?? 0
      else { return }
      newest[facts.document] = (facts.number, graph.path(facts, at: place))
    }
    for (document, found) in newest.sorted(by: { $0.key < $1.key }) {
      let name = ReferenceNames.chain(of: document)
      // Begun while this check was under way.
      if let now = try? library.repository.references.find(name), now != .zero { continue }
      if wasPurged(document) { continue }
      let hasAlias =
        references[ReferenceNames.alias(of: found.path)].flatMap { graph.place(of: $0) }
        .flatMap { graph.identity($0) } == document
      let known = (try? Places(library).contains(document)) == true
      guard hasAlias || known else { continue }
      let isLost = known || found.number > 1
      var finding = Finding(
        isLost ? .historyLost : .unfinished, isLost ? .damage : .note,
        isLost
          ? "the history of '\(found.path)' has lost its reference '\(name)'; "
            + "the newest whole version is \(found.number)"
          : "the first save of '\(found.path)' did not finish")
      finding.document = document
      finding.path = found.path
      finding.reference = name
      tell(finding)
    }
  }

  /// The newest whole version of a document, by looking at all there are.
  func newestWhole(of document: UUID) -> (commit: ObjectID, number: Int, path: DocumentPath)? {
    var found: [(commit: ObjectID, place: StoreGraph.Place, facts: StoreFacts.CommitFacts)] = []
    graph.forEachVersion { id, place, facts in
      if facts.document == document { found.append((id, place, facts)) }
    }
    let highest = found.map(\.facts.number).max()
    let candidates = found.filter { $0.facts.number == highest }
    // What was written when the history was made shorter comes after what it was made of.
    let replaced = Set(found.compactMap(\.facts.original))
    // A deletion that was given up is an object, too: of several, the latest that holds something.
    let latest = candidates.filter { !replaced.contains($0.commit) }.max { a, b in
      (a.facts.isDeletion ? 0 : 1, a.facts.seconds, b.commit)
        < (b.facts.isDeletion ? 0 : 1, b.facts.seconds, a.commit)
    }
    let best = candidates.first { $0.facts.original != nil } ?? latest ?? candidates.first
    return best.map { ($0.commit, $0.facts.number, graph.path($0.facts, at: $0.place)) }
  }
}
