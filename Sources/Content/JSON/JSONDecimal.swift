/// A number's exact value, read in place from its spelling, however long it is.
struct JSONDecimal {
  private let text: UnsafeBufferPointer<UInt8>
  private let isNegative: Bool
  /// The first and last digits that are not zero; the first is past the last for zero.
  private let first: Int
  private let last: Int
  /// The power of ten of the first digit; meaningless where the exponent is beyond any machine.
  private let power: Int
  private let isBeyond: Bool

  /// Reads a spelling that the parser accepted.
  init(_ text: UnsafeBufferPointer<UInt8>) {
    self.text = text
    isNegative = text.first == JSONByte.minus
    var point = text.count
    var mantissaEnd = text.count
    var firstDigit = -1
    var lastDigit = -1
    for index in (isNegative ? 1 : 0)..<text.count {
      let byte = text[index]
      if byte == UInt8(ascii: ".") {
        point = index
      } else if byte | 0x20 == UInt8(ascii: "e") {
        mantissaEnd = index
        break
      } else if byte != 0x30 {
        if firstDigit < 0 { firstDigit = index }
        lastDigit = index
      }
    }
    if point == text.count { point = mantissaEnd }
    first = firstDigit < 0 ? 1 : firstDigit
    last = firstDigit < 0 ? 0 : lastDigit
    let exponent = JSONDecimal.exponent(text, from: mantissaEnd)
    isBeyond = exponent == nil
    power = (exponent ?? 0) + (first < point ? point - first - 1 : point - first)
  }

  private static func exponent(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    guard start + 1 < text.count else { return 0 }
    let isNegative = text[start + 1] == JSONByte.minus
    let hasSign = isNegative || text[start + 1] == UInt8(ascii: "+")
    var value = 0
    for byte in text[(start + (hasSign ? 2 : 1))...] {
      guard value < 1_000_000_000_000_000 else { return nil }
      value = value * 10 + Int(byte & 0x0F)
    }
    return isNegative ? -value : value
  }

  var isZero: Bool { first > last }

  /// All digits of the value, the first one before the point; nil for zero and beyond any machine.
  var scientific: String? {
    guard !isZero, !isBeyond else { return nil }
    let digits = text[first...last].filter { $0 != UInt8(ascii: ".") }
    var spelling = isNegative ? "-" : ""
    spelling += String(decoding: digits.prefix(1), as: UTF8.self)
    if digits.count > 1 { spelling += "." + String(decoding: digits.dropFirst(), as: UTF8.self) }
    return power == 0 ? spelling : spelling + "e\(power)"
  }

  /// Whether two numbers have the same value.
  func equals(_ other: JSONDecimal) -> Bool {
    if isZero || other.isZero { return isZero && other.isZero }
    if isBeyond || other.isBeyond { return text.elementsEqual(other.text) }
    guard isNegative == other.isNegative, power == other.power else { return false }
    var mine = first
    var theirs = other.first
    while mine <= last, theirs <= other.last {
      guard text[mine] == other.text[theirs] else { return false }
      mine = after(mine)
      theirs = other.after(theirs)
    }
    return mine > last && theirs > other.last
  }

  /// The next digit, past a decimal point.
  private func after(_ index: Int) -> Int {
    let next = index + 1
    return next < text.count && text[next] == UInt8(ascii: ".") ? next + 1 : next
  }

  /// A hash that equal values share.
  func hash() -> UInt32 {
    if isZero { return 0x30 }
    var hash: UInt32 = isNegative ? 0x9E37_79B9 : 0x85EB_CA6B
    if isBeyond {
      for byte in text { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
      return hash
    }
    hash ^= UInt32(truncatingIfNeeded: power) &* 0xC2B2_AE35
    var index = first
    while index <= last {
      hash = (hash ^ UInt32(text[index])) &* 0x0100_0193
      index = after(index)
    }
    return hash
  }

  /// The value as a whole number, `nil` with a fraction or out of range.
  var integer: Int? {
    if isZero { return 0 }
    guard !isBeyond, power >= 0, power < 19 else { return nil }
    var value = 0
    var index = first
    for _ in 0...power {
      var digit = 0
      if index <= last {
        digit = Int(text[index] & 0x0F)
        index = after(index)
      }
      let (scaled, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, over) =
        isNegative
        ? scaled.subtractingReportingOverflow(digit) : scaled.addingReportingOverflow(digit)
      guard !overflow, !over else { return nil }
      value = sum
    }
    return index > last ? value : nil
  }

  /// Whether the value has no fraction.
  var isWhole: Bool {
    if isZero { return true }
    guard !isBeyond else { return false }
    var digits = 0
    var index = first
    while index <= last {
      digits += 1
      index = after(index)
    }
    return digits <= power + 1
  }

  /// The value times a power of ten as a whole number, `nil` where that is not exact.
  func scaled(by places: Int) -> Int? {
    if isZero { return 0 }
    guard !isBeyond, power + places >= 0, power + places < 17 else { return nil }
    var value = 0
    var index = first
    for _ in 0...(power + places) {
      value *= 10
      if index <= last {
        value += Int(text[index] & 0x0F)
        index = after(index)
      }
    }
    return index > last ? (isNegative ? -value : value) : nil
  }
}
