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
    guard let open = bytes.firstIndex(of: UInt8(ascii: "<")),
      let close = bytes[open...].firstIndex(of: UInt8(ascii: ">"))
    else { return nil }
    var name = bytes[..<open]
    if name.last == UInt8(ascii: " ") { name = name.dropLast() }
    self.name = Array(name)
    email = Array(bytes[(open + 1)..<close])
    let rest = bytes[(close + 1)...].split(separator: UInt8(ascii: " "))
    guard rest.count == 2, let seconds = Int64(decimal: rest[0]),
      let zone = Int64(decimal: rest[1].dropFirst())
    else { return nil }
    self.seconds = seconds
    let minutes = Int(zone / 100 * 60 + zone % 100)
    offset = rest[1].first == UInt8(ascii: "-") ? -minutes : minutes
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
  /// Reads decimal digits with an optional minus; nil for anything else.
  public init?(decimal digits: ArraySlice<UInt8>) {
    var value: Int64 = 0
    var rest = digits
    let negative = rest.first == UInt8(ascii: "-")
    if negative { rest = rest.dropFirst() }
    guard !rest.isEmpty, rest.count < 19 else { return nil }
    for digit in rest {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      value = value * 10 + Int64(digit - UInt8(ascii: "0"))
    }
    self = negative ? -value : value
  }
}
