import Content

/// The changes of a text for programs: lines, the lines themselves, and changed words in graphemes.
struct TextChangeJSON {
  private let diff: TextDiff

  init(_ diff: TextDiff) { self.diff = diff }

  /// One object for each run of changed lines.
  var trees: [JSONTree] { diff.hunks.flatMap(\.changes).map(tree) }

  private func tree(_ change: LineChange) -> JSONTree {
    let words = diff.words(in: change)
    let kind = change.old.isEmpty ? "added" : change.new.isEmpty ? "removed" : "changed"
    let spans = words.pairs.flatMap { pair in
      pair.removed.map { span($0, "old", diff.old) } + pair.added.map { span($0, "new", diff.new) }
    }
    let hidden = words.hiddenSentences
    let isEscaped =
      change.old.contains { !isText(diff.old.utf8Line($0)) }
      || change.new.contains { !isText(diff.new.utf8Line($0)) }
    return .members([
      "kind": .string(kind), "oldLines": lines(change.old), "newLines": lines(change.new),
      "removed": .array(change.old.map { line($0, diff.old) }),
      "added": .array(change.new.map { line($0, diff.new) }), "words": .array(spans),
      "hidden": hidden.isEmpty ? nil : .array(hidden.map { .string($0) }),
      "escaped": isEscaped ? .bool(true) : nil, "coarse": words.isCoarse ? .bool(true) : nil,
    ])
  }

  private func lines(_ lines: Range<Int>) -> JSONTree {
    .members([
      "start": .integer(lines.lowerBound + 1), "count": .integer(lines.count),
      "unit": .string("line"),
    ])
  }

  private func line(_ line: Int, _ text: TextContent) -> JSONTree {
    let bytes = text.utf8Line(line)
    return isText(bytes)
      ? .characters(Array(bytes)) : .string(Content.VisibleText().line(line, of: text))
  }

  private func span(_ span: WordSpan, _ side: String, _ text: TextContent) -> JSONTree {
    let line = text.utf8Line(span.line)
    let start = line.startIndex
    let bytes = line[(start + span.bytes.lowerBound)..<(start + span.bytes.upperBound)]
    return .members([
      "side": .string(side), "line": .integer(span.line + 1),
      "start": .integer(span.graphemes.lowerBound + 1), "count": .integer(span.graphemes.count),
      "unit": .string("grapheme"),
      "text": isText(bytes)
        ? .characters(Array(bytes)) : .string(Content.VisibleText().string(bytes)),
    ])
  }

  /// Whether JSON can hold the bytes as they are.
  private func isText(_ bytes: ArraySlice<UInt8>) -> Bool {
    String(validating: bytes, as: UTF8.self) != nil
  }
}

extension TextFormatChange {
  /// The change for programs.
  var tree: JSONTree {
    .members([
      "kind": .string("formatChanged"), "what": .string(what.rawValue), "from": .string(from),
      "to": .string(to),
      "lines": lineCount > 0 ? .array(lines.map { .integer($0 + 1) }) : nil,
      "lineCount": lineCount > 0 ? .integer(lineCount) : nil,
    ])
  }
}
