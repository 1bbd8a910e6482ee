/// Writes one JSON object on one line, keys in the order in which they come.
///
/// What it writes is always valid UTF-8 and never contains a line break, a control character or a
/// mark of direction, so that nothing in it steers a terminal, and not U+2028 or U+2029: bytes that are not UTF-8 become U+FFFD, except in paths, which are encoded.
struct JSONLine {
  private var bytes: [UInt8] = []
  private var needsComma = false

  init() {
    bytes.reserveCapacity(256)
    bytes.append(UInt8(ascii: "{"))
  }

  mutating func field(_ key: StaticString, _ value: Int) {
    begin(key)
    bytes.append(decimal: value)
  }

  mutating func field(_ key: StaticString, _ value: Bool) {
    begin(key)
    bytes.append(contentsOf: (value ? "true" : "false").utf8)
  }

  mutating func field(_ key: StaticString, _ value: String) {
    begin(key)
    append(string: value)
  }

  /// A text that came from outside and may not be UTF-8.
  mutating func field(_ key: StaticString, text: [UInt8]) {
    begin(key)
    append(text)
  }

  mutating func field(_ key: StaticString, _ time: LocalTime) {
    begin(key)
    bytes.append(UInt8(ascii: "\""))
    time.appendRFC3339(to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  /// A value that is JSON already, on one line.
  mutating func field(_ key: StaticString, json: [UInt8]) {
    begin(key)
    bytes += json
  }

  /// A text whose key comes from outside.
  mutating func field(named key: String, _ value: String) {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
    append(string: key)
    bytes.append(UInt8(ascii: ":"))
    append(string: value)
  }

  /// A path, percent-encoded where it is not UTF-8; `encodingKey` then says so.
  mutating func field(
    _ key: StaticString, path: [UInt8], encodingKey: StaticString = "documentEncoding"
  ) {
    begin(key)
    guard let encoded = PercentEncoding.encodedUnlessUTF8(path) else { return append(path) }
    append(encoded)
    field(encodingKey, "percent")
  }

  /// A key with its value left out where there is none.
  mutating func field(_ key: StaticString, ifAny value: String?) {
    if let value { field(key, value) }
  }

  mutating func field(_ key: StaticString, ifAny value: Int?) {
    if let value { field(key, value) }
  }

  mutating func field(_ key: StaticString, ifAny value: LocalTime?) {
    if let value { field(key, value) }
  }

  /// An object within.
  mutating func object<Failure: Error>(
    _ key: StaticString, _ body: (inout JSONLine) throws(Failure) -> Void
  ) throws(Failure) {
    begin(key)
    bytes.append(UInt8(ascii: "{"))
    needsComma = false
    try body(&self)
    bytes.append(UInt8(ascii: "}"))
    needsComma = true
  }

  mutating func array(_ key: StaticString, _ values: [String]) {
    begin(key)
    bytes.append(UInt8(ascii: "["))
    for (index, value) in values.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      append(string: value)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  mutating func array(_ key: StaticString, _ values: [Int]) {
    begin(key)
    bytes.append(UInt8(ascii: "["))
    for (index, value) in values.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes.append(decimal: value)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  /// The line with its line break; the writer begins a new one in the same memory.
  mutating func finish(_ use: ([UInt8]) throws(OutputFailure) -> Void) throws(OutputFailure) {
    bytes.append(UInt8(ascii: "}"))
    bytes.append(UInt8(ascii: "\n"))
    defer {
      bytes.removeAll(keepingCapacity: true)
      bytes.append(UInt8(ascii: "{"))
      needsComma = false
    }
    try use(bytes)
  }

  /// The line with its line break.
  consuming func finished() -> [UInt8] {
    bytes.append(UInt8(ascii: "}"))
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }

  private mutating func begin(_ key: StaticString) {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
    bytes.append(UInt8(ascii: "\""))
    key.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
  }

  private mutating func append(string: String) {
    var string = string
    string.withUTF8 { append(buffer: $0) }
  }

  private mutating func append(_ text: [UInt8]) {
    text.withUnsafeBufferPointer { append(buffer: $0) }
  }

  private mutating func append(buffer: UnsafeBufferPointer<UInt8>) {
    bytes.append(UInt8(ascii: "\""))
    if buffer.allSatisfy(Self.isPlain) {
      bytes.append(contentsOf: buffer)
    } else {
      var scanner = UTF8Scanner(buffer)
      while let piece = scanner.next() {
        guard let scalar = piece.scalar else {
          bytes.append(contentsOf: [0xEF, 0xBF, 0xBD])
          continue
        }
        switch scalar {
        case 0x22: bytes.append(contentsOf: #"\""#.utf8)
        case 0x5C: bytes.append(contentsOf: #"\\"#.utf8)
        case 0x08: bytes.append(contentsOf: #"\b"#.utf8)
        case 0x09: bytes.append(contentsOf: #"\t"#.utf8)
        case 0x0A: bytes.append(contentsOf: #"\n"#.utf8)
        case 0x0C: bytes.append(contentsOf: #"\f"#.utf8)
        case 0x0D: bytes.append(contentsOf: #"\r"#.utf8)
        case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x206F,
          0xFEFF:
          appendEscape(scalar)
        default: bytes.append(contentsOf: buffer[piece.range])
        }
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func appendEscape(_ scalar: UInt32) {
    let digits = String(scalar, radix: 16)
    bytes.append(contentsOf: "\\u".utf8)
    bytes.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: 4 - digits.utf8.count))
    bytes.append(contentsOf: digits.utf8)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x7F && byte != 0x22 && byte != 0x5C
  }
}
