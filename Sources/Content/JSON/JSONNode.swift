/// One value or key of a document: where it starts and ends, and where what follows it is found.
///
/// Nodes stand in the order of the text; a key is the node before its value. Twelve bytes each, so
/// that a document's table stays within a few times its size.
struct JSONNode: Sendable {
  /// The first byte, which also tells the kind.
  var start: UInt32
  /// One past the last byte.
  var end: UInt32
  /// For arrays and objects the index after all they hold; for strings 1 where there are escapes.
  var link: UInt32
}

/// The bytes that JSON gives a meaning.
enum JSONByte {
  static let quote = UInt8(ascii: "\"")
  static let backslash = UInt8(ascii: "\\")
  static let openBrace = UInt8(ascii: "{")
  static let closeBrace = UInt8(ascii: "}")
  static let openBracket = UInt8(ascii: "[")
  static let closeBracket = UInt8(ascii: "]")
  static let comma = UInt8(ascii: ",")
  static let colon = UInt8(ascii: ":")
  static let minus = UInt8(ascii: "-")
  static let space = UInt8(ascii: " ")
  static let newline = UInt8(ascii: "\n")

  @inline(__always)
  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  @inline(__always)
  static func isDigit(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10
  }
}
