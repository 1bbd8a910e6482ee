/// Writes values in a style.
struct JSONWriter {
  let style: JSONStyle
  /// What lines are indented by at depth 0, for values that are put inside a document.
  var margin: [UInt8] = []
  private(set) var bytes: [UInt8] = []

  /// A writer of nothing yet; values put inside a document have a margin.
  init(style: JSONStyle, margin: [UInt8] = []) {
    self.style = style
    self.margin = margin
  }

  mutating func write(_ tree: JSONTree, depth: Int) {
    switch tree {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
    case .number(let number): bytes.append(contentsOf: number.spelling.utf8)
    case .characters(let characters): write(characters)
    case .array(let elements):
      bytes.append(JSONByte.openBracket)
      for (index, element) in elements.enumerated() {
        separate(index, style.arrayPadding, depth + 1)
        write(element, depth: depth + 1)
      }
      close(JSONByte.closeBracket, elements.isEmpty ? nil : style.arrayPadding, depth)
    case .object(let members):
      bytes.append(JSONByte.openBrace)
      for (index, member) in members.enumerated() {
        separate(index, style.objectPadding, depth + 1)
        write(member.key, member.value, depth: depth + 1)
      }
      close(JSONByte.closeBrace, members.isEmpty ? nil : style.objectPadding, depth)
    }
  }

  mutating func write(_ key: [UInt8], _ value: JSONTree, depth: Int) {
    write(key)
    bytes += style.beforeColon
    bytes.append(JSONByte.colon)
    bytes += style.afterColon
    write(value, depth: depth)
  }

  mutating func startLine(_ depth: Int) {
    bytes += style.newline
    bytes += margin
    for _ in 0..<depth { bytes += style.indent }
  }

  /// Begins an item of a container at depth 0.
  mutating func openItem(isFirst: Bool, padding: [UInt8]) {
    separate(isFirst ? 0 : 1, padding, 1)
  }

  private mutating func separate(_ index: Int, _ padding: [UInt8], _ depth: Int) {
    if index > 0 { bytes.append(JSONByte.comma) }
    if !style.newline.isEmpty {
      startLine(depth)
    } else {
      bytes += index > 0 ? style.afterComma : padding
    }
  }

  /// Closes a container, an empty one without padding.
  private mutating func close(_ bracket: UInt8, _ padding: [UInt8]?, _ depth: Int) {
    if let padding {
      if style.newline.isEmpty { bytes += padding } else { startLine(depth) }
    }
    bytes.append(bracket)
  }

  private mutating func write(_ characters: [UInt8]) {
    JSONString.append(
      characters, slashes: style.escapesSlashes, unicode: style.escapesUnicode, to: &bytes)
  }
}
