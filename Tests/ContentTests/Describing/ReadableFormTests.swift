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
    #expect(Set(all).count == 1)
  }

  @Test("The same content has the same lines", arguments: JSONPropertyTests.blocks)
  func spellingIsNoChange(block: Int) {
    JSONPropertyTests.forEachSeed(block) { random, seed in
      let tree = random.tree()
      let one = lines("a.json", random.spelled(tree))
      holds(one == lines("a.json", random.spelled(tree)), "seed \(seed)")
      let sketch = random.sketch()
      let year = random.pick(Seeded.years)
      let drawing = lines("a.emojiart", random.document(sketch, year))
      holds(drawing == lines("a.emojiart", random.document(sketch, year)), "seed \(seed)")
    }
  }

  @Test("No lines steer the terminal, whatever is damaged", arguments: JSONPropertyTests.blocks)
  func nothingSteers(block: Int) {
    JSONPropertyTests.forEachSeed(block) { random, seed in
      let bytes = random.damaged(random.document(random.sketch(), random.pick(Seeded.years)))
      let name = random.pick(["a.emojiart", "a.json", "a.txt", "a"])
      let shown = lines(name, bytes)
      holds(
        shown.unicodeScalars.allSatisfy {
          $0 == "\n" || $0 == "\t" || !Visible.isUnsafe($0.value)
        }, "seed \(seed): \(shown.debugDescription)")
    }
  }

  @Test func dataOfTheSameSizeDiffers() {
    let one = lines("a.png", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 1])
    let two = lines("a.png", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 2])
    #expect(one.hasPrefix("(public.png, 11 bytes, checksum ") && one.hasSuffix(")\n"))
    #expect(one != two)
  }
}
