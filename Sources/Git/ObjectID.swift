import CSystem

/// The name of an object: the SHA-1 of its kind, size and bytes.
public struct ObjectID: Hashable, Sendable, Comparable {
  // Three words rather than an array: thousands are made for a list, none is allocated.
  let high: UInt64
  let middle: UInt64
  let low: UInt32

  /// The first 8 bytes as a number, enough to tell any two objects of a store apart that nobody
  /// made to be alike.
  public var firstWord: UInt64 { high }

  /// Makes a name of 20 bytes; nil where there are fewer.
  public init?(bytes: some Collection<UInt8>) {
    guard bytes.count >= 20 else { return nil }
    var high: UInt64 = 0
    var middle: UInt64 = 0
    var low: UInt32 = 0
    for (position, byte) in bytes.prefix(20).enumerated() {
      switch position {
      case 0..<8: high = high << 8 | UInt64(byte)
      case 8..<16: middle = middle << 8 | UInt64(byte)
      default: low = low << 8 | UInt32(byte)
      }
    }
    self.high = high
    self.middle = middle
    self.low = low
  }

  /// Makes a name of 20 bytes in memory, which must be there.
  init(raw: UnsafeRawBufferPointer) {
    self.init(
      high: UInt64(bigEndian: raw.loadUnaligned(as: UInt64.self)),
      middle: UInt64(bigEndian: raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self)),
      low: UInt32(bigEndian: raw.loadUnaligned(fromByteOffset: 16, as: UInt32.self)))
  }

  /// Makes a name of 40 hexadecimal digits; nil where there is anything else.
  public init?(hex: some Collection<UInt8>) {
    guard hex.count == 40 else { return nil }
    var high: UInt64 = 0
    var middle: UInt64 = 0
    var low: UInt32 = 0
    for (position, character) in hex.enumerated() {
      guard let digit = hexDigit(character) else { return nil }
      switch position {
      case 0..<16: high = high << 4 | UInt64(digit)
      case 16..<32: middle = middle << 4 | UInt64(digit)
      default: low = low << 4 | UInt32(digit)
      }
    }
    self.high = high
    self.middle = middle
    self.low = low
  }

  /// Makes a name of 40 hexadecimal digits in memory; nil where there is anything else.
  public init?(hexDigits digits: UnsafeBufferPointer<UInt8>) {
    guard digits.count == 40 else { return nil }
    let raw = UnsafeRawBufferPointer(digits)
    func word(_ offset: Int) -> UInt64? {
      let eight = raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      return hexWord(UInt64(bigEndian: eight)).map(UInt64.init)
    }
    guard let a = word(0), let b = word(8), let c = word(16), let d = word(24), let e = word(32)
    else { return nil }
    self.init(
      high: a << 32 | b, middle: c << 32 | d, low: UInt32(truncatingIfNeeded: e))
  }

  /// Makes a name of 40 hexadecimal digits; nil where there is anything else.
  public init?(_ hex: String) {
    self.init(hex: Array(hex.utf8))
  }

  /// The SHA-1 of bytes as they are, without git's header; what aliases of paths are named by.
  public static func digest(of bytes: [UInt8]) -> ObjectID {
    bytes.withUnsafeBytes { digest(of: $0) }
  }

  /// The SHA-1 of bytes in memory.
  static func digest(of bytes: UnsafeRawBufferPointer) -> ObjectID {
    var out = [UInt8](repeating: 0, count: 20)
    versions_sha1(bytes.baseAddress, bytes.count, &out)
    return ObjectID(bytes: out) ?? .zero
  }

  /// The SHA-1 of two runs of bytes, one after the other.
  static func digest(ofParts first: [UInt8], _ second: [UInt8]) -> ObjectID {
    var out = [UInt8](repeating: 0, count: 20)
    first.withUnsafeBytes { a in
      second.withUnsafeBytes { b in
        versions_sha1_of_two(a.baseAddress, a.count, b.baseAddress, b.count, &out)
      }
    }
    return ObjectID(bytes: out) ?? .zero
  }

  private init(high: UInt64, middle: UInt64, low: UInt32) {
    self.high = high
    self.middle = middle
    self.low = low
  }

  /// Twenty bytes of zero, which no object has.
  public static let zero = ObjectID(high: 0, middle: 0, low: 0)

  /// The 20 bytes.
  public var bytes: [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 20) { buffer, count in
      count = 20
      copy(to: UnsafeMutableRawBufferPointer(buffer))
    }
  }

  /// Copies the 20 bytes into memory of at least that size.
  func copy(to buffer: UnsafeMutableRawBufferPointer) {
    buffer.storeBytes(of: high.bigEndian, as: UInt64.self)
    buffer.storeBytes(of: middle.bigEndian, toByteOffset: 8, as: UInt64.self)
    buffer.storeBytes(of: low.bigEndian, toByteOffset: 16, as: UInt32.self)
  }

  /// The 40 hexadecimal digits as bytes.
  public var hexBytes: [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 40) { buffer, count in
      func append(_ word: UInt64, digits: Int) {
        for shift in stride(from: (digits - 1) * 4, through: 0, by: -4) {
          let digit = UInt8(truncatingIfNeeded: word >> UInt64(shift)) & 15
          buffer[count] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
          count += 1
        }
      }
      append(high, digits: 16)
      append(middle, digits: 16)
      append(UInt64(low), digits: 8)
    }
  }

  /// The 40 hexadecimal digits.
  public var hex: String { String(decoding: hexBytes, as: UTF8.self) }

  /// Order of the bytes.
  public static func < (a: ObjectID, b: ObjectID) -> Bool {
    (a.high, a.middle, a.low) < (b.high, b.middle, b.low)
  }
}

extension ObjectID: CustomStringConvertible {
  /// The 40 hexadecimal digits.
  public var description: String { hex }
}

/// The value of a hexadecimal digit in either case, nil for another character.
@inlinable
public func hexDigit(_ character: UInt8) -> UInt8? {
  switch character {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
  default: nil
  }
}

/// The value of eight hexadecimal digits in either case, nil where one is another character.
///
/// All eight at once, as a list of ten thousand versions reads a million of them.
/// - Parameter digits: The characters, the first in the highest byte.
@inlinable
public func hexWord(_ digits: UInt64) -> UInt32? {
  let ones: UInt64 = 0x0101_0101_0101_0101
  let tops = ones << 7
  guard digits & tops == 0 else { return nil }
  // The top bit of each byte that is no less than a character; none carries into the next.
  func reaching(_ character: UInt64, _ bytes: UInt64) -> UInt64 {
    (bytes + (0x80 - character) * ones) & tops
  }
  let folded = digits | ones << 5
  let figures = reaching(0x30, digits) & ~reaching(0x3A, digits)
  let letters = reaching(0x61, folded) & ~reaching(0x67, folded)
  guard figures | letters == tops else { return nil }
  var value = (digits & (0x0F * ones)) + 9 * (digits >> 6 & ones)
  value = (value | value >> 4) & 0x00FF_00FF_00FF_00FF
  value = (value | value >> 8) & 0x0000_FFFF_0000_FFFF
  return UInt32(truncatingIfNeeded: value | value >> 16)
}

/// Bytes as lower-case hexadecimal digits.
public func hexadecimal(_ bytes: some Collection<UInt8>) -> [UInt8] {
  var digits: [UInt8] = []
  digits.reserveCapacity(bytes.count * 2)
  for byte in bytes {
    for half in [byte >> 4, byte & 15] {
      digits.append(half < 10 ? UInt8(ascii: "0") + half : UInt8(ascii: "a") + half - 10)
    }
  }
  return digits
}
