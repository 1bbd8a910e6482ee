extension FormatChange {
  /// What differs in how the bytes of two documents stand for their characters.
  static func source(from older: JSONSource, to newer: JSONSource) -> [FormatChange] {
    var changes: [FormatChange] = []
    if older.encoding != newer.encoding {
      changes.append(
        FormatChange(
          what: .encoding, from: older.encoding.rawValue, to: newer.encoding.rawValue))
    }
    if older.hasMark != newer.hasMark {
      changes.append(
        FormatChange(
          what: .byteOrderMark, from: presence(older.hasMark), to: presence(newer.hasMark)))
    }
    return changes
  }

  /// What differs in the spelling of two documents that say the same.
  static func formatting(from older: JSONDocument, to newer: JSONDocument) -> [FormatChange] {
    guard older.text != newer.text else { return [] }
    let ends = endings(from: older, to: newer)
    if !ends.isEmpty, older.text.withoutEndings == newer.text.withoutEndings { return ends }
    let differences = older.withView { mine in
      newer.withView { theirs in
        var spelling = SpellingComparison(mine, theirs)
        spelling.compare(0, 0)
        return spelling
      }
    }
    let layout = JSONStyle(of: older).name
    var parts = [JSONStyle(of: newer).name]
    if differences.keyOrder { parts.append("keys in another order") }
    if differences.numbers { parts.append("numbers spelled otherwise") }
    if differences.strings { parts.append("strings spelled otherwise") }
    if parts == [layout] {
      // The Unicode form of a string is told by itself.
      if differences.forms { return ends }
      parts.append("other white space")
    }
    return [
      FormatChange(what: .jsonFormatting, from: layout, to: parts.joined(separator: ", "))
    ]
  }

  /// What is certain about the form of two documents that say different things.
  ///
  /// Another layout, where both have values enough to show one, or other ends of lines.
  static func layout(from older: JSONDocument, to newer: JSONDocument) -> [FormatChange] {
    guard older.hasLayout, newer.hasLayout else { return [] }
    let names = [JSONStyle(of: older).name, JSONStyle(of: newer).name]
    guard names[0] == names[1] else {
      return [FormatChange(what: .jsonFormatting, from: names[0], to: names[1])]
    }
    return endings(from: older, to: newer)
  }

  /// Whether the last line is ended, and how lines are.
  private static func endings(from older: JSONDocument, to newer: JSONDocument) -> [FormatChange] {
    var changes: [FormatChange] = []
    let final = [older, newer].map { $0.text.last == JSONByte.newline || $0.text.last == 0x0D }
    let isOdd = [older, newer].contains { $0.text.containsReturn }
    if isOdd {
      let ends = [older, newer].map { document -> String? in
        let text = TextContent(document.text, encoding: .utf8, markLength: 0)
        return text.flatMap { $0.lineEnds.kinds.isEmpty ? nil : $0.lineEnds.description }
      }
      if let from = ends[0], let to = ends[1], from != to {
        changes.append(FormatChange(what: .lineEnds, from: from, to: to))
      }
    }
    if final[0] != final[1] {
      changes.append(
        FormatChange(what: .finalNewline, from: presence(final[0]), to: presence(final[1])))
    }
    return changes
  }

  private static func presence(_ isThere: Bool) -> String { isThere ? "present" : "absent" }
}

extension JSONDocument {
  /// Whether there are values enough to tell one line from many.
  fileprivate var hasLayout: Bool { nodes.count > 2 }
}

extension [UInt8] {
  fileprivate var containsReturn: Bool {
    withUnsafeBufferPointer { ByteSearch.contains(0x0D, in: $0) }
  }

  /// The text with LF for every end of a line, and none at its end.
  fileprivate var withoutEndings: [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(count)
    var isAfterReturn = false
    for byte in self {
      if byte == 0x0A, isAfterReturn {
        isAfterReturn = false
        continue
      }
      isAfterReturn = byte == 0x0D
      result.append(isAfterReturn ? 0x0A : byte)
    }
    if result.last == 0x0A { result.removeLast() }
    return result
  }
}
