/// The text of a hunk with changed words marked where they stand, for `--word`.
///
/// Unlike `ChangedWords` it looks at all lines of a change as one run of words, so that a paragraph
/// that was only wrapped otherwise shows no changed words.
public struct WordView: Sendable {
  /// A run of text that is the same, gone, or new.
  public struct Piece: Sendable, Hashable {
    /// What became of it.
    public enum Kind: Sendable, Hashable {
      /// In both texts.
      case same
      /// In the older text only.
      case removed
      /// In the newer text only.
      case added
    }

    /// What became of the text.
    public var kind: Kind
    /// The text, visible and safe to print.
    public var text: String
  }

  /// The lines, each as pieces in order.
  public private(set) var rows: [[Piece]] = [[]]
  /// Whether the search was cut short: the marks are correct and wider than need be.
  public private(set) var isCoarse = false

  /// Marks the words of one hunk.
  public init(_ hunk: Hunk, of diff: TextDiff, showing: VisibleText = VisibleText()) {
    var (oldAt, newAt) = (hunk.old.lowerBound, hunk.new.lowerBound)
    func copy(upTo end: Int) {
      while oldAt < end {
        append(.same, showing.line(newAt, of: diff.new))
        rows.append([])
        oldAt += 1
        newAt += 1
      }
    }
    for change in hunk.changes {
      copy(upTo: change.old.lowerBound)
      mark(change, diff, showing)
      (oldAt, newAt) = (change.old.upperBound, change.new.upperBound)
    }
    copy(upTo: hunk.old.upperBound)
    if rows.last?.isEmpty == true { rows.removeLast() }
  }

  /// The rows as plain text, marked as `git diff --word-diff` does: `[-old-]` and `{+new+}`.
  public var lines: [String] {
    rows.map { row in
      row.map { piece in
        switch piece.kind {
        case .same: piece.text
        case .removed: "[-\(piece.text)-]"
        case .added: "{+\(piece.text)+}"
        }
      }.joined()
    }
  }

  private mutating func mark(_ change: LineChange, _ diff: TextDiff, _ showing: VisibleText) {
    let old = Self.side(change.old, diff.old)
    let new = Self.side(change.new, diff.new)
    var words = WordDiff(old: old, new: new)
    isCoarse = isCoarse || words.isCoarse
    if words.likeness < 0.1 { words.joinAll() }
    var (oldAt, newAt) = (0, 0)
    for part in words.changes {
      emit(.same, new, newAt..<part.new.lowerBound, diff.new, showing)
      emit(.removed, old, part.old, diff.old, showing)
      emit(.added, new, part.new, diff.new, showing)
      (oldAt, newAt) = (part.old.upperBound, part.new.upperBound)
    }
    emit(.same, new, newAt..<new.tokens.count, diff.new, showing)
    _ = oldAt
  }

  /// All lines of a range as one run of words, with a word for each line's end.
  private static func side(_ lines: Range<Int>, _ text: TextContent) -> WordDiff.Side {
    var bytes: [UInt8] = []
    var tokens: [WordTokens.Token] = []
    for line in lines {
      let content = text.form.line(line)
      let start = Int32(truncatingIfNeeded: bytes.count)
      for var token in WordTokens(content, escapesRaw: text.form.escapesRaw).tokens {
        token.bytes = (token.bytes.lowerBound + start)..<(token.bytes.upperBound + start)
        tokens.append(token)
      }
      bytes += content
      bytes.append(0x0A)
      let end = Int32(truncatingIfNeeded: bytes.count)
      tokens.append(.init(bytes: (end - 1)..<end, clusters: 0..<1, kind: .lineBreak))
    }
    return .init(text: bytes[...], tokens: tokens)
  }

  private mutating func emit(
    _ kind: Piece.Kind, _ side: WordDiff.Side, _ range: Range<Int>, _ text: TextContent,
    _ showing: VisibleText
  ) {
    var run: [UInt8] = []
    func flush(_ view: inout WordView) {
      if !run.isEmpty {
        let shown = showing.render(run[...], escapesRaw: text.form.escapesRaw)
        view.append(kind, String(decoding: shown, as: UTF8.self))
      }
      run = []
    }
    for token in side.tokens[range] {
      if token.kind == .lineBreak {
        flush(&self)
        rows.append([])
      } else {
        run += side.text[Int(token.bytes.lowerBound)..<Int(token.bytes.upperBound)]
      }
    }
    flush(&self)
  }

  private mutating func append(_ kind: Piece.Kind, _ text: String) {
    if !text.isEmpty { rows[rows.count - 1].append(Piece(kind: kind, text: text)) }
  }
}
