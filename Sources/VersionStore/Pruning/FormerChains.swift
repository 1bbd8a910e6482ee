import Git

/// What documents' chains were before they were pruned, kept until upkeep lets them go.
struct FormerChains {
  private let library: Library

  init(_ library: Library) {
    self.library = library
  }

  /// The former chains of a document, the oldest first.
  func of(_ document: UUID) throws(StoreError) -> [(name: String, count: Int, head: ObjectID)] {
    try all(below: ReferenceNames.prunedFolder(of: document)).filter { $0.document == document }
      .map { ($0.name, $0.count, $0.head) }.sorted { $0.1 < $1.1 }
  }

  /// All former chains of the library.
  func all(
    below prefix: String = ReferenceNames.pruned
  ) throws(StoreError) -> [(name: String, document: UUID, count: Int, head: ObjectID)] {
    var found: [(name: String, document: UUID, count: Int, head: ObjectID)] = []
    try inStore { () throws(GitError) in
      try library.repository.references.forEach(below: prefix) { (name, head) throws(GitError) in
        if let (document, count) = ReferenceNames.former(name) {
          found.append((name, document, count, try head.get()))
        }
        return true
      }
    }
    return found
  }
}

extension Library {
  /// The versions of a chain, newest first, as its commits say; all must be whole.
  func chain(from head: ObjectID?, of document: UUID) throws(StoreError) -> [Version] {
    var history = History(self, document: document, from: head, labels: nil)
    var versions: [Version] = []
    while let version = try history.next() { versions.append(version) }
    return versions
  }
}
