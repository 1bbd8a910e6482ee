import Content

/// A hunk in two columns: numbers, the older text, a sign, numbers, the newer text.
///
/// The sign is `<` for a line that is gone, `>` for a new one, `|` for one that took another's place.
struct SideBySidePresentation {
  let painter: TextPainter
  /// Columns that a row may take.
  let width: Int

  init(colour: Colour, width: Int) {
    painter = TextPainter(colour: colour)
    self.width = width
  }

  /// Appends the rows of a hunk.
  func append(_ hunk: Hunk, of diff: TextDiff, to out: inout [UInt8]) {
    let digits = String(max(diff.old.lines.count, diff.new.lines.count)).utf8.count
    let column = max(2, (width - 2 * (digits + 1) - 3) / 2)
    let layout = SideBySide(hunk, of: diff, width: column)
    for row in layout.rows {
      let isSame = row.kind == .same
      append(row.left, isSame ? .same : .removed, digits, to: &out)
      let sign =
        switch row.kind {
        case .same: " "
        case .changed: "|"
        case .removed: "<"
        case .added: ">"
        }
      if row.right != nil || !isSame {
        out += blanks(column - (row.left?.width ?? 0))
        out += Array(" \(sign)".utf8)
      }
      if row.right != nil {
        out.append(0x20)
        append(row.right, isSame ? .same : .added, digits, to: &out)
      }
      while out.last == 0x20 { out.removeLast() }
      out.append(0x0A)
    }
    painter.appendNotes(
      layout.hidden.map { "line \($0.line + 1): \($0.difference.description)" }, to: &out)
  }

  private func append(
    _ cell: SideBySide.Cell?, _ fate: TextPainter.Fate, _ digits: Int, to out: inout [UInt8]
  ) {
    let number = cell?.line.map { "\($0 + 1)" } ?? ""
    out += blanks(digits - number.utf8.count)
    painter.colour.append(Array(number.utf8), .dim, to: &out)
    out.append(0x20)
    for run in cell?.runs ?? [] {
      painter.append(run.text, fate, isMarked: run.isMarked, to: &out)
    }
  }

  private func blanks(_ count: Int) -> [UInt8] {
    [UInt8](repeating: 0x20, count: max(0, count))
  }
}
