import Testing

@testable import Content

@Suite struct ReadableFormTests {
  private func lines(_ name: String, _ bytes: [UInt8]) -> String {
    ReadableForm(name: Array(name.utf8), bytes: bytes).text
  }

  @Test(
    "Texts are their own lines, after a line on an unusual form",
    arguments: [
      ("one\ntwo", "one\ntwo"), ("", ""), ("a\r\nb\r\n", "(line ends CRLF)\na\nb\n"),
      ("a\r\nb\nc\r", "(mixed line ends)\na\\r\nb\nc\\x0d"),
      ("\u{FEFF}a\n", "(byte order mark)\na\n"), ("\u{1b}[2J\u{202e}\n", "\\x1b[2J\\u{202e}\n"),
    ])
  func texts(content: String, expected: String) {
    #expect(lines("a.txt", Array(content.utf8)) == expected)
  }

  @Test func jsonIsTheSameHoweverItIsWritten() {
    let one = lines("a.json", Array(#"{"b":[1,{}],"a":"x\u001b"}"#.utf8))
    let two = lines("a.json", Array("{ \"a\" : \"x\\u001B\",\n\"b\": [1, {}]}".utf8))
    #expect(one == two)
    #expect(one == "{\n  \"a\": \"x\\u001b\",\n  \"b\": [\n    1,\n    {}\n  ]\n}\n")
  }

  @Test(
    "Drawings of the cases that are the same have the same lines",
    .enabled(if: SharedCases.areThere, SharedCases.absence))
  func sameDrawings() throws {
    let all = try [
      "E01-order-v1.emojiart", "E01-order-v2.emojiart", "E01-order-v3-pretty.emojiart",
    ]
    .map { lines("a.emojiart", try SharedCases.read($0)) }
    let withoutNumbers = all.map { $0.replacing(".0", with: "") }
    #expect(Set(withoutNumbers).count == 1)
  }

  @Test func dataOfTheSameSizeDiffers() {
    let one = lines("a.png", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 1])
    let two = lines("a.png", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 2])
    #expect(one.hasPrefix("(public.png, 11 bytes, checksum ") && one.hasSuffix(")\n"))
    #expect(one != two)
  }
}
