import Testing

@testable import Content

/// What is found in content by whoever looks for the characters of a text.
@Suite struct TextNeedleTests {
  static let latin: [UInt8] = [0x47, 0x72, 0xF6, 0xDF, 0x65, 0x0A]

  static func occurs(_ text: [UInt8], in bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { TextNeedle(text).occurs(in: $0) }
  }

  @Test func bytesAreFoundAsTheyStandInAnything() {
    #expect(Self.occurs([0xFF, 0], in: [1, 0xFF, 0, 2]))
    #expect(!Self.occurs([0xFF, 1], in: [1, 0xFF, 0, 2]))
    #expect(!Self.occurs([], in: [1]))
  }

  @Test func charactersAreFoundInWideTextsOnlyAtWholeUnits() {
    let search = utf8("ab")
    #expect(Self.occurs(search, in: [0xFF, 0xFE, 0x61, 0, 0x62, 0]))
    #expect(Self.occurs(search, in: [0xFE, 0xFF, 0, 0x61, 0, 0x62]))
    #expect(!Self.occurs(search, in: [0xFF, 0xFE, 0, 0x61, 0, 0x62, 0, 0]))
    #expect(Self.occurs(search, in: [0x61, 0, 0x62, 0]))
    #expect(Self.occurs(search, in: [0xFF, 0xFE, 0, 0, 0x61, 0, 0, 0, 0x62, 0, 0, 0]))
    #expect(Self.occurs(utf8("a\r\nb"), in: utf16("a\r\nb", mark: true)))
    #expect(Self.occurs(utf8("語"), in: utf16("日本語", mark: true)))
  }

  @Test(arguments: [
    ("Größe", latin, true), ("ß", latin, true), ("Grösse", latin, false), ("語", latin, false),
    ("ã", utf8("Größe"), false),
  ])
  func charactersAreFoundInOlderEncodings(text: String, bytes: [UInt8], expected: Bool) {
    #expect(Self.occurs(utf8(text), in: bytes) == expected)
  }

  @Test(arguments: [
    ("🐝", #"{"text":"\ud83d\udc1d"}"#, true), ("http://e/m", #"{"url":"http:\/\/e\/m"}"#, true),
    ("a\nb", #"["a\nb"]"#, true), ("schlüssel", #"{"schl\u00fcssel":1}"#, true),
    ("a\nb", #"["\u0061","b"]"#, false), ("🐝", #"not JSON "\ud83d\udc1d""#, false),
    ("🐝", #"{"text":"\ud83d\udc1d"#, false), ("🐝", #"{"text":"\\ud83d\\udc1d"}"#, false),
  ])
  func escapesInJSONAreRead(text: String, document: String, expected: Bool) {
    #expect(Self.occurs(utf8(text), in: utf8(document)) == expected)
    #expect(Self.occurs(utf8(text), in: utf16(document, mark: true)) == expected)
  }

  @Test(
    "Texts in the trouble cases are found in each of their encodings",
    .enabled(if: SharedText.isPresent, "the trouble cases are not there"),
    arguments: [
      ("D11-latin1-v1.txt", "Größe"), ("D10-utf16le-nobom.txt", "Äpfel"),
      ("D10-utf16be-bom.txt", "Äpfel"), ("E01-order-v2.emojiart", "🐝"),
    ])
  func troubleCases(name: String, text: String) {
    #expect(Self.occurs(utf8(text), in: SharedText.sample(name)))
  }
}
