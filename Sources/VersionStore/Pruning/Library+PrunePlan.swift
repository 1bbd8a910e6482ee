import Git

/// What thinning a document's history would do.
public struct PrunePlan: Sendable {
  /// The document, as it was looked at.
  public let document: Document
  /// A decision for each version, newest first.
  public let decisions: [PruneDecision]

  /// Numbers of the versions that would go.
  public var removed: NumberRanges {
    NumberRanges(decisions.lazy.filter { !$0.stays }.map(\.version.number))
  }

  /// Whether all stay.
  public var isEmpty: Bool { decisions.allSatisfy(\.stays) }
}

/// Versions that versions of other documents came from, which are never thinned.
public struct PruneSources: Sendable {
  fileprivate var numbers: [UUID: Set<Int>] = [:]

  /// Those of one document.
  func of(_ document: UUID) -> Set<Int> { numbers[document] ?? [] }
}

extension Library {
  /// Finds which versions others came from, in one walk through all histories.
  public func pruneSources() throws(StoreError) -> PruneSources {
    var sources = PruneSources()
    try forEachDocument(damaged: { _, _ in }) { document in
      var history = History(
        self, document: document.id, from: document.head.commit, labels: nil)
      while let version = try? history.next() {
        guard let origin = version.origin, let other = origin.document, other != document.id else {
          continue
        }
        sources.numbers[other, default: []].insert(origin.number)
      }
    }
    return sources
  }

  /// Says for each version of a document whether a policy lets it go, and why not; writes nothing.
  /// - Throws: `damaged` where the history cannot be read to its beginning.
  public func planPrune(
    _ document: Document, by policy: PrunePolicy, sources: PruneSources
  ) throws(StoreError) -> PrunePlan {
    var history = try history(of: document)
    var versions: [Version] = []
    while let version = try history.next() { versions.append(version) }
    return PrunePlan(
      document: document,
      decisions: policy.decide(
        versions, sources: sources.of(document.id), now: surroundings.now().seconds))
  }
}
