import Content
import Testing
import VersionStore

@testable import versions

@Suite struct DifferencePresentationTests {
  private func compare(
    _ old: [UInt8]?, _ new: [UInt8]?, name: String = "a.txt", context: Int = 3
  ) -> Comparison {
    var options = ComparisonOptions()
    options.context = context
    return Comparison(
      old: .init(path: bytes(name), content: old.map { .flat($0, executable: false) }),
      new: .init(path: bytes(name), content: new.map { .flat($0, executable: false) }),
      options: options)
  }

  private func compare(_ old: String?, _ new: String?, context: Int = 3) -> Comparison {
    compare(old.map(bytes), new.map(bytes), context: context)
  }

  private func shown(
    _ comparison: Comparison, _ texts: PeoplePresentation.TextLayout = .lines,
    colour: Bool = false, ignoresFormat: Bool = false
  ) -> String {
    let people = PeoplePresentation(
      colour: Colour(isOn: colour), texts: texts, ignoresFormat: ignoresFormat)
    return String(decoding: people.bytes(comparison, heading: "H"), as: UTF8.self)
  }

  @Test(
    "Changed words are marked, whole lines are not",
    arguments: [
      ("a b c\n", "a x c\n", "@@ -1 +1 @@ hunk 1\n-a [-b-] c\n+a {+x+} c\n"),
      ("one\n", "two\n", "@@ -1 +1 @@ hunk 1\n-one\n+two\n"),
      ("a\n", "a\nb\n", "@@ -1 +1,2 @@ hunk 1\n a\n+b\n"),
      ("a\nb\n", "b\n", "@@ -1,2 +1 @@ hunk 1\n-a\n b\n"),
      ("👍🏽 x\n", "👍🏿 x\n", "@@ -1 +1 @@ hunk 1\n-[-👍🏽-] x\n+{+👍🏿+} x\n"),
      (nil, "a\n", "@@ -0,0 +1 @@ hunk 1\n+a\n"),
      (nil, "", "added, empty\n"),
      ("", nil, "removed, was empty\n"),
      ("a\n", "a", "final newline removed\n"),
      ("a\r\nb\r\n", "a\nb\n", "line ends CRLF → LF\n"),
      ("é\n", "e\u{301}\n", "same characters, different encoding form: NFC → NFD (line 1)\n"),
      (
        "ab c\n", "a\u{200b}b c\n",
        "@@ -1 +1 @@ hunk 1\n-[-ab-] c\n+{+a\\u{200b}b+} c\n"
          + "~ line 1: U+200B zero width space added\n"
      ),
      ("\u{1b}[2J\n", "\u{1b}c\n", "@@ -1 +1 @@ hunk 1\n-\\x1b[-[2J-]\n+\\x1b{+c+}\n"),
      (#"{"a":1}"#, #"{"a":2}"#, "/a 1 → 2\n"),
    ] as [(String?, String?, String)])
  func textForPeople(old: String?, new: String?, expected: String) {
    #expect(shown(compare(old, new)) == "H\n" + expected)
  }

  @Test func colourTakesThePlaceOfSigns() {
    #expect(
      shown(compare("a b\n", "a c\n"), colour: true)
        == "\u{1b}[1mH\u{1b}[0m\n\u{1b}[36m@@ -1 +1 @@ hunk 1\u{1b}[0m\n"
        + "\u{1b}[31m-\u{1b}[0m\u{1b}[31ma \u{1b}[0m\u{1b}[31;7mb\u{1b}[0m\n"
        + "\u{1b}[32m+\u{1b}[0m\u{1b}[32ma \u{1b}[0m\u{1b}[32;7mc\u{1b}[0m\n")
  }

  @Test func wordsStandWhereTheyChanged() {
    #expect(
      shown(compare("a b c\nd\n", "a x c\nd\n"), .words)
        == "H\n@@ -1,2 +1,2 @@ hunk 1\na [-b-]{+x+} c\nd\n")
  }

  @Test(
    "Columns are cells of a terminal, and no row is wider than it",
    arguments: [
      ("漢 b\nd\n", "漢 x\nd\n", "1 漢 b      | 1 漢 x\n2 d           2 d\n"),
      ("a\nb\n", "b\nc\n", "1 a         <\n2 b           1 b\n            > 2 c\n"),
    ])
  func columnsFit(old: String, new: String, expected: String) {
    let text = shown(compare(old, new), .sideBySide(width: 25))
    let rows = text.split(separator: "\n").dropFirst(2)
    #expect(rows.joined(separator: "\n") + "\n" == expected)
    #expect(rows.allSatisfy { CellWidth.of(String($0)) <= 25 })
  }

  @Test func hunksAreNumberedAndFarChangesStandApart() {
    let old = (1...20).map { "\($0)\n" }.joined()
    let new = old.replacing("2\n3\n", with: "2\nx\n").replacing("18\n", with: "")
    func heads(_ text: String) -> [Substring] {
      text.split(separator: "\n").filter { $0.hasPrefix("@@") }
    }
    #expect(
      heads(shown(compare(old, new)))
        == ["@@ -1,6 +1,6 @@ hunk 1", "@@ -15,6 +15,5 @@ hunk 2"])
    // Copying takes hunks of the usual context.
    #expect(
      heads(shown(compare(old, new, context: 1))) == ["@@ -2,3 +2,3 @@", "@@ -17,3 +17,2 @@"])
  }

  @Test(
    arguments: [
      ([0, 1, 2, 0xff], [0, 1, 2, 0xfe], "binary differs, both have 4 bytes\n"),
      ([0, 1, 2, 0xff], [0, 1, 2], "binary differs, 4 → 3 bytes\n"),
      (nil, [0, 1, 2, 0xff], "binary added, 4 bytes\n"),
      ([0, 1, 2, 0xff], nil, "binary removed, 4 bytes\n"),
    ] as [([UInt8]?, [UInt8]?, String)])
  func dataIsToldBySize(old: [UInt8]?, new: [UInt8]?, expected: String) {
    let head: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    let text = shown(compare(old.map { head + $0 }, new.map { head + $0 }, name: "a.png"))
    func counted(_ text: String) -> String {
      text.replacing("4", with: "12").replacing("3", with: "11")
    }
    #expect(text == "H\n" + counted(expected))
  }

  @Test func pastABudgetPeopleAreTold() {
    func list(_ letter: String) -> String {
      "[" + (0..<6000).map { "\"\(letter)\($0)\"" }.joined(separator: ",") + "]"
    }
    let comparison = compare(bytes(list("a")), bytes(list("b")), name: "a.json")
    #expect(comparison.isCoarse)
    #expect(shown(comparison).hasSuffix("\n(\(PeoplePresentation.coarseRemark))\n"))
    #expect(!shown(compare(bytes("[1]"), bytes("[2]"), name: "a.json")).contains("too different"))
  }

  @Test func formIsLeftOutWhereItIsIgnored() {
    #expect(
      shown(compare("a\r\nb\r\n", "a\nc\n"), ignoresFormat: true)
        == "H\n@@ -1,2 +1,2 @@ hunk 1\n a\n-b\n+c\n")
  }

  // MARK: For programs

  private func lines(_ comparison: Comparison, ignoresFormat: Bool = false) -> [String] {
    DifferenceJSON(ignoresFormat: ignoresFormat).trees(comparison).map {
      String(decoding: $0.bytes, as: UTF8.self)
    }
  }

  @Test func textAsObjects() {
    #expect(
      lines(compare("k 👍🏽\nb\n", "k 👍🏿\nb\nc")) == [
        #"{"kind":"changed","oldLines":{"start":1,"count":1,"unit":"line"},"#
          + #""newLines":{"start":1,"count":1,"unit":"line"},"removed":["k 👍🏽"],"added":["k 👍🏿"],"#
          + #""words":[{"side":"old","line":1,"start":3,"count":1,"unit":"grapheme","text":"👍🏽"},"#
          + #"{"side":"new","line":1,"start":3,"count":1,"unit":"grapheme","text":"👍🏿"}]}"#,
        #"{"kind":"added","oldLines":{"start":3,"count":0,"unit":"line"},"#
          + #""newLines":{"start":3,"count":1,"unit":"line"},"removed":[],"added":["c"],"words":[]}"#,
        #"{"kind":"formatChanged","what":"finalNewline","from":"present","to":"absent"}"#,
      ])
  }

  @Test func bytesThatAreNoTextAreEscapedAndToldSo() {
    let odd = bytes("bad ") + [0xff, 0xfe] + bytes(" byte\ncut ") + [0xf0, 0x9f, 0x90, 0x0a]
    let objects = lines(compare(bytes("good\n"), bytes("good\n") + odd))
    #expect(objects.count == 1)
    #expect(objects[0].contains(#""added":["bad \\xff\\xfe byte","cut \\xf0\\x9f\\x90"]"#))
    #expect(objects[0].contains(#""escaped":true"#))
  }

  @Test func missingSideIsToldFirst() {
    #expect(lines(compare(nil, "")) == [#"{"kind":"documentAdded"}"#])
    #expect(lines(compare("a\n", nil)).first == #"{"kind":"documentRemoved"}"#)
  }

  @Test func pathsOfPartsAreEncodedWhereTheyAreNotUTF8() {
    func package(_ text: String) -> Comparison.Side {
      .init(
        path: bytes("p"),
        content: .package([
          .init(path: [0x61, 0xff], kind: .file(bytes(text), executable: false))
        ]))
    }
    let objects = lines(Comparison(old: package("[1]"), new: package("[2]")))
    #expect(
      objects == [
        #"{"kind":"changed","part":"a%FF","partEncoding":"percent","path":"/0","from":1,"to":2}"#
      ])
  }

  @Test func patchNamesTheDocumentOnBothSides() throws {
    let patch = PatchPresentation(path: bytes("b c"), ignoresFormat: false)
    #expect(
      String(decoding: try patch.bytes(compare("a\n", "b\n")), as: UTF8.self)
        == "diff --git a/b c b/b c\n--- a/b c\t\n+++ b/b c\t\n@@ -1 +1 @@\n-a\n+b\n")
    #expect(
      String(decoding: try patch.visible(compare("a\n", "\u{1b}\n")), as: UTF8.self)
        .hasSuffix("-a\n+\\x1b\n"))
  }

  @Test(
    arguments: [
      (true, false, " a.txt |   3 ++-\n"), (false, false, "2\t1\ta.txt\n"),
      (false, true, "2\t1\ta.txt\0"),
    ])
  func countsOfLines(isForPeople: Bool, endsWithNull: Bool, expected: String) {
    let stat = StatPresentation(
      path: bytes("a.txt"), ignoresFormat: false, isForPeople: isForPeople,
      endsNamesWithNull: endsWithNull, colour: Colour(isOn: false), width: 80)
    #expect(String(decoding: stat.bytes(compare("a\n", "b\nc\n")), as: UTF8.self) == expected)
  }
}
