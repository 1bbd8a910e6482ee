/// Decides which removed and added lines of a change belong together.
///
/// The order is kept and the total likeness is the greatest possible: the share of words in common,
/// or 1 for lines that look the same. One line against one always makes a pair.
struct LinePairing {
  struct Line {
    let tokens: WordTokens
    /// Number and weight of each different word, in rising order of the numbers.
    let words: [(id: Int32, weight: Int)]
    let weight: Int
  }

  static let leastLikeness = 0.4

  let old: [Line]
  let new: [Line]
  /// Pairs as offsets into both lists of lines.
  private(set) var pairs: [(old: Int, new: Int)] = []

  init(
    old oldLines: [ArraySlice<UInt8>], _ oldEscapes: Bool, new newLines: [ArraySlice<UInt8>],
    _ newEscapes: Bool
  ) {
    var interner = LineInterner(expecting: 256, keepsCopies: true)
    old = oldLines.map { Self.read($0, oldEscapes, &interner) }
    new = newLines.map { Self.read($0, newEscapes, &interner) }
    if old.count == 1, new.count == 1 {
      pairs = [(0, 0)]
      return
    }
    let words = old.reduce(0) { $0 + $1.words.count } + new.reduce(0) { $0 + $1.words.count }
    let looks = Looks(
      old: oldLines.map { HiddenDifference.look(of: $0, escapesRaw: oldEscapes) },
      new: newLines.map { HiddenDifference.look(of: $0, escapesRaw: newEscapes) })
    if old.count * new.count <= 10_000, words * max(old.count, new.count) <= 4_000_000 {
      pairs = best(looks)
    } else {
      // Too many to try them all: the lines that stand at the same place.
      pairs = (0..<min(old.count, new.count)).compactMap {
        likeness($0, $0, looks) >= Self.leastLikeness ? ($0, $0) : nil
      }
    }
  }

  private struct Looks {
    var old: [[UInt8]]
    var new: [[UInt8]]
  }

  private static func read(
    _ line: ArraySlice<UInt8>, _ escapes: Bool, _ interner: inout LineInterner
  ) -> Line {
    let tokens = WordTokens(line, escapesRaw: escapes)
    var words: [(id: Int32, weight: Int)] = []
    line.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return }
      for token in tokens.tokens where token.kind != .blank {
        let id = interner.intern(base + Int(token.bytes.lowerBound), token.bytes.count)
        words.append((id, token.clusters.count))
      }
    }
    words.sort { $0.id < $1.id }
    return Line(tokens: tokens, words: words, weight: words.reduce(0) { $0 + $1.weight })
  }

  private func likeness(_ oldIndex: Int, _ newIndex: Int, _ looks: Looks) -> Double {
    if looks.old[oldIndex] == looks.new[newIndex] { return 1 }
    let (one, two) = (old[oldIndex], new[newIndex])
    let total = one.weight + two.weight
    // Even if the lighter line were contained in the other it would not be like it.
    if Double(2 * min(one.weight, two.weight)) < Self.leastLikeness * Double(total) { return 0 }
    var (left, right, common) = (0, 0, 0)
    while left < one.words.count, right < two.words.count {
      if one.words[left].id == two.words[right].id {
        common += one.words[left].weight
        left += 1
        right += 1
      } else if one.words[left].id < two.words[right].id {
        left += 1
      } else {
        right += 1
      }
    }
    return total == 0 ? 1 : Double(2 * common) / Double(total)
  }

  private func best(_ looks: Looks) -> [(old: Int, new: Int)] {
    let width = new.count + 1
    var totals = [Double](repeating: 0, count: (old.count + 1) * width)
    var joined = [Bool](repeating: false, count: totals.count)
    for row in stride(from: old.count - 1, through: 0, by: -1) {
      for column in stride(from: new.count - 1, through: 0, by: -1) {
        let at = row * width + column
        let skip = max(totals[at + width], totals[at + 1])
        let value = likeness(row, column, looks)
        let pair = value >= Self.leastLikeness ? value + totals[at + width + 1] : -1
        joined[at] = pair >= skip
        totals[at] = max(pair, skip)
      }
    }
    var found: [(old: Int, new: Int)] = []
    var (row, column) = (0, 0)
    while row < old.count, column < new.count {
      let at = row * width + column
      if joined[at] {
        found.append((row, column))
        row += 1
        column += 1
      } else if totals[at + width] >= totals[at + 1] {
        row += 1
      } else {
        column += 1
      }
    }
    return found
  }
}
