/// A document as lines that people read and that programs compare by line.
///
/// The same drawing, or the same JSON, gives the same lines however it is written: keys in the order of
/// their bytes, one emoji a line. A text gives its own lines in UTF-8, after a line on its form where
/// that is not the usual one; data gives one line. Nothing in them steers a terminal.
public struct ReadableForm: Sendable {
  /// The lines, each with its end; only a text whose last line has none ends without.
  public let text: String

  /// Reads a document; the name only helps to tell what it is.
  public init(name: [UInt8], bytes: [UInt8]) {
    switch ContentType.recognise(name: name, bytes: bytes).kind {
    case .emojiArt:
      if let drawing = try? Drawing(bytes) {
        text = DrawingLines(drawing).lines.map { $0 + "\n" }.joined()
        return
      }
    case .json:
      if let document = try? JSONDocument(parsing: bytes) {
        text = ReadableForm.json(document)
        return
      }
    case .data, .package:
      text = ReadableForm.data(name, bytes)
      return
    case .text: break
    }
    text = ReadableForm.text(TextContent(bytes))
  }

  private static func text(_ content: TextContent) -> String {
    var result = ""
    var form: [String] = []
    if content.encoding != .utf8 { form.append(content.encoding.name) }
    if content.hasMark { form.append("byte order mark") }
    let ends = content.lineEnds.kinds
    if ends.count > 1 {
      form.append("mixed line ends")
    } else if let end = ends.first, end != .lf {
      form.append("line ends \(end.name)")
    }
    if !form.isEmpty { result += "(\(form.joined(separator: ", ")))\n" }
    let showing = VisibleText()
    for line in 0..<content.lines.count {
      result += showing.line(line, of: content)
      let end = content.lineEnd(line)
      // Where ends are mixed, each one that is not the usual is a change that somebody could make.
      if ends.count > 1, end == .crlf || end == .cr { result += end == .cr ? "\\x0d" : "\\r" }
      if end != nil { result += "\n" }
    }
    return result
  }

  private static func json(_ document: JSONDocument) -> String {
    var style = JSONStyle()
    style.newline = [0x0A]
    style.indent = [0x20, 0x20]
    style.afterColon = [0x20]
    style.escapes.controls = true
    var writer = JSONWriter(style: style)
    writer.write(document.tree(document.root).plain, depth: 0)
    return String(decoding: writer.bytes, as: UTF8.self) + "\n"
  }

  private static func data(_ name: [UInt8], _ bytes: [UInt8]) -> String {
    let type = ContentType.recognise(name: name, bytes: bytes).identifier.rawValue
    return "(\(type), \(bytes.count) bytes, checksum \(Checksum(bytes).text))\n"
  }
}

extension JSONTree {
  /// The same value spelled in one way: members in the order of their keys' bytes, numbers plain.
  var plain: JSONTree {
    switch self {
    case .array(let elements): return .array(elements.map(\.plain))
    case .object(let members):
      // Doubled keys stay in their order.
      let ordered = members.enumerated().sorted { left, right in
        left.element.key == right.element.key
          ? left.offset < right.offset
          : left.element.key.lexicographicallyPrecedes(right.element.key)
      }
      return .object(ordered.map { ($0.element.key, $0.element.value.plain) })
    case .number(let number): return .number(number.plain)
    case .null, .bool, .characters: return self
    }
  }
}

extension JSONNumber {
  /// The same value in one spelling, the shortest where that is exact.
  var plain: JSONNumber {
    if let integer { return JSONNumber(integer) }
    let shortest = JSONNumber(double)
    if shortest == self { return shortest }
    return withDecimal { $0.scientific }.map { JSONNumber(spelling: $0) } ?? self
  }
}
