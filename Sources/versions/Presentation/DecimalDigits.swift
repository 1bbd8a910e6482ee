extension [UInt8] {
  /// Appends a number in decimal digits, with zeros before it up to a count of digits.
  mutating func append(decimal number: Int, digits: Int = 1) {
    if number < 0 { append(UInt8(ascii: "-")) }
    // Without a string in between: a long list writes hundreds of thousands of these.
    var unit: UInt = 1
    for _ in 1..<digits { unit *= 10 }
    while number.magnitude / unit >= 10 { unit *= 10 }
    while unit > 0 {
      append(UInt8(truncatingIfNeeded: 0x30 + number.magnitude / unit % 10))
      unit /= 10
    }
  }
}
