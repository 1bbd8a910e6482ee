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

    /// Whether it is ASCII, escapes included, and may be cut anywhere.
    var isDivisible: Bool { width > 1 && text.count == width }

    /// Takes so many columns off the front of a divisible cell.
    mutating func split(at columns: Int) -> Cell {
      let front = Cell(text: text.prefix(columns), width: columns, isMarked: isMarked)
      text = text.dropFirst(columns)
      width -= columns
      return front
    }

    /// The scalars one by one, for a character that no column is wide enough for.
    var scalars: [Cell] {
      String(decoding: text, as: UTF8.self).unicodeScalars.map {
        Cell(
          text: Array(String($0).utf8)[...], width: CellWidth.width(CollectionOfOne($0)),
          isMarked: isMarked)
      }
    }
  }

  private(set) var cells: [Cell] = []

  /// Divides a line at its marks; in marked parts what the eye does not see is written out.
  init(_ line: Int, of text: TextContent, marks: [WordSpan], showing: VisibleText) {
    let bytes = text.form.line(line)
    var at = 0
    var column = 0
    func append(_ range: Range<Int>, _ reveal: VisibleText.Reveal?, to cells: inout [Cell]) {
      if range.isEmpty { return }
      let slice = bytes[
        (bytes.startIndex + range.lowerBound)..<(bytes.startIndex + range.upperBound)]
      let isMarked = reveal != nil
      var way = showing
      way.reveal = reveal ?? showing.reveal
      for cell in way.cells(slice, escapesRaw: text.form.escapesRaw, column: column) {
        column += cell.width
        cells.append(Cell(text: cell.text, width: cell.width, isMarked: isMarked))
      }
    }
    for mark in marks {
      append(at..<mark.bytes.lowerBound, nil, to: &cells)
      append(mark.bytes, mark.isHidden ? .all : .invisible, to: &cells)
      at = mark.bytes.upperBound
    }
    append(at..<bytes.count, nil, to: &cells)
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
      MarkedCells(line, of: text, marks: spans, showing: self).cells)
  }
}
