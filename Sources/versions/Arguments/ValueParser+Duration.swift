extension ValueParser where Value == Duration {
  /// A length of time: `500ms`, `0.5s`, `2m`, `1h`; a bare number is seconds.
  static func duration(_ range: ClosedRange<Duration>) -> Self {
    Self(kind: .text) { (bytes, place) throws(UsageError) in
      guard let duration = duration(bytes), range.contains(duration) else {
        throw .notADuration(place, bytes)
      }
      return duration
    }
  }

  private static func duration(_ bytes: [UInt8]) -> Duration? {
    let digits = bytes.prefix { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
    let unit: Double
    switch String(decoding: bytes[digits.count...], as: UTF8.self) {
    case "ms": unit = 0.001
    case "s", "": unit = 1
    case "m": unit = 60
    case "h": unit = 3600
    default: return nil
    }
    guard !digits.isEmpty, digits.count <= 12,
      let number = Double(String(decoding: digits, as: UTF8.self))
    else { return nil }
    return .seconds(number * unit)
  }
}
