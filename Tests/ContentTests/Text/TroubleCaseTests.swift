import Testing

@testable import Content

/// The trouble cases about showing differences, written out so that no sample file is needed.
@Suite struct TroubleCaseTests {
  static func diff(_ old: [UInt8], _ new: [UInt8]) -> TextDiff {
    TextDiff(old: TextContent(old), new: TextContent(new))
  }

  static func diff(_ old: String, _ new: String) -> TextDiff { diff(utf8(old), utf8(new)) }

  /// The marked characters of the only pair of lines.
  static func marks(_ diff: TextDiff) -> (removed: [String], added: [String]) {
    var removed: [String] = []
    var added: [String] = []
    for change in diff.changes {
      for pair in diff.words(in: change).pairs {
        for span in pair.removed {
          removed.append(text(diff.old, span))
        }
        for span in pair.added { added.append(text(diff.new, span)) }
      }
    }
    return (removed, added)
  }

  static func text(_ content: TextContent, _ span: WordSpan) -> String {
    let line = Array(content.utf8Line(span.line))
    return String(decoding: line[span.bytes], as: UTF8.self)
  }

  @Test("An emoji inserted between two with the same first half is one insertion")
  func insertedEmoji() {
    let diff = Self.diff("hive: 🐝🐞 end\nsame line\n", "hive: 🐝🐛🐞 end\nsame line\n")
    let marks = Self.marks(diff)
    #expect(marks.removed == [])
    #expect(marks.added == ["🐛"])
    let words = diff.words(in: diff.changes[0])
    #expect(words.pairs[0].added.map(\.graphemes) == [7..<8])
  }

  static let clusters: [(String, String, String, String)] = [
    ("family 👨‍👩‍👧 picnic", "family 👨‍👩‍👧‍👦 picnic", "👨‍👩‍👧", "👨‍👩‍👧‍👦"),
    ("crew 👩🏽‍🚒 on duty", "crew 👩🏿‍🚒 on duty", "👩🏽‍🚒", "👩🏿‍🚒"),
    ("letter e\u{301}\u{323} end", "letter e\u{301} end", "e\u{301}\u{323}", "e\u{301}"),
    ("hindi नि end", "hindi नी end", "नि", "नी"),
    ("thai กำ end", "thai กา end", "กำ", "กา"),
    ("flag 🇫🇷🇩🇪 up", "flag 🇫🇮🇩🇪 up", "🇫🇷", "🇫🇮"),
    ("cafe\u{301} bar", "cafe bar", "e\u{301}", "e"),
  ]

  @Test(
    "Inside a joined emoji or an accented letter the whole cluster changes", arguments: clusters)
  func wholeClusters(_ old: String, _ new: String, _ gone: String, _ come: String) {
    let marks = Self.marks(Self.diff(old + "\n", new + "\n"))
    #expect(marks.removed.map { Array($0.utf8) } == [Array(gone.utf8)])
    #expect(marks.added.map { Array($0.utf8) } == [Array(come.utf8)])
  }

  static let invisible: [(String, String, [String])] = [
    ("heart ❤ end", "heart ❤\u{FE0F} end", ["U+FE0F emoji variation selector added"]),
    (
      "phone ☎\u{FE0E} end", "phone ☎\u{FE0F} end",
      ["U+FE0E text variation selector removed", "U+FE0F emoji variation selector added"]
    ),
    ("join ab end", "join a\u{200B}b end", ["U+200B zero width space added"]),
    ("space a b end", "space a\u{A0}b end", ["U+00A0 no-break space added", "blanks: 1 → 0"]),
    (
      "dir abc end", "dir a\u{202E}bc\u{202C} end",
      ["U+202E right-to-left override added", "U+202C pop directional formatting added"]
    ),
    ("a b", "a  b", ["blanks: 1 → 2"]),
    ("a", "a  ", ["blanks at the end of the line: 0 → 2"]),
    ("\tx", "    x", ["U+0009 tab removed", "blanks: 0 → 4"]),
    ("soft", "so\u{AD}ft", ["U+00AD soft hyphen added"]),
    ("paypal", "pаypal", ["looks alike: U+0061 → U+0430"]),
    ("Å x y", "Å x z", []),
    ("a-b", "a‐b", ["looks alike: U+002D → U+2010"]),
  ]

  @Test("What the eye does not see is named", arguments: invisible)
  func invisibleIsNamed(_ old: String, _ new: String, _ reasons: [String]) {
    let diff = Self.diff(old + "\n", new + "\n")
    let hidden = diff.changes.flatMap { diff.words(in: $0).pairs.flatMap(\.hidden) }
    #expect(hidden.map(\.description) == reasons)
  }

  @Test("Lines that look the same always come with a reason, for 10,000 invisible edits")
  func noTwinsWithoutReason() {
    let marks = [
      "\u{200B}", "\u{FE0F}", "\u{FE0E}", "\u{A0}", "\u{202E}", "\u{200D}", "\u{AD}", " ", "\t",
      "\u{2009}", "\u{E0061}", "\u{1B}", "\u{3000}",
    ].map { Array($0.utf8) }
    var generator = TextGenerator(seed: 40)
    for round in 0..<10_000 {
      let lines = generator.lines() + [utf8("x")]
      var edited = lines
      for _ in 0..<generator.number(1..<4) {
        let at = generator.number(0..<edited.count)
        let place = generator.chance(2) ? edited[at].count : 0
        edited[at].insert(contentsOf: marks[generator.number(0..<marks.count)], at: place)
      }
      let old = generator.joined(lines, ends: [[0x0A]])
      let new = generator.joined(edited, ends: [[0x0A]])
      let diff = Self.diff(old, new)
      for change in diff.changes {
        let words = diff.words(in: change)
        for pair in words.pairs where pair.hidden.isEmpty {
          let one = HiddenDifference.look(of: diff.old.utf8Line(pair.old), escapesRaw: false)
          let two = HiddenDifference.look(of: diff.new.utf8Line(pair.new), escapesRaw: false)
          if one == two {
            Issue.record(
              "round \(round): \(diff.old.utf8Line(pair.old)), \(diff.new.utf8Line(pair.new))")
            return
          }
        }
      }
    }
  }

  @Test("The same words in another Unicode form are one change of form and no changed line")
  func accentForm() {
    let composed = "Caf\u{E9} \u{C5}ngstr\u{F6}m na\u{EF}ve \u{1E69}\nunchanged\n"
    let decomposed = "Cafe\u{301} A\u{30A}ngstro\u{308}m nai\u{308}ve s\u{323}\u{307}\nunchanged\n"
    let diff = Self.diff(composed, decomposed)
    #expect(diff.changes == [])
    #expect(
      diff.formatChanges == [
        TextFormatChange(.normalisation, from: "NFC", to: "NFD", lines: [0])
      ])
    #expect(!diff.isEmpty)
    let back = Self.diff(decomposed, composed)
    #expect(back.formatChanges.map(\.from) == ["NFD"])
    let sign = Self.diff("\u{212B}\n", "\u{C5}\n")
    #expect(sign.formatChanges.map(\.from) == ["not normalised"])
  }

  @Test("A changed form beside a changed word is told apart from it")
  func formAmongChanges() {
    let diff = Self.diff("caf\u{E9}\none\n\u{FC}\n", "cafe\u{301}\ntwo\nu\u{308}\n")
    #expect(diff.changes == [LineChange(old: 1..<2, new: 1..<2)])
    #expect(diff.formatChanges.map(\.lines) == [[0, 2]])
  }

  @Test("CR LF ends a line and is no part of it")
  func carriageReturns() {
    let diff = Self.diff(
      "first\r\nsecond\r\nthird 🐝\r\n", "first\r\nsecond changed\r\nthird 🐝\r\nfourth\r\n")
    #expect(
      diff.changes == [LineChange(old: 1..<2, new: 1..<2), LineChange(old: 3..<3, new: 3..<4)])
    #expect(diff.formatChanges == [])
    let marks = Self.marks(diff)
    #expect(marks.removed == [])
    #expect(marks.added == [" changed"])
    #expect(Array(diff.new.utf8Line(3)) == utf8("fourth"))
  }

  static let finals: [(String, String, [LineChange], [String])] = [
    ("one\ntwo", "one\ntwo\n", [], ["finalNewline absent present"]),
    ("one\ntwo\n", "one\ntwo", [], ["finalNewline present absent"]),
    (
      "one\ntwo", "one\ntwo\n\n", [LineChange(old: 2..<2, new: 2..<3)],
      ["finalNewline absent present"]
    ),
    ("one\ntwo\n", "one\ntwo\n\n", [LineChange(old: 2..<2, new: 2..<3)], []),
    ("", "a\n", [LineChange(old: 0..<0, new: 0..<1)], []),
    ("", "a", [LineChange(old: 0..<0, new: 0..<1)], []),
    ("a\n", "", [LineChange(old: 0..<1, new: 0..<0)], []),
  ]

  @Test("The final newline is told apart from the lines", arguments: finals)
  func finalNewline(_ old: String, _ new: String, _ changes: [LineChange], _ forms: [String]) {
    let diff = Self.diff(old, new)
    #expect(diff.changes == changes)
    #expect(diff.formatChanges.map { "\($0.what.rawValue) \($0.from) \($0.to)" } == forms)
  }

  static let forms: [(String, [UInt8], [UInt8], [String])] = [
    ("line ends", utf8("a\nb\n"), utf8("a\r\nb\r\n"), ["lineEnds LF CRLF"]),
    ("classic Mac", utf8("a\rb\rc\r"), utf8("a\nb\nc\n"), ["lineEnds CR LF"]),
    (
      "one line end", utf8("a\nb\nc\n"), utf8("a\nb\r\nc\n"),
      ["lineEnds LF mixed (2 LF, 1 CRLF)"]
    ),
    (
      "swapped ends", utf8("a\nb\r\n"), utf8("a\r\nb\n"),
      ["lineEnds mixed (1 LF, 1 CRLF) mixed (1 LF, 1 CRLF)"]
    ),
    (
      "mark added", utf8("ä\n"), [0xEF, 0xBB, 0xBF] + utf8("ä\n"), ["byteOrderMark absent present"]
    ),
    (
      "UTF-8 to UTF-16", utf8("ä\n"), utf16("ä\n", mark: true),
      ["encoding UTF-8 UTF-16LE", "byteOrderMark absent present"]
    ),
    (
      "other byte order", utf16("ä\n", mark: true), utf16("ä\n", bigEndian: true, mark: true),
      ["encoding UTF-16LE UTF-16BE"]
    ),
    (
      "Latin-1 to UTF-8", [0x47, 0x72, 0xF6, 0xDF, 0x65, 0x0A], utf8("Größe\n"),
      ["encoding ISO-8859-1 UTF-8"]
    ),
  ]

  @Test("What differs only in form has no changed line", arguments: forms)
  func formOnly(_ name: String, _ old: [UInt8], _ new: [UInt8], _ forms: [String]) {
    let diff = Self.diff(old, new)
    #expect(diff.changes == [])
    #expect(diff.formatChanges.map { "\($0.what.rawValue) \($0.from) \($0.to)" } == forms)
  }

  @Test("A first accent in an ASCII text is no change of encoding")
  func asciiIsNeutral() {
    let diff = Self.diff(utf8("cafe\nx\n"), [0x63, 0x61, 0x66, 0xE9, 0x0A, 0x78, 0x0A])
    #expect(diff.formatChanges == [])
    #expect(diff.changes == [LineChange(old: 0..<1, new: 0..<1)])
  }

  @Test("UTF-16 with marks is compared as text, and the mark is in no line")
  func wideText() {
    let old = utf16("Liste\r\nÄpfel 3\r\nBienen 🐝 2\r\n", mark: true)
    let new = utf16("Liste\r\nÄpfel 4\r\nBienen 🐝 2\r\nBirnen 1\r\n", mark: true)
    let diff = Self.diff(old, new)
    #expect(
      diff.changes == [LineChange(old: 1..<2, new: 1..<2), LineChange(old: 3..<3, new: 3..<4)])
    #expect(diff.formatChanges == [])
    #expect(Array(diff.old.utf8Line(0)) == utf8("Liste"))
    #expect(Self.marks(diff).removed == ["3"])
    #expect(Self.marks(diff).added == ["4"])
  }

  @Test("Control sequences and direction overrides are shown as escapes")
  func nothingSteers() {
    let show = VisibleText()
    let table: [(String, String)] = [
      ("clear \u{1B}[2J\u{1B}[Hscreen", "clear \\x1b[2J\\x1b[Hscreen"),
      ("title \u{1B}]0;gotcha\u{7}x", "title \\x1b]0;gotcha\\x07x"),
      ("over\rwritten", "over\\x0dwritten"), ("back\u{8}space", "back\\x08space"),
      ("c1 \u{9B}31m red", "c1 \\u{9b}31m red"),
      ("\u{202E}bidi\u{202C}", "\\u{202e}bidi\\u{202c}"), ("a\u{2028}b", "a\\u{2028}b"),
      ("del\u{7F}", "del\\x7f"), ("tab\there", "tab\there"), ("👨‍👩‍👧 ❤\u{FE0F}", "👨‍👩‍👧 ❤\u{FE0F}"),
      ("🏴\u{E0067}\u{E0062}\u{E007F}", "🏴\u{E0067}\u{E0062}\u{E007F}"),
      ("x\u{E0067}", "x\\u{e0067}"), ("a\u{FEFF}b", "a\\u{feff}b"), ("\u{301}a", "\\u{301}a"),
      ("\u{7}\u{301}", "\\x07\\u{301}"),
    ]
    for (text, shown) in table { #expect(show.string(utf8(text)) == shown) }
    #expect(VisibleText(tabs: .escaped).string(utf8("a\tb\nc")) == "a\\x09b\\x0ac")
    #expect(show.string([0x61, 0xFF, 0xC0]) == "a\\xff\\xc0")
    #expect(
      VisibleText(reveal: .all).string(utf8("a\u{200B}b\u{A0}c❤\u{FE0F}"))
        == "a\\u{200b}b\\u{a0}c❤\\u{fe0f}")
  }

  @Test("What emoji are made with is written out only where everything is asked for")
  func emojiStayWhole() {
    let text = utf8("👨‍👩‍👧 a\u{200B}\t")
    #expect(VisibleText(reveal: .invisible).string(text) == "👨‍👩‍👧 a\\u{200b}\t")
    #expect(
      VisibleText(reveal: .all).string(text)
        == "👨\\u{200d}👩\\u{200d}👧 a\\u{200b}\\x09")
  }

  @Test("A CR in a text of other ends is a character of its line")
  func loneCarriageReturn() {
    let diff = Self.diff("over\rwritten\nb\n", "over\rwritten!\nb\n")
    #expect(diff.changes == [LineChange(old: 0..<1, new: 0..<1)])
    #expect(VisibleText().line(0, of: diff.new) == "over\\x0dwritten!")
  }

  @Test("One long line with nothing in common is one change, with two edits two marks")
  func longLine() {
    let words = (0..<14_000).map { "w\($0)" }
    var edited = words
    edited[100] = "changed"
    edited[9_000] = "other"
    let twoEdits = Self.diff(
      words.joined(separator: " ") + "\n", edited.joined(separator: " ") + "\n")
    #expect(Self.marks(twoEdits).added == ["changed", "other"])
    let strange = (0..<14_000).map { "x\($0)" }.joined(separator: " ")
    let nothing = Self.diff(words.joined(separator: " ") + "\n", strange + "\n")
    let pairs = nothing.words(in: nothing.changes[0]).pairs
    #expect(pairs.count == 1)
    #expect(pairs[0].removed.count == 1)
  }
}
