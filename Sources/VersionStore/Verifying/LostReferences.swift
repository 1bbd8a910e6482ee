import Git

/// References that a store has lost, found again from its objects where these leave no doubt.
///
/// Everything a reference leads to says what it belongs to: versions name their document, labels the
/// version they are on, entries of the journal the copy of the library.
struct LostReferences {
  let verification: Verification
  /// All references: those that were kept, and those that were found.
  private(set) var all: [String: ObjectID]
  /// What was found, counted by kind.
  private(set) var counts = Counts()
  /// What there was to find, and why it is left alone.
  private(set) var doubts: [String] = []
  /// The chains of all documents, newest first.
  private(set) var chains: [UUID: [Entry]] = [:]
  /// Entries of the journals.
  private(set) var journal: [JournalEntry] = []

  /// What was found again.
  struct Counts {
    var histories = 0
    var aliases = 0
    var former = 0
    var labels = 0
    var journals = 0
  }

  /// A version in a chain.
  struct Entry {
    let commit: ObjectID
    let place: StoreGraph.Place
    let facts: StoreFacts.CommitFacts
  }

  /// Looks for what is lost.
  /// - Parameter kept: References that are known.
  init(_ verification: Verification, kept: [String: ObjectID]) {
    self.verification = verification
    all = kept
    findJournals()
    findHistories()
    findAliases()
    findFormerChains()
    findLabels()
  }

  var graph: StoreGraph { verification.graph }

  /// Adds a reference that was found, unless it is known.
  mutating func add(_ name: String, _ id: ObjectID, _ count: WritableKeyPath<Counts, Int>) {
    if all[name] != nil { return }
    all[name] = id
    counts[keyPath: count] += 1
  }

  /// Says what is left alone.
  mutating func doubt(_ sentence: String) { doubts.append(sentence) }

  mutating func setJournal(_ entries: [JournalEntry]) { journal = entries }

  /// The chain of a document from a commit on, as far as it is whole.
  func chain(of document: UUID, from head: ObjectID) -> [Entry] {
    var chain: [Entry] = []
    var next: ObjectID? = head
    while let id = next, let place = graph.place(of: id), let facts = graph.version(place),
      facts.document == document, !facts.isJournal
    {
      chain.append(Entry(commit: id, place: place, facts: facts))
      next = graph.links(place).dropFirst().first?.id
    }
    return chain
  }

  // MARK: Documents

  private mutating func findHistories() {
    let purged = verification.purged.union(journal.compactMap(\.purgedDocument))
    var documents: Set<UUID> = []
    graph.forEachVersion { _, _, facts in documents.insert(facts.document) }
    for document in documents.sorted() {
      let name = ReferenceNames.chain(of: document)
      if all[name] == nil {
        guard !purged.contains(document), let newest = verification.newestWhole(of: document)
        else { continue }
        add(name, newest.commit, \.histories)
      }
      if let head = all[name] { chains[document] = chain(of: document, from: head) }
    }
  }

  /// A path leads to the document that is there, or to the only one that ever was.
  private mutating func findAliases() {
    var living: [DocumentPath: Set<UUID>] = [:]
    var ever: [DocumentPath: Set<UUID>] = [:]
    for (document, chain) in chains {
      guard let head = chain.first else { continue }
      if !head.facts.isDeletion {
        living[graph.path(head.facts, at: head.place), default: []].insert(document)
      }
      for entry in chain {
        ever[graph.path(entry.facts, at: entry.place), default: []].insert(document)
      }
    }
    for (path, documents) in ever {
      let owners = living[path] ?? documents
      guard owners.count == 1, let document = owners.first else { continue }
      let blob = ObjectDatabase.name(of: .blob, document.bytes + [UInt8(ascii: "\n")])
      if graph.place(of: blob) != nil { add(ReferenceNames.alias(of: path), blob, \.aliases) }
    }
  }

  /// What chains were before they were pruned: a version that was written anew says what it was
  /// first, and that leads to all that was before it.
  private mutating func findFormerChains() {
    var known: [UUID: Set<ObjectID>] = [:]
    for (name, id) in all {
      if let former = ReferenceNames.former(name) { known[former.document, default: []].insert(id) }
    }
    for (document, chain) in chains.sorted(by: { $0.key < $1.key }) {
      var covered = Set(chain.map(\.facts.number))
      var met: Set<ObjectID> = []
      var heads: [ObjectID] = []
      // The newest first, as it leads to the most.
      var rest = chain[...]
      while let entry = rest.popFirst() {
        guard let original = entry.facts.original, original != entry.commit,
          !met.contains(original)
        else { continue }
        let former = self.chain(of: document, from: original)
        met.formUnion(former.map(\.commit))
        let numbers = Set(former.map(\.facts.number))
        if numbers.isSubset(of: covered) { continue }
        covered.formUnion(numbers)
        heads.append(original)
        // It can have been pruned before, too.
        rest = (rest + former).sorted { $0.facts.number > $1.facts.number }[...]
      }
      // The oldest has the commits as they were first.
      var count = 0
      for head in heads.reversed() {
        count += 1
        if known[document]?.contains(head) == true { continue }
        while all[ReferenceNames.pruned(document, count)] != nil { count += 1 }
        add(ReferenceNames.pruned(document, count), head, \.former)
      }
    }
  }
}
