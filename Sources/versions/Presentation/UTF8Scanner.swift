/// Walks through bytes that should be UTF-8, one scalar or one stray byte at a time.
///
/// Follows table 3-7 of the Unicode standard: overlong forms, surrogates and what lies beyond
/// U+10FFFF are stray bytes, each on its own.
struct UTF8Scanner {
  /// A scalar with the place of its bytes, or one stray byte, without a scalar.
  struct Piece: Equatable {
    let range: Range<Int>
    let scalar: UInt32?
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  mutating func next() -> Piece? {
    guard position < bytes.count else { return nil }
    let start = position
    let first = bytes[start]
    let length: Int
    var secondRange: ClosedRange<UInt8> = 0x80...0xBF
    var value: UInt32
    switch first {
    case 0..<0x80:
      position += 1
      return Piece(range: start..<position, scalar: UInt32(first))
    case 0xC2...0xDF:
      length = 2
      value = UInt32(first & 0x1F)
    case 0xE0...0xEF:
      length = 3
      value = UInt32(first & 0x0F)
      if first == 0xE0 { secondRange = 0xA0...0xBF }
      if first == 0xED { secondRange = 0x80...0x9F }
    case 0xF0...0xF4:
      length = 4
      value = UInt32(first & 0x07)
      if first == 0xF0 { secondRange = 0x90...0xBF }
      if first == 0xF4 { secondRange = 0x80...0x8F }
    default:
      return stray()
    }
    guard start + length <= bytes.count, secondRange.contains(bytes[start + 1]) else {
      return stray()
    }
    for index in (start + 1)..<(start + length) {
      guard bytes[index] & 0xC0 == 0x80 else { return stray() }
      value = value << 6 | UInt32(bytes[index] & 0x3F)
    }
    position = start + length
    return Piece(range: start..<position, scalar: value)
  }

  private mutating func stray() -> Piece {
    position += 1
    return Piece(range: (position - 1)..<position, scalar: nil)
  }
}
