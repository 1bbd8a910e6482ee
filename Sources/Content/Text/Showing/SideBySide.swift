/// Two texts in two columns, as rows that fit a width.
///
/// Columns are true terminal cells. The layout holds text and marks only; separators, numbers and
/// colours are the caller's.
public struct SideBySide: Sendable {
  /// What becomes of lines that are wider than their column.
  public enum Fit: Sendable, Hashable {
    /// They go on in the next row.
    case wrapped
    /// They end with `…`.
    case cut
  }

  /// What a row says.
  public enum Kind: Sendable, Hashable {
    /// The line is the same on both sides.
    case same
    /// The line on the right took the place of the one on the left.
    case changed
    /// The line is on the left only.
    case removed
    /// The line is on the right only.
    case added
  }

  /// One side of a row.
  public struct Cell: Sendable, Hashable {
    /// The line, from 0; nil where the row continues the line above.
    public var line: Int?
    /// The text, at most as wide as the column.
    public var runs: [MarkedRun]

    /// The columns that the text takes.
    public var width: Int { runs.reduce(0) { $0 + $1.width } }
  }

  /// One row.
  public struct Row: Sendable, Hashable {
    /// What the row says.
    public var kind: Kind
    /// The older text's side; nil where it has nothing here.
    public var left: Cell?
    /// The newer text's side; nil where it has nothing here.
    public var right: Cell?
  }

  /// The rows, from the top.
  public private(set) var rows: [Row] = []
  /// What the eye does not see in the pairs of lines, by the newer line.
  public private(set) var hidden: [(line: Int, difference: HiddenDifference)] = []
  private let width: Int
  private let fit: Fit
  private let showing: VisibleText

  /// Lays out one hunk.
  ///
  /// - Parameter width: the columns of each side, at least 2.
  public init(
    _ hunk: Hunk, of diff: TextDiff, width: Int, fit: Fit = .wrapped,
    showing: VisibleText = VisibleText(tabs: .expanded(8))
  ) {
    self.width = max(2, width)
    self.fit = fit
    self.showing = showing
    var (oldAt, newAt) = (hunk.old.lowerBound, hunk.new.lowerBound)
    func same(upTo end: Int, _ layout: inout SideBySide) {
      while oldAt < end {
        layout.add(.same, (oldAt, []), (newAt, []), diff)
        oldAt += 1
        newAt += 1
      }
    }
    for change in hunk.changes {
      same(upTo: change.old.lowerBound, &self)
      add(change, diff)
      (oldAt, newAt) = (change.old.upperBound, change.new.upperBound)
    }
    same(upTo: hunk.old.upperBound, &self)
  }

  private mutating func add(_ change: LineChange, _ diff: TextDiff) {
    let words = diff.words(in: change)
    var (oldAt, newAt) = (change.old.lowerBound, change.new.lowerBound)
    func unpaired(upTo oldEnd: Int, _ newEnd: Int, _ layout: inout SideBySide) {
      while oldAt < oldEnd || newAt < newEnd {
        let kind: Kind = oldAt == oldEnd ? .added : newAt == newEnd ? .removed : .changed
        layout.add(
          kind, oldAt < oldEnd ? (oldAt, []) : nil, newAt < newEnd ? (newAt, []) : nil, diff)
        oldAt = min(oldEnd, oldAt + 1)
        newAt = min(newEnd, newAt + 1)
      }
    }
    for pair in words.pairs {
      unpaired(upTo: pair.old, pair.new, &self)
      add(.changed, (pair.old, pair.removed), (pair.new, pair.added), diff)
      hidden += pair.hidden.map { (pair.new, $0) }
      (oldAt, newAt) = (pair.old + 1, pair.new + 1)
    }
    unpaired(upTo: change.old.upperBound, change.new.upperBound, &self)
  }

  private mutating func add(
    _ kind: Kind, _ old: (line: Int, marks: [WordSpan])?, _ new: (line: Int, marks: [WordSpan])?,
    _ diff: TextDiff
  ) {
    let left = old.map { cells($0.line, $0.marks, diff.old) } ?? []
    let right = new.map { cells($0.line, $0.marks, diff.new) } ?? []
    for index in 0..<max(left.count, right.count) {
      rows.append(
        Row(
          kind: kind, left: index < left.count ? left[index] : nil,
          right: index < right.count ? right[index] : nil))
    }
  }

  /// A line in as many cells as it needs; one at least.
  private func cells(_ line: Int, _ marks: [WordSpan], _ text: TextContent) -> [Cell] {
    let pieces = MarkedCells(line, of: text, marks: marks, showing: showing).cells
    var rows: [[MarkedCells.Cell]] = [[]]
    var used = 0
    /// False once the line has been cut off.
    func place(_ whole: MarkedCells.Cell) -> Bool {
      var piece = whole
      while used + piece.width > width {
        if piece.isDivisible, used < width {
          rows[rows.count - 1].append(piece.split(at: width - used))
          used = width
        }
        if fit == .cut {
          cutOff(&rows[0], used, at: piece.isMarked)
          return false
        }
        if used == 0 { break }
        rows.append([])
        used = 0
      }
      rows[rows.count - 1].append(piece)
      used += piece.width
      return true
    }
    for piece in pieces {
      let isTooWide = piece.width > width && !piece.isDivisible
      if !(isTooWide ? piece.scalars : [piece]).allSatisfy(place) { break }
    }
    return rows.enumerated().map {
      Cell(line: $0.offset == 0 ? line : nil, runs: MarkedCells.runs($0.element))
    }
  }

  private func cutOff(_ row: inout [MarkedCells.Cell], _ used: Int, at isMarked: Bool) {
    var used = used
    while used > width - 1, var last = row.popLast() {
      used -= last.width
      if last.isDivisible, used < width - 1 {
        row.append(last.split(at: min(last.width - 1, width - 1 - used)))
        used += row[row.count - 1].width
      }
    }
    row.append(.init(text: Array("…".utf8)[...], width: 1, isMarked: isMarked))
  }
}

extension CellWidth {
  /// A visible text cut to a width, `…` in place of what is missing, or padded with blanks to it.
  public static func fitted(_ text: String, to width: Int) -> String {
    let total = of(text)
    if total <= width { return text + String(repeating: " ", count: width - total) }
    var kept = ""
    var used = 0
    for character in text {
      let next = of(character)
      if used + next > width - 1 { break }
      kept.append(character)
      used += next
    }
    if width > 0 { kept += "…" }
    return kept + String(repeating: " ", count: max(0, width - used - 1))
  }
}
