/// A walk down a document's chain that knows where versions are missing for damage.
struct ChainWalk {
  private var history: History
  private var previous: Version?

  /// Begins at the document's head.
  init(_ library: Library, _ document: Document) throws(StoreError) {
    history = try library.history(of: document)
  }

  /// Begins below a version.
  init(_ library: Library, below version: Version) throws(StoreError) {
    history = try History(library, document: version.document, from: version.parent)
    previous = version
  }

  /// The next older version that can be read, whatever is missing between.
  mutating func next() throws(StoreError) -> Version? {
    guard let version = try history.next() else { return nil }
    previous = version
    return version
  }

  /// The next older version; where others are missing between, an error, for to count on would
  /// give a wrong version without a word.
  /// - Throws: `damaged`.
  mutating func nextInChain() throws(StoreError) -> Version? {
    let above = previous
    guard let version = try history.next() else { return nil }
    if let above, version.commit != above.parent {
      // The history tells what is damaged when it has given what is whole.
      while try history.next() != nil {}
    }
    previous = version
    return version
  }
}

extension Version {
  /// Whether a selector that counts may stop at it.
  var countsForSelectors: Bool { !isDeletion && event != .delete }
}
