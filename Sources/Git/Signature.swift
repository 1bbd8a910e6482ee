/// Who did something, and when by the clock and zone of that moment.
public struct Signature: Equatable, Sendable {
  /// The name's bytes.
  public var name: [UInt8]
  /// The mail address's bytes.
  public var email: [UInt8]
  /// Seconds since 1970 in UTC.
  public var seconds: Int64
  /// Minutes east of UTC.
  public var offset: Int

  /// Makes a signature.
  public init(name: [UInt8], email: [UInt8], seconds: Int64, offset: Int) {
    self.name = name
    self.email = email
    self.seconds = seconds
    self.offset = offset
  }

  /// Reads `Name <mail> 1700000000 +0100`; nil where it makes no sense.
  init?(_ bytes: ArraySlice<UInt8>) {
    let found = bytes.withUnsafeBufferPointer { buffer -> Signature? in
      guard let parts = Parts(buffer) else { return nil }
      return Signature(
        name: Array(parts.name), email: Array(parts.email), seconds: parts.seconds,
        offset: parts.offset)
    }
    guard let found else { return nil }
    self = found
  }

  /// The parts of a signature where they lie, for who reads thousands.
  public struct Parts {
    /// The name's bytes.
    public let name: UnsafeBufferPointer<UInt8>
    /// The mail address's bytes.
    public let email: UnsafeBufferPointer<UInt8>
    /// Seconds since 1970 in UTC.
    public let seconds: Int64
    /// Minutes east of UTC.
    public let offset: Int

    /// Finds the parts of `Name <mail> 1700000000 +0100`; nil where it makes no sense.
    public init?(_ bytes: UnsafeBufferPointer<UInt8>) {
      guard let open = bytes.firstIndex(of: UInt8(ascii: "<")),
        let close = bytes[open...].firstIndex(of: UInt8(ascii: ">")), close + 1 < bytes.count,
        bytes[close + 1] == UInt8(ascii: " "),
        let blank = bytes[(close + 2)...].firstIndex(of: UInt8(ascii: " ")),
        blank + 1 < bytes.count, let seconds = Int64(decimal: bytes[(close + 2)..<blank]),
        let zone = Int64(decimal: bytes[(blank + 2)...]), (0..<10_000).contains(zone)
      else { return nil }
      let nameEnd = open > 0 && bytes[open - 1] == UInt8(ascii: " ") ? open - 1 : open
      name = UnsafeBufferPointer(rebasing: bytes[..<nameEnd])
      email = UnsafeBufferPointer(rebasing: bytes[(open + 1)..<close])
      self.seconds = seconds
      let minutes = Int(zone / 100 * 60 + zone % 100)
      offset = bytes[blank + 1] == UInt8(ascii: "-") ? -minutes : minutes
    }
  }

  /// The bytes in a commit or tag.
  var bytes: [UInt8] {
    let minutes = abs(offset)
    let zone = String(minutes / 60 * 100 + minutes % 60)
    let padded = String(repeating: "0", count: max(0, 4 - zone.utf8.count)) + zone
    let time = "> \(seconds) \(offset < 0 ? "-" : "+")\(padded)"
    return name + Array(" <".utf8) + email + Array(time.utf8)
  }
}

extension Int64 {
  /// Reads decimal digits with an optional minus; nil for anything else, and for 19 digits or more.
  @inlinable
  public init?(decimal digits: some Collection<UInt8>) {
    guard !digits.isEmpty, digits.count < 20 else { return nil }
    let negative = digits.first == UInt8(ascii: "-")
    var value: Int64 = 0
    var count = 0
    for digit in negative ? digits.dropFirst() : digits[...] {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit), count < 18 else { return nil }
      value = value * 10 + Int64(digit - UInt8(ascii: "0"))
      count += 1
    }
    guard count > 0 else { return nil }
    self = negative ? -value : value
  }
}
