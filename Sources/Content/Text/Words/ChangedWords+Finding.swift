extension ChangedWords {
  /// Below this share in common, words that match do so by chance.
  private static let leastLikeness = 0.2

  /// More bytes than this in one change are not compared word by word.
  private static let mostBytes = 16_000_000

  /// Compares the lines of a change word by word.
  ///
  /// - Parameter wholeWords: marks a changed word as a whole instead of its differing middle.
  init(_ change: LineChange, old: TextContent, new: TextContent, wholeWords: Bool = false) {
    let oldForm = old.form
    let newForm = new.form
    let oldLines = change.old.map { oldForm.line($0) }
    let newLines = change.new.map { newForm.line($0) }
    let size = (oldLines + newLines).reduce(0) { $0 + $1.count }
    guard size <= Self.mostBytes else {
      self.init(pairs: [], hidden: [], isCoarse: true)
      return
    }
    var pairs: [LinePair] = []
    var isCoarse = false
    var lonelyOld = Set(change.old)
    var lonelyNew = Set(change.new)
    if !oldLines.isEmpty, !newLines.isEmpty {
      let pairing = LinePairing(
        old: oldLines, oldForm.escapesRaw, new: newLines, newForm.escapesRaw)
      for pair in pairing.pairs {
        let oldLine = change.old.lowerBound + pair.old
        let newLine = change.new.lowerBound + pair.new
        lonelyOld.remove(oldLine)
        lonelyNew.remove(newLine)
        var diff = WordDiff(
          old: .init(text: oldLines[pair.old], tokens: pairing.old[pair.old].tokens.tokens),
          new: .init(text: newLines[pair.new], tokens: pairing.new[pair.new].tokens.tokens))
        isCoarse = isCoarse || diff.isCoarse
        if diff.likeness < Self.leastLikeness { diff.joinAll() }
        pairs.append(
          PairMarks(
            diff, pairing.old[pair.old].tokens.clusters, pairing.new[pair.new].tokens.clusters,
            wholeWords: wholeWords
          ).pair(oldLine, newLine))
      }
    }
    var hidden = HiddenDifference.Tally()
    for line in lonelyOld.sorted() { hidden.remove(oldForm.line(line)) }
    for line in lonelyNew.sorted() { hidden.add(newForm.line(line)) }
    self.init(pairs: pairs, hidden: hidden.differences, isCoarse: isCoarse)
  }
}

/// The marks inside one pair of lines.
private struct PairMarks {
  private let diff: WordDiff
  /// Changed clusters of both lines, empty where one has nothing.
  private var changes: [(old: Range<Int>, new: Range<Int>)] = []
  private let oldClusters: Clusters
  private let newClusters: Clusters

  init(_ diff: WordDiff, _ oldClusters: Clusters, _ newClusters: Clusters, wholeWords: Bool) {
    self.diff = diff
    self.oldClusters = oldClusters
    self.newClusters = newClusters
    for change in diff.changes {
      var old = Self.clusters(of: diff.old.tokens, change.old)
      var new = Self.clusters(of: diff.new.tokens, change.new)
      if !wholeWords, Self.isOneWord(diff.old.tokens[change.old]),
        Self.isOneWord(diff.new.tokens[change.new])
      {
        (old, new) = narrowed(old, new)
      }
      changes.append((old, new))
    }
  }

  private static func isOneWord(_ tokens: ArraySlice<WordTokens.Token>) -> Bool {
    tokens.count == 1 && tokens.first?.kind == .word
  }

  private static func clusters(
    of tokens: [WordTokens.Token], _ range: Range<Int>
  ) -> Range<Int> {
    guard let first = tokens[range].first, let last = tokens[range].last else {
      let at =
        range.lowerBound < tokens.count
        ? Int(tokens[range.lowerBound].clusters.lowerBound)
        : Int(tokens.last?.clusters.upperBound ?? 0)
      return at..<at
    }
    return Int(first.clusters.lowerBound)..<Int(last.clusters.upperBound)
  }

  /// Leaves out what two similar words begin and end with, if that is half of the longer one.
  private func narrowed(_ old: Range<Int>, _ new: Range<Int>) -> (Range<Int>, Range<Int>) {
    func same(_ oldIndex: Int, _ newIndex: Int) -> Bool {
      bytes(diff.old.text, oldClusters.range(oldIndex))
        == bytes(diff.new.text, newClusters.range(newIndex))
    }
    let most = min(old.count, new.count)
    var front = 0
    while front < most, same(old.lowerBound + front, new.lowerBound + front) { front += 1 }
    var back = 0
    while back < most - front, same(old.upperBound - 1 - back, new.upperBound - 1 - back) {
      back += 1
    }
    guard (front + back) * 2 >= max(old.count, new.count) else { return (old, new) }
    return (
      (old.lowerBound + front)..<(old.upperBound - back),
      (new.lowerBound + front)..<(new.upperBound - back)
    )
  }

  private func bytes(_ text: ArraySlice<UInt8>, _ range: Range<Int>) -> ArraySlice<UInt8> {
    text[(text.startIndex + range.lowerBound)..<(text.startIndex + range.upperBound)]
  }

  private static func bytes(of range: Range<Int>, in clusters: Clusters) -> Range<Int> {
    Int(clusters.bounds[range.lowerBound])..<Int(clusters.bounds[range.upperBound])
  }

  func pair(_ oldLine: Int, _ newLine: Int) -> LinePair {
    var removed: [WordSpan] = []
    var added: [WordSpan] = []
    var tally = HiddenDifference.Tally()
    for change in changes {
      let oldBytes = Self.bytes(of: change.old, in: oldClusters)
      let newBytes = Self.bytes(of: change.new, in: newClusters)
      let isHidden = tally.compare(
        bytes(diff.old.text, oldBytes), bytes(diff.new.text, newBytes),
        isAtEnd: change.old.upperBound == oldClusters.count
          && change.new.upperBound == newClusters.count)
      if !change.old.isEmpty {
        removed.append(
          WordSpan(line: oldLine, graphemes: change.old, bytes: oldBytes, isHidden: isHidden))
      }
      if !change.new.isEmpty {
        added.append(
          WordSpan(line: newLine, graphemes: change.new, bytes: newBytes, isHidden: isHidden))
      }
    }
    return LinePair(
      old: oldLine, new: newLine, removed: removed, added: added, hidden: tally.differences)
  }
}
