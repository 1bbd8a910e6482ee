/// "Did you mean": the words nearest to one that was mistyped.
enum Suggestion {
  /// At most three of `words`: those that begin so, then those with the fewest slips.
  static func closest(to typed: [UInt8], among words: [String]) -> [String] {
    guard !typed.isEmpty, typed.count <= 64 else { return [] }
    var found: [(distance: Int, word: String)] = []
    for word in words {
      let bytes = Array(word.utf8)
      let begins = typed.count >= 2 && bytes.starts(with: typed)
      let distance = begins ? 0 : slips(typed, bytes)
      // A third of the letters may be wrong, else anything short resembles everything.
      if begins || distance <= max(1, max(typed.count, bytes.count) / 3) {
        found.append((distance, word))
      }
    }
    let least = found.map(\.distance).min() ?? 0
    return found.filter { $0.distance <= least + 1 }
      .sorted { $0.distance < $1.distance }
      .prefix(3).map(\.word)
  }

  /// Insertions, deletions, replacements and swaps of neighbours that turn one into the other.
  ///
  /// The optimal string alignment form of the Damerau-Levenshtein distance, which never edits a
  /// swapped pair again. Three rows of the matrix suffice.
  static func slips(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var older: [Int] = []
    var previous = Array(0...b.count)
    for i in 0..<a.count {
      var row = [i + 1]
      row.reserveCapacity(b.count + 1)
      for j in 0..<b.count {
        let replaced = previous[j] + (a[i] == b[j] ? 0 : 1)
        var best = min(replaced, previous[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, older[j - 1] + 1) }
        row.append(best)
      }
      older = previous
      previous = row
    }
    return previous[b.count]
  }
}
