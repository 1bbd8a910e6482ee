extension JSONDocument {
  /// The characters of a string or key as UTF-8, escapes resolved; empty for other values.
  ///
  /// A lone surrogate comes out in its three-byte form, so that nothing is lost or made up.
  public func characters(of node: Node) -> [UInt8] {
    let entry = nodes[node.index]
    guard source.text[Int(entry.start)] == JSONByte.quote else { return [] }
    let inside = Int(entry.start) + 1..<Int(entry.end) - 1
    guard entry.link == 1 else { return Array(source.text[inside]) }
    return JSONString.unescaped(source.text[inside])
  }

  /// The string, `nil` for other values and where it holds half a surrogate pair.
  public func string(of node: Node) -> String? {
    guard kind(of: node) == .string else { return nil }
    return String(validating: characters(of: node), as: UTF8.self)
  }

  /// Whether a key or string has exactly these characters.
  func isString(_ node: Node, _ characters: some Sequence<UInt8>) -> Bool {
    let entry = nodes[node.index]
    guard source.text[Int(entry.start)] == JSONByte.quote else { return false }
    let inside = Int(entry.start) + 1..<Int(entry.end) - 1
    if entry.link == 0 { return source.text[inside].elementsEqual(characters) }
    return JSONString.unescaped(source.text[inside]).elementsEqual(characters)
  }

  /// The values of all members with a key, in their order.
  func values(named key: some Sequence<UInt8>, in node: Node) -> [Node] {
    members(of: node).filter { isString($0.key, key) }.map(\.value)
  }
}

/// Strings as JSON spells them.
enum JSONString {
  /// What stands between the quotes, escapes resolved.
  static func unescaped(_ inside: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(inside.count)
    var at = inside.startIndex
    while at < inside.endIndex {
      guard inside[at] == JSONByte.backslash, at + 1 < inside.endIndex else {
        result.append(inside[at])
        at += 1
        continue
      }
      let letter = inside[at + 1]
      at += 2
      switch letter {
      case UInt8(ascii: "b"): result.append(0x08)
      case UInt8(ascii: "f"): result.append(0x0C)
      case UInt8(ascii: "n"): result.append(0x0A)
      case UInt8(ascii: "r"): result.append(0x0D)
      case UInt8(ascii: "t"): result.append(0x09)
      case UInt8(ascii: "u"):
        var scalar = unit(inside, at)
        at += 4
        let follows = at + 1 < inside.endIndex && inside[at] == JSONByte.backslash
        if scalar & 0xFC00 == 0xD800, follows, inside[at + 1] == UInt8(ascii: "u") {
          let low = unit(inside, at + 2)
          if low & 0xFC00 == 0xDC00 {
            scalar = 0x10000 + (scalar & 0x3FF) << 10 + (low & 0x3FF)
            at += 6
          }
        }
        JSONUTF8.append(scalar, to: &result)
      default: result.append(letter)
      }
    }
    return result
  }

  private static func unit(_ bytes: ArraySlice<UInt8>, _ at: Int) -> UInt32 {
    guard at + 4 <= bytes.endIndex else { return 0xFFFD }
    return bytes[at..<at + 4].reduce(0) { $0 << 4 | (JSONHex.value($1) ?? 0) }
  }

  /// The string in quotes: only what JSON demands is escaped, and lone surrogates.
  static func spelled(_ characters: some Sequence<UInt8>, slashes: Bool = false) -> [UInt8] {
    let bytes = Array(characters)
    var result: [UInt8] = [JSONByte.quote]
    result.reserveCapacity(bytes.count + 2)
    var at = 0
    while at < bytes.count {
      let byte = bytes[at]
      switch byte {
      case JSONByte.quote, JSONByte.backslash: result += [JSONByte.backslash, byte]
      case UInt8(ascii: "/") where slashes: result += [JSONByte.backslash, byte]
      case 0x08: result += Array("\\b".utf8)
      case 0x0C: result += Array("\\f".utf8)
      case 0x0A: result += Array("\\n".utf8)
      case 0x0D: result += Array("\\r".utf8)
      case 0x09: result += Array("\\t".utf8)
      case 0..<0x20, 0x7F: appendEscape(UInt32(byte), to: &result)
      case 0xED where at + 2 < bytes.count && bytes[at + 1] > 0x9F:
        appendEscape(
          0xD000 | UInt32(bytes[at + 1] & 0x3F) << 6 | UInt32(bytes[at + 2] & 0x3F), to: &result)
        at += 2
      default: result.append(byte)
      }
      at += 1
    }
    result.append(JSONByte.quote)
    return result
  }

  private static func appendEscape(_ unit: UInt32, to bytes: inout [UInt8]) {
    bytes += Array("\\u".utf8)
    for shift in [12, 8, 4, 0] as [UInt32] {
      bytes.append(Array("0123456789abcdef".utf8)[Int(unit >> shift & 0xF)])
    }
  }
}
