/// How natural it is to cut a text before a line, judged by blank lines and indentation.
///
/// The weights are those that git's authors found by trying them on many projects.
enum SplitScore {
  struct Lines {
    private let view: LineView

    init(_ view: LineView) { self.view = view }

    /// The end for a run of `size` changed lines at which both of its ends cut best.
    func bestEnd(from highest: Int, through lowest: Int, size: Int) -> Int {
      // More than a hundred places are not worth looking at.
      let start = max(highest, lowest - size - 1, lowest - 100)
      var best: Score?
      var bestEnd = lowest
      for end in start...lowest {
        var score = Score()
        score.add(measure(end))
        score.add(measure(end - size))
        if let found = best, !score.isAtLeastAsGood(as: found) { continue }
        best = score
        bestEnd = end
      }
      return bestEnd
    }

    private func measure(_ line: Int) -> Cut {
      var cut = Cut()
      cut.isEndOfText = line >= view.count
      cut.indent = cut.isEndOfText ? nil : indent(line)
      var at = line - 1
      while at >= 0 {
        cut.indentBefore = indent(at)
        if cut.indentBefore != nil { break }
        cut.blanksBefore += 1
        if cut.blanksBefore == 20 {
          cut.indentBefore = 0
          break
        }
        at -= 1
      }
      at = line + 1
      while at < view.count {
        cut.indentAfter = indent(at)
        if cut.indentAfter != nil { break }
        cut.blanksAfter += 1
        if cut.blanksAfter == 20 {
          cut.indentAfter = 0
          break
        }
        at += 1
      }
      return cut
    }

    /// Columns before the first character that is not blank, at most 200; nil for a blank line.
    private func indent(_ line: Int) -> Int? {
      var column = 0
      for byte in view.bytes(line) {
        if !isBlankByte(byte) { return column }
        if byte == 0x20 { column += 1 }
        if byte == 0x09 { column += 8 - column % 8 }
        if column >= 200 { return 200 }
      }
      return nil
    }
  }

  private struct Cut {
    var isEndOfText = false
    var indent: Int?
    var blanksBefore = 0
    var indentBefore: Int?
    var blanksAfter = 0
    var indentAfter: Int?
  }

  private struct Score {
    private var indent = 0
    private var penalty = 0

    mutating func add(_ cut: Cut) {
      if cut.indentBefore == nil && cut.blanksBefore == 0 { penalty += 1 }
      if cut.isEndOfText { penalty += 21 }
      let after = cut.indent == nil ? 1 + cut.blanksAfter : 0
      let blanks = cut.blanksBefore + after
      penalty += -30 * blanks + 6 * after
      let effective = cut.indent ?? cut.indentAfter
      indent += effective ?? -1
      guard let effective, let before = cut.indentBefore else { return }
      let hasBlanks = blanks != 0
      if effective > before {
        penalty += hasBlanks ? 10 : -4
      } else if effective < before {
        if let next = cut.indentAfter, next > effective {
          penalty += hasBlanks ? 17 : 24
        } else {
          penalty += hasBlanks ? 17 : 23
        }
      }
    }

    func isAtLeastAsGood(as other: Score) -> Bool {
      let order = (indent > other.indent ? 1 : 0) - (indent < other.indent ? 1 : 0)
      return 60 * order + penalty - other.penalty <= 0
    }
  }
}
