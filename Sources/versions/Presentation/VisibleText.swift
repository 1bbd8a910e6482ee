/// Names and texts as people may see them: nothing in them steers the terminal or hides.
///
/// Line feed, carriage return and tab show as `\n`, `\r` and `\t`, other control characters as
/// `\x1b`, bytes that are not UTF-8 as `\xNN`, and characters that change the direction of writing
/// or show as nothing as `\u{202e}`. Emoji keep their joiners, selectors and tags.
enum VisibleText {
  /// The visible form in UTF-8.
  static func bytes(_ raw: [UInt8]) -> [UInt8] {
    if isPlain(raw) { return raw }
    var out: [UInt8] = []
    out.reserveCapacity(raw.count + 16)
    append(raw, to: &out)
    return out
  }

  /// A whole text for a terminal: lines and tabs stay, everything else that would steer the
  /// terminal is made visible.
  static func lines(_ raw: [UInt8]) -> [UInt8] {
    if raw.allSatisfy({ (0x20..<0x7F).contains($0) || $0 == 0x0A || $0 == 0x09 }) { return raw }
    var out: [UInt8] = []
    out.reserveCapacity(raw.count + raw.count / 8)
    var start = 0
    for position in raw.indices where raw[position] == 0x0A || raw[position] == 0x09 {
      // The carriage return of a line end does nothing that could be seen.
      let end =
        raw[position] == 0x0A && position > start && raw[position - 1] == 0x0D
        ? position - 1 : position
      out += bytes(Array(raw[start..<end]))
      out.append(raw[position])
      start = position + 1
    }
    return out + bytes(Array(raw[start...]))
  }

  /// The visible form as a string.
  static func string(_ raw: [UInt8]) -> String { String(decoding: bytes(raw), as: UTF8.self) }

  /// The visible form in single quotes, as messages name files.
  static func quoted(_ raw: [UInt8]) -> String { "'" + string(raw) + "'" }

  /// Appends the visible form.
  static func append(_ raw: [UInt8], to out: inout [UInt8]) {
    raw.withUnsafeBufferPointer { buffer in
      var scanner = UTF8Scanner(buffer)
      var tagsBelong = false
      while let piece = scanner.next() {
        guard let scalar = piece.scalar else {
          out.append(contentsOf: "\\x".utf8)
          out.append(contentsOf: hex(buffer[piece.range.lowerBound]).utf8)
          tagsBelong = false
          continue
        }
        // Tags spell the flags of England, Scotland and Wales after a black flag; elsewhere they hide.
        let isTag = (0xE0000...0xE007F).contains(scalar)
        if isHarmless(scalar) || (isTag && tagsBelong) {
          out.append(contentsOf: buffer[piece.range])
        } else {
          appendEscape(scalar, to: &out)
        }
        tagsBelong = scalar == 0x1F3F4 || (tagsBelong && isTag)
      }
    }
  }

  /// Two hexadecimal digits.
  static func hex(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16)
    return digits.utf8.count == 1 ? "0" + digits : digits
  }

  private static func isPlain(_ raw: [UInt8]) -> Bool {
    raw.allSatisfy { (0x20..<0x7F).contains($0) }
  }

  private static func isHarmless(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0..<0x20, 0x7F..<0xA0: false
    // Marks, embeddings, overrides and isolates of writing direction.
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x206F: false
    // Spaces and signs without width, line and paragraph separators, annotations.
    case 0x00AD, 0x180E, 0x200B, 0x2028, 0x2029, 0x2060...0x2065, 0xFEFF, 0xFFF9...0xFFFB: false
    case 0xE0000...0xE007F: false
    default: true
    }
  }

  private static func appendEscape(_ scalar: UInt32, to out: inout [UInt8]) {
    switch scalar {
    case 0x09: out.append(contentsOf: "\\t".utf8)
    case 0x0A: out.append(contentsOf: "\\n".utf8)
    case 0x0D: out.append(contentsOf: "\\r".utf8)
    case 0..<0x80:
      out.append(contentsOf: "\\x".utf8)
      out.append(contentsOf: hex(UInt8(scalar)).utf8)
    default:
      out.append(contentsOf: "\\u{".utf8)
      out.append(contentsOf: String(scalar, radix: 16).utf8)
      out.append(UInt8(ascii: "}"))
    }
  }
}
