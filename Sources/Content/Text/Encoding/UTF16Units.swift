/// The code units of UTF-16 bytes; an odd last byte belongs to none.
struct UTF16Units {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let highFirst: Bool
  private let origin: Int
  let count: Int

  init(_ bytes: UnsafeBufferPointer<UInt8>, isBigEndian: Bool, from origin: Int = 0) {
    self.bytes = bytes
    self.origin = origin
    highFirst = isBigEndian
    count = max(0, bytes.count - origin) / 2
  }

  @inline(__always)
  subscript(index: Int) -> UInt16 {
    let at = origin + index * 2
    let first = UInt16(bytes[at])
    let second = UInt16(bytes[at + 1])
    return highFirst ? first << 8 | second : second << 8 | first
  }
}

/// Reading of UTF-32, which is only recognised by its mark.
enum UTF32Units {
  @inline(__always)
  static func unit(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int, isBigEndian: Bool) -> UInt32
  {
    let one = UInt32(bytes[index])
    let two = UInt32(bytes[index + 1])
    let three = UInt32(bytes[index + 2])
    let four = UInt32(bytes[index + 3])
    return isBigEndian
      ? one << 24 | two << 16 | three << 8 | four : four << 24 | three << 16 | two << 8 | one
  }

  static func areScalars(_ bytes: UnsafeBufferPointer<UInt8>, _ encoding: TextEncoding) -> Bool {
    stride(from: 0, to: bytes.count - 3, by: 4).allSatisfy {
      Unicode.Scalar(unit(bytes, at: $0, isBigEndian: encoding.isBigEndian)) != nil
    }
  }
}

/// Tells UTF-16 without a mark from its look: ASCII in one byte of two and few impossible units.
enum UTF16Guess {
  /// What a run of UTF-16 units holds.
  struct Census {
    var total = 0
    /// Printable ASCII, tab and line ends.
    var plain = 0
    /// Lone surrogates, noncharacters, private characters and control characters.
    var doubtful = 0
  }

  /// The byte order, where one fits and the other does not. Needs one ASCII character at least.
  static func encoding(of bytes: UnsafeBufferPointer<UInt8>) -> TextEncoding? {
    guard bytes.count >= 4 else { return nil }
    let little = census(of: UTF16Units(bytes, isBigEndian: false), limit: 65_536)
    let big = census(of: UTF16Units(bytes, isBigEndian: true), limit: 65_536)
    if fits(little, against: big) { return .utf16LittleEndian }
    if fits(big, against: little) { return .utf16BigEndian }
    return nil
  }

  /// Latin text is told by its share of ASCII; other text by the other order being impossible.
  private static func fits(_ one: Census, against other: Census) -> Bool {
    guard one.plain > 0, one.doubtful * 50 <= one.total else { return false }
    if one.plain > other.plain * 4, one.plain * 10 > one.total * 3 { return true }
    return one.plain >= other.plain && other.doubtful * 50 > other.total
  }

  static func census(of units: UTF16Units, limit: Int) -> Census {
    var census = Census()
    census.total = min(units.count, limit)
    var index = 0
    while index < census.total {
      let unit = units[index]
      switch unit {
      case 0x20...0x7E, 0x09, 0x0A, 0x0D: census.plain += 1
      case 0..<0x20, 0x7F...0x9F, 0xE000...0xF8FF, 0xFFFE, 0xFFFF, 0xFDD0...0xFDEF:
        census.doubtful += 1
      case 0xD800..<0xDC00:
        if index + 1 < units.count, 0xDC00..<0xE000 ~= units[index + 1] {
          index += 1
        } else {
          census.doubtful += 1
        }
      case 0xDC00..<0xE000: census.doubtful += 1
      default: break
      }
      index += 1
    }
    return census
  }
}
