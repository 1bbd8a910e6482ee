import Git

/// A universally unique identifier (RFC 4122), written in lower case.
public struct UUID: Hashable, Sendable, Comparable, CustomStringConvertible {
  private let high: UInt64
  private let low: UInt64

  /// The 16 bytes as two numbers.
  var words: (high: UInt64, low: UInt64) { (high, low) }

  init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Makes a random one (version 4).
  public init() {
    var generator = SystemRandomNumberGenerator()
    high = generator.next() & ~0xF000 | 0x4000
    low = generator.next() & ~(3 << 62) | 2 << 62
  }

  /// Reads one with or without hyphens, in either case; nil for anything else.
  public init?(_ text: some Collection<UInt8>) {
    var high: UInt64 = 0
    var low: UInt64 = 0
    var digits = 0
    for byte in text where byte != UInt8(ascii: "-") {
      guard let digit = hexDigit(byte), digits < 32 else { return nil }
      if digits < 16 { high = high << 4 | UInt64(digit) } else { low = low << 4 | UInt64(digit) }
      digits += 1
    }
    guard digits == 32 else { return nil }
    self.high = high
    self.low = low
  }

  /// Reads one from memory, fast where it is written with hyphens in their places.
  init?(_ text: Bytes) {
    let raw = UnsafeRawBufferPointer(text)
    func four(_ offset: Int) -> UInt64 {
      UInt64(UInt32(bigEndian: raw.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
    }
    let hyphen = UInt8(ascii: "-")
    if raw.count == 36, raw[8] == hyphen, raw[13] == hyphen, raw[18] == hyphen, raw[23] == hyphen,
      let a = hexWord(four(0) << 32 | four(4)), let b = hexWord(four(9) << 32 | four(14)),
      let c = hexWord(four(19) << 32 | four(24)), let d = hexWord(four(28) << 32 | four(32))
    {
      self.init(high: UInt64(a) << 32 | UInt64(b), low: UInt64(c) << 32 | UInt64(d))
    } else {
      self.init(Array(text))
    }
  }

  /// Reads one with or without hyphens, in either case; nil for anything else.
  public init?(_ text: String) {
    self.init(Array(text.utf8))
  }

  /// The 32 digits without hyphens.
  public var digits: [UInt8] { written(hyphens: false) }

  /// The five groups with hyphens, as bytes.
  public var bytes: [UInt8] { written(hyphens: true) }

  private func written(hyphens: Bool) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 36) { buffer, count in
      for position in 0..<32 {
        if hyphens, position == 8 || position == 12 || position == 16 || position == 20 {
          buffer[count] = UInt8(ascii: "-")
          count += 1
        }
        let word = position < 16 ? high : low
        let digit = UInt8(truncatingIfNeeded: word >> UInt64(60 - position % 16 * 4)) & 0xF
        buffer[count] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit
        count += 1
      }
    }
  }

  /// The five groups with hyphens.
  public var description: String { String(decoding: bytes, as: UTF8.self) }

  /// Order of the digits.
  public static func < (a: UUID, b: UUID) -> Bool { (a.high, a.low) < (b.high, b.low) }
}
