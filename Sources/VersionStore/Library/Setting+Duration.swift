extension Setting {
  /// A length of time: `500ms`, `0.5s`, `2m`, `1h`; a bare number is seconds. Nil for anything else.
  public static func duration(_ text: String) -> Duration? {
    let bytes = Array(text.utf8)
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

  /// A length of time within bounds.
  static func duration(_ text: String, in range: ClosedRange<Duration>) -> Duration? {
    duration(text).flatMap { range.contains($0) ? $0 : nil }
  }
}
