import Testing

@testable import Content

/// The sample files themselves, where they are at hand.
@Suite(.enabled(if: SharedText.isPresent, "the shared samples are not there"))
struct SharedTextCaseTests {
  static func diff(_ old: String, _ new: String) -> TextDiff {
    TextDiff(
      old: TextContent(SharedText.sample(old)), new: TextContent(SharedText.sample(new)))
  }

  static let pairs: [(String, String, Int, [String])] = [
    ("D01-surrogate-v1.txt", "D01-surrogate-v2.txt", 1, []),
    ("D02-clusters-v1.txt", "D02-clusters-v2.txt", 1, []),
    ("D04-invisible-v1.txt", "D04-invisible-v2.txt", 1, []),
    ("D05-width-v1.txt", "D05-width-v2.txt", 1, []),
    ("D06-nfc.txt", "D06-nfd.txt", 0, ["normalisation"]),
    ("D07-crlf-v1.txt", "D07-crlf-v2.txt", 2, []),
    ("D09-eof-v1.txt", "D09-eof-v2.txt", 0, ["finalNewline"]),
    ("D09-eof-v1.txt", "D09-eof-v3.txt", 1, ["finalNewline"]),
    ("D09-empty.txt", "D09-eof-v1.txt", 1, []),
    ("D10-utf16le-bom-v1.txt", "D10-utf16le-bom-v2.txt", 2, []),
    (
      "D10-utf16le-bom-v1.txt", "D10-utf16be-bom.txt", 0, ["encoding", "lineEnds"]
    ),
    ("D10-utf16le-nobom.txt", "D10-utf8-plain.txt", 0, ["encoding"]),
    ("D10-utf8-plain.txt", "D10-utf8-bom.txt", 0, ["byteOrderMark"]),
    ("D10-utf16le-oddlength.txt", "D10-utf16le-nobom.txt", 1, ["byteOrderMark", "finalNewline"]),
    ("D11-latin1-v1.txt", "D11-latin1-v2.txt", 2, []),
    ("D13-longline-v1.txt", "D13-longline-v2.txt", 1, []),
    ("D14-escapes-v1.txt", "D14-escapes-v2.txt", 2, []),
  ]

  @Test("Samples differ in as many places and forms as they should", arguments: pairs)
  func samplesDiffer(_ old: String, _ new: String, _ changes: Int, _ forms: [String]) {
    let diff = Self.diff(old, new)
    #expect(diff.changes.count == changes)
    #expect(diff.formatChanges.map(\.what.rawValue) == forms)
    #expect(!diff.isCoarse)
  }

  @Test("Every pair of lines in the invisible sample has a reason")
  func invisibleSample() {
    let diff = Self.diff("D04-invisible-v1.txt", "D04-invisible-v2.txt")
    let pairs = diff.changes.flatMap { diff.words(in: $0).pairs }
    #expect(pairs.count == 5)
    #expect(pairs.allSatisfy { !$0.hidden.isEmpty })
  }

  @Test("The columns of the width sample stand under one another")
  func widths() {
    let text = TextContent(SharedText.sample("D05-width-v1.txt"))
    let columns = (0..<text.lines.count).map { line -> [Int] in
      let shown = VisibleText().line(line, of: text)
      return shown.split(separator: "|").dropLast().map { CellWidth.of(String($0)) }
    }
    // What stands before the first bar in each line of the sample, and between the bars.
    #expect(columns == [[6, 6], [6, 6], [5, 6], [6, 6]])
  }

  @Test("The sample that is not UTF-8 says so and shows its bytes")
  func invalidSample() {
    let text = TextContent(SharedText.sample("D11-invalid-utf8.txt"))
    #expect(text.encoding == .utf8)
    #expect(!text.isWellFormed)
    #expect(VisibleText().line(1, of: text) == "bad \\xff\\xfe byte")
    #expect(VisibleText().line(4, of: text) == "overlong \\xc0\\xaf end")
  }

  @Test("No shown line of any sample holds a control character or invalid UTF-8")
  func nothingSteers() {
    for name in Self.pairs.flatMap({ [$0.0, $0.1] }) + ["D11-invalid-utf8.txt"] {
      let text = TextContent(SharedText.sample(name))
      for line in 0..<text.lines.count {
        let shown = VisibleText().line(line, of: text)
        #expect(shown.unicodeScalars.allSatisfy { !HiddenCharacter.steers($0.value) })
      }
    }
  }
}
