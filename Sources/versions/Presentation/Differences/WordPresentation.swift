import Content

/// A hunk as running text, with removed and added words where they stand.
struct WordPresentation {
  let painter: TextPainter

  init(colour: Colour) { painter = TextPainter(colour: colour) }

  /// Appends the rows of a hunk.
  /// - Returns: Whether the search for words was cut short.
  func append(_ hunk: Hunk, of diff: TextDiff, to out: inout [UInt8]) -> Bool {
    let view = WordView(hunk, of: diff)
    for row in view.rows {
      for piece in row {
        switch piece.kind {
        case .same: painter.append(piece.text, .same, to: &out)
        case .removed: painter.appendMarked(piece.text, .removed, to: &out)
        case .added: painter.appendMarked(piece.text, .added, to: &out)
        }
      }
      out.append(0x0A)
    }
    for change in hunk.changes {
      painter.appendNotes(diff.words(in: change).hiddenSentences, to: &out)
    }
    return view.isCoarse
  }
}
