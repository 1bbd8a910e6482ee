/// Writes values in a style.
struct JSONWriter {
  let style: JSONStyle
  /// What lines are indented by at depth 0, for values that are put inside a document.
  var margin: [UInt8] = []
  private(set) var bytes: [UInt8] = []
  private let escapes: JSONEscapes
  /// Nothing stands between tokens, which makes writing faster.
  private let isCompact: Bool

  /// A writer of nothing yet; values put inside a document have a margin.
  init(style: JSONStyle, margin: [UInt8] = []) {
    self.style = style
    self.margin = margin
    escapes = style.escapes
    var bare = JSONStyle()
    bare.escapes = style.escapes
    isCompact = style == bare
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
        separate(index, isArray: true, depth + 1)
        write(element, depth: depth + 1)
      }
      close(isArray: true, isEmpty: elements.isEmpty, depth)
    case .object(let members):
      bytes.append(JSONByte.openBrace)
      for (index, member) in members.enumerated() {
        separate(index, isArray: false, depth + 1)
        write(member.key, member.value, depth: depth + 1)
      }
      close(isArray: false, isEmpty: members.isEmpty, depth)
    }
  }

  mutating func write(_ key: [UInt8], _ value: JSONTree, depth: Int) {
    write(key)
    if isCompact {
      bytes.append(JSONByte.colon)
    } else {
      bytes += style.beforeColon
      bytes.append(JSONByte.colon)
      bytes += style.afterColon
    }
    write(value, depth: depth)
  }

  mutating func startLine(_ depth: Int) {
    bytes += style.newline
    bytes += margin
    for _ in 0..<depth { bytes += style.indent }
  }

  /// Begins an item of a container at depth 0.
  mutating func openItem(isFirst: Bool, isArray: Bool) {
    separate(isFirst ? 0 : 1, isArray: isArray, 1)
  }

  private func padding(isArray: Bool) -> [UInt8] {
    isArray ? style.arrayPadding : style.objectPadding
  }

  private mutating func separate(_ index: Int, isArray: Bool, _ depth: Int) {
    if index > 0 { bytes.append(JSONByte.comma) }
    if isCompact { return }
    if !style.newline.isEmpty {
      startLine(depth)
    } else {
      bytes += index > 0 ? style.afterComma : padding(isArray: isArray)
    }
  }

  private mutating func close(isArray: Bool, isEmpty: Bool, _ depth: Int) {
    if !isEmpty, !isCompact {
      if style.newline.isEmpty { bytes += padding(isArray: isArray) } else { startLine(depth) }
    }
    bytes.append(isArray ? JSONByte.closeBracket : JSONByte.closeBrace)
  }

  private mutating func write(_ characters: [UInt8]) {
    JSONString.append(characters, escapes, to: &bytes)
  }
}
