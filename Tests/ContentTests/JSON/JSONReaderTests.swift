import Testing

@testable import Content

@Suite struct JSONReaderTests {
  static func document(_ text: String) throws -> JSONDocument {
    try JSONDocument(parsing: Array(text.utf8))
  }

  @Test(arguments: [
    "{}", "[]", " [ ] ", "null", "true", "false", "0", "-0", "1.5e+3", "\"\"",
    "[1,2,[3,{\"a\":[]}]]",
    "{\"a\":1,\"a\":2}", "\"\\ud83d\"", "\"\\u0000\"", "\"é🐝\"", "1E5",
    "123456789012345678901234567890", "\r\n\t[ 1 ,\n2 ]\n",
  ])
  func readsWhatTheGrammarAllows(text: String) throws {
    let document = try Self.document(text)
    #expect(document.source.bytes == Array(text.utf8))
  }

  @Test(arguments: [
    ("", JSONError.Reason.empty, 0), ("  ", .empty, 2), ("[", .cutOff, 1), ("[1", .cutOff, 2),
    ("{\"a\"", .cutOff, 4), ("\"ab", .cutOff, 3), ("tru", .cutOff, 3),
    ("[1,]", .unexpectedCharacter, 3), ("{,}", .unexpectedCharacter, 1),
    ("{\"a\" 1}", .unexpectedCharacter, 5), ("[1 2]", .unexpectedCharacter, 3),
    ("1 2", .trailingContent, 2), ("[]]", .trailingContent, 2), ("01", .badNumber, 0),
    ("-", .cutOff, 1), ("1.", .cutOff, 2), ("1.x", .badNumber, 0), (".5", .unexpectedCharacter, 0),
    ("+1", .unexpectedCharacter, 0), ("NaN", .unexpectedCharacter, 0), ("\"\\x\"", .badEscape, 1),
    ("\"\\u12g4\"", .badEscape, 1), ("\"\u{1}\"", .controlCharacter, 1),
    ("'a'", .unexpectedCharacter, 0), ("[1] // no", .trailingContent, 4),
    ("{\"a\":1,}", .unexpectedCharacter, 7), ("{1:2}", .unexpectedCharacter, 1),
  ])
  func refusesTheRestAndSaysWhere(text: String, reason: JSONError.Reason, offset: Int) {
    #expect(throws: JSONError(reason, at: offset)) { try Self.document(text) }
  }

  @Test(
    arguments: [
      [0x22, 0xFF, 0x22], [0x22, 0xC0, 0xAF, 0x22], [0x22, 0xED, 0xA0, 0xBD, 0x22],
      [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], [0x22, 0xE2, 0x82, 0x22], [0xFF], [0x5B, 0xF0, 0x9F],
    ] as [[UInt8]])
  func refusesWhatIsNotUTF8(bytes: [UInt8]) {
    let error = #expect(throws: JSONError.self) { try JSONDocument(parsing: bytes) }
    #expect(error?.reason == .badEncoding)
  }

  @Test func limitsDepth() throws {
    let deep = { (depth: Int) in
      Array(String(repeating: "[", count: depth).utf8)
        + Array(String(repeating: "]", count: depth).utf8)
    }
    #expect(try JSONDocument(parsing: deep(512)).nodes.count == 512)
    #expect(throws: JSONError(.tooDeep, at: 512)) { try JSONDocument(parsing: deep(513)) }
    #expect(throws: JSONError(.tooDeep, at: 512)) {
      try JSONDocument(parsing: [UInt8](repeating: 0x5B, count: 1_000_000))
    }
  }

  @Test func keepsEveryFormOfUnicode() throws {
    let text = "{\"a\":[\"🐝\",\"\u{FFFD}é\"]}"
    let wide = Array(text.utf16)
    let little = wide.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let big = wide.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    let forms: [([UInt8], JSONSource.Encoding, Bool)] = [
      ([0xEF, 0xBB, 0xBF] + Array(text.utf8), .utf8, true), (little, .utf16LittleEndian, false),
      ([0xFF, 0xFE] + little, .utf16LittleEndian, true), (big, .utf16BigEndian, false),
      ([0xFE, 0xFF] + big, .utf16BigEndian, true),
    ]
    for (bytes, encoding, mark) in forms {
      let document = try JSONDocument(parsing: bytes)
      #expect(document.text == Array(text.utf8))
      #expect(document.source.encoding == encoding)
      #expect(document.source.hasMark == mark)
      #expect(document.source.bytes == bytes)
    }
    #expect(throws: JSONError(.badEncoding, at: little.count)) {
      try JSONDocument(parsing: little + [0x20])
    }
    let halved = [0x22, 0, 0x3D, 0xD8, 0x22, 0] as [UInt8]
    let document = try JSONDocument(parsing: halved)
    #expect(document.source.bytes == halved)
    #expect(document.string(of: document.root) == nil)
  }

  @Test func resolvesEscapes() throws {
    let document = try Self.document(#""\"\\\/\b\f\n\r\tA\ud83d\udc1dé\u00e9""#)
    #expect(document.string(of: document.root) == "\"\\/\u{8}\u{C}\n\r\tA🐝éé")
    let half = try Self.document(#""\ud83dx""#)
    #expect(half.characters(of: half.root) == [0xED, 0xA0, 0xBD, 0x78])
    #expect(half.string(of: half.root) == nil)
  }

  @Test(arguments: [
    ("10", "10.0", true), ("10", "1e1", true), ("-0", "0", true), ("0.0e5", "0", true),
    ("1", "-1", false), ("123456789012345678901", "123456789012345678902", false),
    ("123456789012345678901", "123456789012345678901.0", true), ("0.1", "0.10", true),
    ("1e400", "10e399", true), ("1e400", "1e401", false), ("1.5", "15e-1", true),
    ("1e99999999999999999999", "1e99999999999999999998", false), ("100", "1", false),
    ("1.01", "1.1", false), ("0.001", "1E-3", true), ("1203", "1.203e+3", true),
  ])
  func comparesNumbersByExactValue(left: String, right: String, expected: Bool) {
    let first = JSONNumber(spelling: left)
    let second = JSONNumber(spelling: right)
    #expect((first == second) == expected)
    #expect((second == first) == expected)
    if expected { #expect(first.hashValue == second.hashValue) }
  }

  @Test(arguments: [
    ("60", "10", "50"), ("10", "60.5", "-50.5"), ("0.3", "0.1", "0.2"), ("1", "1.0", "0"),
    ("-5", "5", "-10"), ("1e2", "0.25", "99.75"), ("0.05", "0.1", "-0.05"),
  ])
  func subtractsExactly(left: String, right: String, expected: String) {
    #expect(
      (JSONNumber(spelling: left) - JSONNumber(spelling: right)).spelling == expected)
  }

  @Test(arguments: [
    ("", #"{"a/b":[1,{"~":2}],"":3}"#), ("/a~1b/1/~0", "2"), ("/", "3"), ("/a~1b/0", "1"),
  ])
  func followsPointers(pointer: String, expected: String) throws {
    let document = try Self.document(#"{"a/b":[1,{"~":2}],"":3}"#)
    let found = try document.node(at: JSONPointer(pointer))
    #expect(String(decoding: document.spelling(of: found), as: UTF8.self) == expected)
    #expect(try JSONPointer(pointer).description == pointer)
  }

  @Test(arguments: [
    ("/a/2", "there is no /a/2"), ("/a/01", "there is no /a/01"), ("/a/-", "there is no /a/-"),
    ("/b/c", "/b stands there twice"), ("/c", "there is no /c"), ("/a/0/x", "there is no /a/0/x"),
    ("a", "'a' is not a JSON Pointer, which looks like /a/0/b"),
    ("/~2", "'/~2' is not a JSON Pointer, which looks like /a/0/b"),
  ])
  func pointersThatLeadNowhereSayWhy(pointer: String, why: String) throws {
    let document = try Self.document(#"{"a":[1,2],"b":1,"b":2}"#)
    let error = #expect(throws: JSONPointerError.self) {
      try document.node(at: JSONPointer(pointer))
    }
    #expect(error?.description == why)
  }
}
