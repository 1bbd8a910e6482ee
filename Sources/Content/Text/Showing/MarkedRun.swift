/// A piece of a line as it is shown, changed or not.
public struct MarkedRun: Sendable, Hashable {
  /// Visible text, safe to print.
  public var text: String
  /// Whether it belongs to what changed.
  public var isMarked: Bool
  /// The columns that it takes.
  public var width: Int

  /// A piece of a shown line.
  public init(text: String, isMarked: Bool, width: Int) {
    self.text = text
    self.isMarked = isMarked
    self.width = width
  }
}

/// The shown pieces of a line, before they are put into rows.
struct MarkedCells {
  struct Cell {
    var text: ArraySlice<UInt8>
    var width: Int
    var isMarked: Bool
  }

  private(set) var cells: [Cell] = []

  /// Divides a line at its marks; in marked parts also what is invisible is written out.
  init(_ line: Int, of text: TextContent, marks: [Range<Int>], showing: VisibleText) {
    let bytes = text.form.line(line)
    var revealing = showing
    revealing.reveal = .invisible
    var at = 0
    var column = 0
    func append(_ range: Range<Int>, _ isMarked: Bool, to cells: inout [Cell]) {
      if range.isEmpty { return }
      let slice = bytes[
        (bytes.startIndex + range.lowerBound)..<(bytes.startIndex + range.upperBound)]
      let way = isMarked ? revealing : showing
      for cell in way.cells(slice, escapesRaw: text.form.escapesRaw, column: column) {
        column += cell.width
        // An escape may be divided where it does not fit; a character may not.
        if cell.width > 2, cell.text.allSatisfy({ $0 < 0x80 }) {
          cells += cell.text.indices.map {
            Cell(text: cell.text[$0...$0], width: 1, isMarked: isMarked)
          }
        } else {
          cells.append(Cell(text: cell.text, width: cell.width, isMarked: isMarked))
        }
      }
    }
    for mark in marks {
      append(at..<mark.lowerBound, false, to: &cells)
      append(mark, true, to: &cells)
      at = mark.upperBound
    }
    append(at..<bytes.count, false, to: &cells)
  }

  /// Neighbouring cells of one kind as one run.
  static func runs(_ cells: some Sequence<Cell>) -> [MarkedRun] {
    var runs: [MarkedRun] = []
    var bytes: [UInt8] = []
    var width = 0
    var isMarked = false
    func flush(_ runs: inout [MarkedRun]) {
      if bytes.isEmpty { return }
      runs.append(
        MarkedRun(
          text: String(decoding: bytes, as: UTF8.self), isMarked: isMarked, width: width))
    }
    for cell in cells {
      if cell.isMarked != isMarked {
        flush(&runs)
        (bytes, width, isMarked) = ([], 0, cell.isMarked)
      }
      bytes += cell.text
      width += cell.width
    }
    flush(&runs)
    return runs
  }
}

extension VisibleText {
  /// A line of a text as runs, with the changed spans marked.
  ///
  /// Inside marked runs characters without ink are written as escapes too, so that a change of
  /// nothing else can be seen.
  public func runs(ofLine line: Int, of text: TextContent, marking spans: [WordSpan])
    -> [MarkedRun]
  {
    MarkedCells.runs(
      MarkedCells(line, of: text, marks: spans.map(\.bytes), showing: self).cells)
  }
}
