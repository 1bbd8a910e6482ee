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
  static func spelled(
    _ characters: [UInt8], slashes: Bool = false, unicode: Bool = false
  ) -> [UInt8] {
    var result: [UInt8] = []
    append(characters, JSONEscapes(slashes: slashes, unicode: unicode), to: &result)
    return result
  }

  /// Appends the string in quotes.
  static func append(_ characters: [UInt8], _ escapes: JSONEscapes, to result: inout [UInt8]) {
    result.append(JSONByte.quote)
    characters.withUnsafeBufferPointer { bytes in
      var at = 0
      while at < bytes.count {
        let start = at
        while at < bytes.count, isPlain(bytes[at]) { at &+= 1 }
        if at > start { result.append(contentsOf: bytes[start..<at]) }
        guard at < bytes.count else { return }
        let byte = bytes[at]
        guard byte < 0x80 else {
          at += appendWide(bytes, at, escapes, to: &result)
          continue
        }
        if let letter = shortEscape(byte, slashes: escapes.slashes) {
          result.append(JSONByte.backslash)
          result.append(letter)
        } else if byte < 0x20 || byte == 0x7F {
          appendEscape(UInt32(byte), to: &result)
        } else {
          result.append(byte)
        }
        at += 1
      }
    }
    result.append(JSONByte.quote)
  }

  /// Whether a byte stands for itself in every style.
  @inline(__always)
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x7F && byte != JSONByte.quote && byte != JSONByte.backslash
      && byte != UInt8(ascii: "/")
  }

  private static func shortEscape(_ byte: UInt8, slashes: Bool) -> UInt8? {
    switch byte {
    case JSONByte.quote, JSONByte.backslash: byte
    case UInt8(ascii: "/"): slashes ? byte : nil
    case 0x08: UInt8(ascii: "b")
    case 0x0C: UInt8(ascii: "f")
    case 0x0A: UInt8(ascii: "n")
    case 0x0D: UInt8(ascii: "r")
    case 0x09: UInt8(ascii: "t")
    default: nil
    }
  }

  /// Appends the sequence at a place, or U+FFFD for a byte that is none; returns its length.
  private static func appendWide(
    _ bytes: UnsafeBufferPointer<UInt8>, _ at: Int, _ escapes: JSONEscapes, to result: inout [UInt8]
  ) -> Int {
    guard let length = JSONUTF8.length(bytes, at, surrogates: true) else {
      result += [0xEF, 0xBF, 0xBD]
      return 1
    }
    var scalar = UInt32(bytes[at]) & (0x7F >> UInt32(length))
    for offset in 1..<length { scalar = scalar << 6 | UInt32(bytes[at + offset] & 0x3F) }
    let isHalf = scalar & 0xFFFF_F800 == 0xD800
    // Tags hide; in the flags that are spelled with them they are rare enough to be escaped, too.
    let hides = escapes.controls && (0xE0000...0xE007F).contains(scalar)
    if isHalf || escapes.controls && Visible.isUnsafe(scalar) {
      appendEscape(scalar, to: &result)
    } else if escapes.unicode || hides, scalar >= 0x10000 {
      appendEscape(0xD800 + (scalar - 0x10000) >> 10, to: &result)
      appendEscape(0xDC00 + (scalar - 0x10000) & 0x3FF, to: &result)
    } else if escapes.unicode {
      appendEscape(scalar, to: &result)
    } else {
      result.append(contentsOf: bytes[at..<at + length])
    }
    return length
  }

  private static func appendEscape(_ unit: UInt32, to bytes: inout [UInt8]) {
    bytes.append(JSONByte.backslash)
    bytes.append(UInt8(ascii: "u"))
    for shift in [12, 8, 4, 0] as [UInt32] {
      let digit = UInt8(truncatingIfNeeded: unit >> shift & 0xF)
      bytes.append(digit < 10 ? 0x30 + digit : 0x57 + digit)
    }
  }
}
