/// Which words of two runs of text have changed.
///
/// The search is that for lines, over words. Blanks that match only by being between two replaced
/// words are taken into the change; of one word replaced by a similar one only the differing middle
/// is marked, if the caller wants grapheme clusters.
struct WordDiff {
  /// One piece of text, and its words in order.
  struct Side {
    var text: ArraySlice<UInt8>
    var tokens: [WordTokens.Token]
  }

  /// Changed words, as ranges of tokens.
  private(set) var changes: [LineChange]
  private(set) var isCoarse: Bool
  let old: Side
  let new: Side

  /// Words beyond this are not compared singly: the whole is one change.
  static let mostTokens = 2_000_000

  init(old: Side, new: Side) {
    self.old = old
    self.new = new
    if old.tokens.count + new.tokens.count > Self.mostTokens {
      changes = [LineChange(old: old.tokens.indices, new: new.tokens.indices)]
      isCoarse = true
      return
    }
    let sides = Self.numbered(old, new)
    var options = ComparisonOptions()
    options.budget = 50_000_000
    let result = LineMatcher.compare(sides, options: options)
    changes = result.changes
    isCoarse = result.isCoarse
    joinAcrossBlanks()
  }

  private static func numbered(_ old: Side, _ new: Side) -> LineSides {
    old.text.withUnsafeBufferPointer { oldBytes in
      new.text.withUnsafeBufferPointer { newBytes in
        var interner = LineInterner(expecting: old.tokens.count)
        func number(_ tokens: [WordTokens.Token], _ bytes: UnsafeBufferPointer<UInt8>) -> [Int32] {
          guard let base = bytes.baseAddress else { return [] }
          return tokens.map { interner.intern(base + Int($0.bytes.lowerBound), $0.bytes.count) }
        }
        let oldIDs = number(old.tokens, oldBytes)
        let newIDs = number(new.tokens, newBytes)
        return LineSides(old: oldIDs, new: newIDs, classes: interner.count)
      }
    }
  }

  private mutating func joinAcrossBlanks() {
    var joined: [LineChange] = []
    for change in changes {
      if let last = joined.last, !last.old.isEmpty, !last.new.isEmpty, !change.old.isEmpty,
        !change.new.isEmpty,
        old.tokens[last.old.upperBound..<change.old.lowerBound].allSatisfy({ $0.kind == .blank })
      {
        joined[joined.count - 1] = LineChange(
          old: last.old.lowerBound..<change.old.upperBound,
          new: last.new.lowerBound..<change.new.upperBound)
      } else {
        joined.append(change)
      }
    }
    changes = joined
  }

  /// The share of both texts that is in common, blanks left out, from 0 to 1.
  var likeness: Double {
    func weight(_ tokens: some Sequence<WordTokens.Token>) -> Int {
      tokens.reduce(0) { $1.kind == .blank ? $0 : $0 + $1.clusters.count }
    }
    let total = weight(old.tokens) + weight(new.tokens)
    let changed = changes.reduce(0) {
      $0 + weight(old.tokens[$1.old]) + weight(new.tokens[$1.new])
    }
    return total == 0 ? 1 : Double(total - changed) / Double(total)
  }

  /// Gives up what matches between the first and the last change, as if by chance.
  mutating func joinAll() {
    guard let first = changes.first, let last = changes.last else { return }
    changes = [
      LineChange(
        old: first.old.lowerBound..<last.old.upperBound,
        new: first.new.lowerBound..<last.new.upperBound)
    ]
  }
}
