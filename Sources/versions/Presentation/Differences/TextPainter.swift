import Content

/// How lines of text are painted for people: removed, added and changed, with colour or in signs.
struct TextPainter {
  let colour: Colour

  /// What became of a text.
  enum Fate {
    case same, removed, added
  }

  /// A line above the changes of one hunk; its number is what `copy --hunk` takes, nil where that
  /// would take another one.
  func appendHead(_ hunk: Hunk, number: Int?, to out: inout [UInt8]) {
    let head =
      "@@ -\(Self.range(hunk.old)) +\(Self.range(hunk.new)) @@"
      + (number.map { " hunk \($0)" } ?? "")
    colour.append(Array(head.utf8), .cyan, to: &out)
    out.append(0x0A)
  }

  /// What is said of changes that the eye does not see.
  func appendNotes(_ sentences: [String], to out: inout [UInt8]) {
    for sentence in sentences {
      colour.append(Array("~ \(sentence)".utf8), .yellow, to: &out)
      out.append(0x0A)
    }
  }

  /// Text in the colour of its fate; marked text stands out from it.
  func append(_ text: String, _ fate: Fate, isMarked: Bool = false, to out: inout [UInt8]) {
    let bytes = Array(text.utf8)
    switch (fate, isMarked) {
    case (.same, _): out += bytes
    case (.removed, false): colour.append(bytes, .red, to: &out)
    case (.added, false): colour.append(bytes, .green, to: &out)
    case (.removed, true): colour.append(bytes, .red, .reverse, to: &out)
    case (.added, true): colour.append(bytes, .green, .reverse, to: &out)
    }
  }

  /// Text that was replaced inside a line, in signs where there is no colour.
  func appendMarked(_ text: String, _ fate: Fate, to out: inout [UInt8]) {
    guard !colour.isOn else { return append(text, fate, isMarked: true, to: &out) }
    switch fate {
    case .same: out += Array(text.utf8)
    case .removed: out += Array("[-\(text)-]".utf8)
    case .added: out += Array("{+\(text)+}".utf8)
    }
  }

  private static func range(_ lines: Range<Int>) -> String {
    let start = lines.isEmpty ? lines.lowerBound : lines.lowerBound + 1
    return lines.count == 1 ? "\(start)" : "\(start),\(lines.count)"
  }
}
