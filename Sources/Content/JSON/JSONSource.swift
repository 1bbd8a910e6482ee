/// The text of a JSON document as UTF-8, with what is needed to write it back byte for byte.
///
/// UTF-16 (with a mark, or told by the zero bytes around its first character) becomes UTF-8, lone
/// surrogates in their three-byte form, so that writing back gives exactly the same bytes.
public struct JSONSource: Hashable, Sendable {
  /// How the characters are stored.
  public enum Encoding: String, Hashable, Sendable {
    /// UTF-8.
    case utf8 = "UTF-8"
    /// UTF-16, the low byte first.
    case utf16LittleEndian = "UTF-16LE"
    /// UTF-16, the high byte first.
    case utf16BigEndian = "UTF-16BE"
  }

  /// How the characters are stored.
  public let encoding: Encoding
  /// Whether the bytes begin with a byte order mark.
  public let hasMark: Bool
  /// The text as UTF-8, without the mark.
  public let text: [UInt8]

  /// A text in a given form.
  public init(text: [UInt8], encoding: Encoding = .utf8, hasMark: Bool = false) {
    self.text = text
    self.encoding = encoding
    self.hasMark = hasMark
  }

  /// Reads bytes; throws `badEncoding` where UTF-16 has an odd count of bytes.
  public init(decoding bytes: [UInt8]) throws(JSONError) {
    let (encoding, mark) = JSONSource.encoding(of: bytes)
    self.encoding = encoding
    hasMark = mark > 0
    if encoding == .utf8 {
      text = mark == 0 ? bytes : Array(bytes[mark...])
    } else {
      guard bytes.count % 2 == 0 else { throw JSONError(.badEncoding, at: bytes.count - 1) }
      text = JSONSource.utf8(fromUTF16: bytes[mark...], high: encoding == .utf16BigEndian ? 0 : 1)
    }
  }

  /// The bytes as they stand in the file.
  public var bytes: [UInt8] { encoded(text) }

  /// Another text written as this one is.
  public func encoded(_ text: [UInt8]) -> [UInt8] {
    switch encoding {
    case .utf8: hasMark ? [0xEF, 0xBB, 0xBF] + text : text
    case .utf16LittleEndian: JSONSource.utf16(from: text, bigEndian: false, mark: hasMark)
    case .utf16BigEndian: JSONSource.utf16(from: text, bigEndian: true, mark: hasMark)
    }
  }

  private static func encoding(of bytes: [UInt8]) -> (Encoding, markLength: Int) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
    guard bytes.count >= 2 else { return (.utf8, 0) }
    if bytes[0] == 0xFF, bytes[1] == 0xFE { return (.utf16LittleEndian, 2) }
    if bytes[0] == 0xFE, bytes[1] == 0xFF { return (.utf16BigEndian, 2) }
    if bytes[0] != 0, bytes[1] == 0 { return (.utf16LittleEndian, 0) }
    if bytes[0] == 0, bytes[1] != 0 { return (.utf16BigEndian, 0) }
    return (.utf8, 0)
  }

  private static func utf8(fromUTF16 bytes: ArraySlice<UInt8>, high: Int) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var at = bytes.startIndex
    func unit(_ index: Int) -> UInt32 {
      UInt32(bytes[index + high]) << 8 | UInt32(bytes[index + 1 - high])
    }
    while at + 1 < bytes.endIndex {
      var scalar = unit(at)
      at += 2
      if scalar & 0xFC00 == 0xD800, at + 1 < bytes.endIndex, unit(at) & 0xFC00 == 0xDC00 {
        scalar = 0x10000 + (scalar & 0x3FF) << 10 + (unit(at) & 0x3FF)
        at += 2
      }
      JSONUTF8.append(scalar, to: &result)
    }
    return result
  }

  private static func utf16(from text: [UInt8], bigEndian: Bool, mark: Bool) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count * 2 + 2)
    func append(_ unit: UInt32) {
      let high = UInt8(truncatingIfNeeded: unit >> 8)
      let low = UInt8(truncatingIfNeeded: unit)
      result.append(bigEndian ? high : low)
      result.append(bigEndian ? low : high)
    }
    if mark { append(0xFEFF) }
    text.withUnsafeBufferPointer { text in
      var at = 0
      while at < text.count {
        let first = UInt32(text[at])
        let length = first < 0x80 ? 1 : JSONUTF8.length(text, at, surrogates: true) ?? 1
        var scalar = first
        if length > 1 {
          scalar = first & (0x7F >> UInt32(length))
          for offset in 1..<length { scalar = scalar << 6 | UInt32(text[at + offset] & 0x3F) }
        }
        if scalar >= 0x10000 {
          append(0xD800 + (scalar - 0x10000) >> 10)
          append(0xDC00 + (scalar - 0x10000) & 0x3FF)
        } else {
          append(scalar)
        }
        at += length
      }
    }
    return result
  }
}
