/// Well-formedness of UTF-8 by table 3-7 of the Unicode standard, on raw bytes.
enum UTF8Check {
  /// Length of the well-formed sequence that starts at `index`, 1 to 4; 0 where there is none.
  @inline(__always)
  static func sequenceLength(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
    let first = bytes[index]
    if first < 0x80 { return 1 }
    if first < 0xC2 || first > 0xF4 { return 0 }
    let left = bytes.count - index
    guard left > 1 else { return 0 }
    let second = bytes[index + 1]
    if first < 0xE0 { return isContinuation(second) ? 2 : 0 }
    if first < 0xF0 {
      let low: UInt8 = first == 0xE0 ? 0xA0 : 0x80
      let high: UInt8 = first == 0xED ? 0x9F : 0xBF
      guard left > 2, second >= low, second <= high, isContinuation(bytes[index + 2]) else {
        return 0
      }
      return 3
    }
    let low: UInt8 = first == 0xF0 ? 0x90 : 0x80
    let high: UInt8 = first == 0xF4 ? 0x8F : 0xBF
    guard left > 3, second >= low, second <= high, isContinuation(bytes[index + 2]),
      isContinuation(bytes[index + 3])
    else { return 0 }
    return 4
  }

  /// The first byte at or after `start` that is not ASCII, or the end.
  @inline(__always)
  static func endOfASCII(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    guard let base = bytes.baseAddress else { return start }
    let raw = UnsafeRawPointer(base)
    var index = start
    while index + 32 <= bytes.count {
      let one = raw.loadUnaligned(fromByteOffset: index, as: SIMD4<UInt64>.self)
      let two = one.lowHalf | one.highHalf
      if (two[0] | two[1]) & 0x8080_8080_8080_8080 != 0 { break }
      index += 32
    }
    while index < bytes.count, bytes[index] < 0x80 { index += 1 }
    return index
  }

  /// The first byte at or after `start` that belongs to no well-formed sequence, or the end.
  static func firstInvalid(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int = 0) -> Int {
    var index = start
    while index < bytes.count {
      index = endOfASCII(bytes, from: index)
      while index < bytes.count, bytes[index] >= 0x80 {
        let length = sequenceLength(bytes, at: index)
        if length == 0 { return index }
        index += length
      }
    }
    return index
  }

  static func isValid(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { firstInvalid($0) == $0.count }
  }

  @inline(__always)
  private static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
}

/// The scalar of a well-formed UTF-8 sequence and its length, without checking again.
@inline(__always)
func decodeValidUTF8(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int, length: Int) -> UInt32 {
  let first = UInt32(bytes[index])
  switch length {
  case 1: return first
  case 2: return (first & 0x1F) << 6 | UInt32(bytes[index + 1] & 0x3F)
  case 3:
    return (first & 0x0F) << 12 | UInt32(bytes[index + 1] & 0x3F) << 6
      | UInt32(bytes[index + 2] & 0x3F)
  default:
    return (first & 0x07) << 18 | UInt32(bytes[index + 1] & 0x3F) << 12
      | UInt32(bytes[index + 2] & 0x3F) << 6 | UInt32(bytes[index + 3] & 0x3F)
  }
}
