/// Steps over UTF-8 (RFC 3629: no over-long forms, no surrogates, nothing past U+10FFFF).
enum JSONUTF8 {
  /// The length of the sequence at an index whose first byte is not ASCII, `nil` where it is none.
  ///
  /// With `surrogates` the three-byte forms of lone surrogates pass, as they come from UTF-16.
  @inline(__always)
  static func length(
    _ text: UnsafeBufferPointer<UInt8>, _ at: Int, surrogates: Bool
  ) -> Int? {
    let left = text.count &- at
    let first = text[at]
    @inline(__always) func follows(_ offset: Int) -> Bool { text[at &+ offset] & 0xC0 == 0x80 }
    switch first {
    case 0xC2...0xDF:
      return left > 1 && follows(1) ? 2 : nil
    case 0xE0...0xEF:
      guard left > 2, follows(1), follows(2) else { return nil }
      if first == 0xE0, text[at &+ 1] < 0xA0 { return nil }
      if first == 0xED, text[at &+ 1] > 0x9F, !surrogates { return nil }
      return 3
    case 0xF0...0xF4:
      guard left > 3, follows(1), follows(2), follows(3) else { return nil }
      if first == 0xF0, text[at &+ 1] < 0x90 { return nil }
      if first == 0xF4, text[at &+ 1] > 0x8F { return nil }
      return 4
    default:
      return nil
    }
  }

  /// Appends a scalar, or a lone surrogate in its three-byte form.
  @inline(__always)
  static func append(_ scalar: UInt32, to bytes: inout [UInt8]) {
    if scalar < 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: scalar))
    } else if scalar < 0x800 {
      bytes.append(UInt8(truncatingIfNeeded: 0xC0 | scalar >> 6))
      bytes.append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
    } else if scalar < 0x10000 {
      bytes.append(UInt8(truncatingIfNeeded: 0xE0 | scalar >> 12))
      bytes.append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F))
      bytes.append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
    } else {
      bytes.append(UInt8(truncatingIfNeeded: 0xF0 | scalar >> 18))
      bytes.append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 12 & 0x3F))
      bytes.append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F))
      bytes.append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
    }
  }
}

/// Hexadecimal digits.
enum JSONHex {
  @inline(__always)
  static func value(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 0x30...0x39: UInt32(byte) - 0x30
    case 0x41...0x46: UInt32(byte) - 0x37
    case 0x61...0x66: UInt32(byte) - 0x57
    default: nil
    }
  }
}
