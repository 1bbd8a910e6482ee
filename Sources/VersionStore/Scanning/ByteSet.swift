/// A set of bytes, as `[a-z]` in a pattern means one; "/" is never in it.
struct ByteSet: Sendable {
  private var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

  /// Whether a byte is in the set.
  func contains(_ byte: UInt8) -> Bool {
    let word =
      switch byte >> 6 {
      case 0: words.0
      case 1: words.1
      case 2: words.2
      default: words.3
      }
    return word >> UInt64(byte & 63) & 1 == 1
  }

  private mutating func insert(_ byte: UInt8) {
    let bit: UInt64 = 1 << UInt64(byte & 63)
    switch byte >> 6 {
    case 0: words.0 |= bit
    case 1: words.1 |= bit
    case 2: words.2 |= bit
    default: words.3 |= bit
    }
  }

  private mutating func remove(_ byte: UInt8) {
    let bit: UInt64 = 1 << UInt64(byte & 63)
    switch byte >> 6 {
    case 0: words.0 &= ~bit
    case 1: words.1 &= ~bit
    case 2: words.2 &= ~bit
    default: words.3 &= ~bit
    }
  }

  private mutating func invert() {
    words = (~words.0, ~words.1, ~words.2, ~words.3)
  }

  /// Reads a set from its "[" on, and leaves the position after its "]".
  ///
  /// `!` or `^` first means all others; `]` first is itself; a backslash takes the next byte's
  /// meaning away; `[:alpha:]` is a class. Nil where the set has no end, or an unknown class.
  init?(in pattern: [UInt8], at position: inout Int) {
    var index = position + 1
    func byte(_ index: Int) -> UInt8? { index < pattern.count ? pattern[index] : nil }
    let isInverted = byte(index) == UInt8(ascii: "!") || byte(index) == UInt8(ascii: "^")
    if isInverted { index += 1 }
    // What a "-" makes a range from.
    var lower: UInt8?
    repeat {
      guard var current = byte(index) else { return nil }
      let next = byte(index + 1)
      if current == UInt8(ascii: "\\") {
        guard let next else { return nil }
        index += 1
        insert(next)
        lower = next
      } else if current == UInt8(ascii: "-"), let first = lower, let next,
        next != UInt8(ascii: "]")
      {
        index += 1
        current = next
        if current == UInt8(ascii: "\\") {
          index += 1
          guard let escaped = byte(index) else { return nil }
          current = escaped
        }
        if first <= current { for member in first...current { insert(member) } }
        lower = nil
      } else if current == UInt8(ascii: "["), next == UInt8(ascii: ":") {
        let start = index + 2
        guard let end = pattern[min(start, pattern.count)...].firstIndex(of: UInt8(ascii: "]"))
        else { return nil }
        if end > start, pattern[end - 1] == UInt8(ascii: ":") {
          guard let isMember = ByteSet.classes[Array(pattern[start..<(end - 1)])]
          else { return nil }
          for member in UInt8.min...UInt8.max where isMember(member) { insert(member) }
          lower = nil
          index = end
        } else {
          insert(current)
          lower = current
        }
      } else {
        insert(current)
        lower = current
      }
      index += 1
    } while byte(index) != UInt8(ascii: "]")
    if isInverted { invert() }
    remove(UInt8(ascii: "/"))
    position = index + 1
  }

  /// The classes by name; only ASCII is in them, and a form feed is no blank to git.
  private static let classes: [[UInt8]: @Sendable (UInt8) -> Bool] = [
    Array("alnum".utf8): { isLower($0) || isUpper($0) || isDigit($0) },
    Array("alpha".utf8): { isLower($0) || isUpper($0) },
    Array("blank".utf8): { $0 == 0x20 || $0 == 0x09 },
    Array("cntrl".utf8): { $0 < 0x20 || $0 == 0x7F },
    Array("digit".utf8): { isDigit($0) },
    Array("graph".utf8): { (0x21...0x7E).contains($0) },
    Array("lower".utf8): { isLower($0) },
    Array("print".utf8): { (0x20...0x7E).contains($0) },
    Array("punct".utf8): {
      (0x21...0x7E).contains($0) && !isLower($0) && !isUpper($0) && !isDigit($0)
    },
    Array("space".utf8): { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D },
    Array("upper".utf8): { isUpper($0) },
    Array("xdigit".utf8): {
      isDigit($0) || (0x61...0x66).contains($0) || (0x41...0x46).contains($0)
    },
  ]

  private static func isLower(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }
  private static func isUpper(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) }
  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
