/// Which leaves of a newer document were the same, at the same place, in an older one.
///
/// Leaves are the values that hold no others: strings, numbers, words, and empty containers.
struct JSONAlignment {
  /// For each node of the newer document the older leaf, -1 for new or changed ones.
  private(set) var origins: [Int32]
  private let mine: JSONView
  private let theirs: JSONView

  init(from older: JSONView, to newer: JSONView) {
    mine = older
    theirs = newer
    origins = [Int32](repeating: -1, count: newer.nodes.count)
    align(0, 0)
  }

  private mutating func align(_ old: Int, _ new: Int) {
    if ByteRun.areEqual(mine.bytes(old), theirs.bytes(new)) {
      for offset in 0..<(theirs.after(new) - new) { origins[new + offset] = Int32(old + offset) }
      return
    }
    let kind = mine.kind(old)
    guard kind == theirs.kind(new) else { return }
    switch kind {
    case .object:
      let match = MemberMatch(
        from: old + 1, to: mine.end(old), mine, from: new + 1, to: theirs.end(new), theirs)
      for pair in match.pairs { align(pair.left + 1, pair.right + 1) }
    case .array:
      var comparison = JSONComparison(mine, theirs)
      let partners = comparison.partners(old, new)
      let (first, second) = (mine.elements(old), theirs.elements(new))
      for (position, partner) in partners.enumerated() where partner >= 0 {
        align(first[position], second[partner])
      }
    default: break
    }
    if JSONEquality.areEqual(old, mine, new, theirs) { origins[new] = Int32(old) }
  }
}
