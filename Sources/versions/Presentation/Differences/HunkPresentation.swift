import Content

/// A hunk line by line: what is gone after `-`, what is new after `+`, changed words marked.
struct HunkPresentation {
  let painter: TextPainter
  private let showing = Content.VisibleText()

  init(colour: Colour) { painter = TextPainter(colour: colour) }

  /// Appends the rows of a hunk.
  /// - Returns: Whether the search for words was cut short.
  func append(_ hunk: Hunk, of diff: TextDiff, to out: inout [UInt8]) -> Bool {
    var isCoarse = false
    var at = hunk.new.lowerBound
    func same(upTo end: Int, _ out: inout [UInt8]) {
      while at < end {
        out.append(0x20)
        out += Array(showing.line(at, of: diff.new).utf8)
        out.append(0x0A)
        at += 1
      }
    }
    for change in hunk.changes {
      same(upTo: change.new.lowerBound, &out)
      let words = diff.words(in: change)
      isCoarse = isCoarse || words.isCoarse
      let pairs = words.pairs.filter { !isWhole($0, diff) }
      let removed = Dictionary(uniqueKeysWithValues: pairs.map { ($0.old, $0.removed) })
      let added = Dictionary(uniqueKeysWithValues: pairs.map { ($0.new, $0.added) })
      for line in change.old {
        append(line, of: diff.old, removed[line] ?? [], .removed, to: &out)
      }
      for line in change.new { append(line, of: diff.new, added[line] ?? [], .added, to: &out) }
      painter.appendNotes(words.hiddenSentences, to: &out)
      at = change.new.upperBound
    }
    same(upTo: hunk.new.upperBound, &out)
    return isCoarse
  }

  /// Whether marks would only say that all of a line is another: the signs before it say that.
  private func isWhole(_ pair: LinePair, _ diff: TextDiff) -> Bool {
    func covers(_ spans: [WordSpan], _ line: ArraySlice<UInt8>) -> Bool {
      line.isEmpty || spans.first?.bytes == 0..<line.count
    }
    return pair.hidden.isEmpty && covers(pair.removed, diff.old.utf8Line(pair.old))
      && covers(pair.added, diff.new.utf8Line(pair.new))
  }

  private func append(
    _ line: Int, of text: TextContent, _ spans: [WordSpan], _ fate: TextPainter.Fate,
    to out: inout [UInt8]
  ) {
    painter.append(fate == .removed ? "-" : "+", fate, to: &out)
    if spans.isEmpty {
      painter.append(showing.line(line, of: text), fate, to: &out)
    } else {
      for run in showing.runs(ofLine: line, of: text, marking: spans) {
        if run.isMarked {
          painter.appendMarked(run.text, fate, to: &out)
        } else {
          painter.append(run.text, fate, to: &out)
        }
      }
    }
    out.append(0x0A)
  }
}
