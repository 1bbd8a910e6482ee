import Testing

@testable import Content

@Suite struct ShowingTests {
  @Test(
    "A cluster takes the columns that a terminal gives it",
    arguments: [
      ("a", 1), ("", 0), ("漢", 2), ("ｶ", 1), ("Ａ", 2), ("é", 1), ("e\u{301}", 1), ("✅", 2),
      ("☎", 1),
      ("☎\u{FE0F}", 2), ("❤", 1), ("❤\u{FE0F}", 2), ("👨‍👩‍👧‍👦", 2), ("👍🏽", 2), ("🇫🇷", 2),
      ("1\u{FE0F}\u{20E3}", 2),
      ("한", 2), ("ᄒ\u{1161}\u{11AB}", 2), ("กำ", 2), ("नि", 2), ("\u{200B}", 0), ("🐝🐝", 4),
      ("日本語", 6),
      ("🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", 2), ("\u{AD}", 0), ("한글", 4),
    ])
  func clusterWidths(_ text: String, _ width: Int) {
    #expect(CellWidth.of(text) == width)
  }

  @Test("A text is cut and padded to columns, never inside a character")
  func fitting() {
    #expect(CellWidth.fitted("日本語", to: 8) == "日本語  ")
    #expect(CellWidth.fitted("日本語", to: 6) == "日本語")
    #expect(CellWidth.fitted("日本語", to: 5) == "日本…")
    #expect(CellWidth.fitted("日本語", to: 4) == "日… ")
    #expect(CellWidth.fitted("abc", to: 0) == "")
  }

  static func rows(
    _ old: String, _ new: String, width: Int, fit: SideBySide.Fit = .wrapped
  ) -> [String] {
    let diff = TroubleCaseTests.diff(old, new)
    return diff.hunks.flatMap { hunk in
      SideBySide(hunk, of: diff, width: width, fit: fit).rows.map { row in
        func cell(_ cell: SideBySide.Cell?) -> String {
          guard let cell else { return String(repeating: ".", count: width) }
          let text = cell.runs.map { $0.isMarked ? "<\($0.text)>" : $0.text }.joined()
          return text + String(repeating: " ", count: max(0, width - cell.width))
        }
        let sign = ["same": " ", "changed": "|", "removed": "<", "added": ">"]["\(row.kind)"]
        return "\(cell(row.left))\(sign ?? "?")\(cell(row.right))"
      }
    }
  }

  @Test("Two texts stand side by side, line against line")
  func sideBySide() {
    #expect(
      Self.rows("a\nthe old word\nb\nc\n", "a\nthe new word\nc\nd\n", width: 12) == [
        "a            a           ", "the <old> word|the <new> word", "b           <............",
        "c            c           ", "............>d           ",
      ])
    #expect(
      Self.rows("x 漢字漢字\n", "y 漢字漢字\n", width: 6) == ["<x> 漢字|<y> 漢字", "漢字  |漢字  "])
    #expect(Self.rows("x 漢字漢字\n", "y 漢字漢字\n", width: 6, fit: .cut) == ["<x> 漢… |<y> 漢… "])
    #expect(Self.rows("\ta\n", "\tb\n", width: 10) == ["        <a> |        <b> "])
    #expect(Self.rows("a\u{200B}b\n", "ab\n", width: 12).count == 1)
  }

  @Test("No row is wider than its column and every character is shown, for 10,000 pairs")
  func rowsFit() {
    var generator = TextGenerator(seed: 70)
    for round in 0..<10_000 {
      let (old, new) = generator.pair()
      let diff = TextDiff(old: TextContent(old), new: TextContent(new))
      let width = generator.number(2..<30)
      for hunk in diff.hunks {
        let layout = SideBySide(hunk, of: diff, width: width)
        var lines = 0
        for row in layout.rows {
          for cell in [row.left, row.right].compactMap({ $0 }) {
            lines += cell.line == nil ? 0 : 1
            let measured = cell.runs.reduce(0) { $0 + CellWidth.of($1.text) }
            let isSafe = cell.runs.allSatisfy {
              $0.text.unicodeScalars.allSatisfy { !HiddenCharacter.steers($0.value) }
            }
            guard cell.width <= width, measured <= width, isSafe else {
              Issue.record("round \(round), width \(width): \(cell)")
              return
            }
          }
        }
        guard lines == hunk.old.count + hunk.new.count else {
          Issue.record("round \(round): \(lines) lines shown of \(hunk)")
          return
        }
      }
    }
  }

  @Test("Whatever the bytes, what is shown is valid and steers nothing, for 10,000 inputs")
  func shownTextIsSafe() {
    var generator = TextGenerator(seed: 71)
    for round in 0..<10_000 {
      let plain = generator.joined(generator.lines())
      let bytes = generator.damaged(generator.encoded(plain))
      let text = TextContent(bytes)
      let show = VisibleText(
        reveal: [.unsafe, .invisible, .all][round % 3],
        tabs: round % 3 == 0 ? .escaped : .expanded(4))
      var shown = [show.string(bytes)]
      for line in 0..<text.lines.count { shown.append(show.line(line, of: text)) }
      let isSafe = shown.allSatisfy {
        $0.unicodeScalars.allSatisfy { !HiddenCharacter.steers($0.value) }
      }
      guard isSafe else {
        Issue.record("round \(round): \(bytes)")
        return
      }
    }
  }

  static let wordViews: [(String, String, [String])] = [
    ("the old word\n", "the new word\n", ["the [-old-]{+new+} word"]),
    ("a b\n", "a b c\n", ["a b{+ c+}"]),
    (
      "one two three\nfour five\n", "one two\nthree four five\n",
      ["one two", "three[- -]", "[- -]four five"]
    ),
    ("x\nkeep\n", "keep\n", ["[-x-]", "keep"]),
  ]

  @Test("Words are marked where they stand")
  func wordView() {
    let diff = TroubleCaseTests.diff("a\nthe old word\n", "a\nthe new word\nmore\n")
    #expect(
      diff.hunks.map { WordView($0, of: diff).lines } == [
        ["a", "the [-old-]{+new+} word", "{+more+}"]
      ])
    let wrapped = TroubleCaseTests.diff("one two three four\n", "one two\nthree four\n")
    let pieces = WordView(wrapped.hunks[0], of: wrapped).rows.joined()
    let gone = pieces.filter { $0.kind == .removed }.map(\.text)
    #expect(gone.allSatisfy { $0 == " " })
  }
}

@Suite struct ByteSearchTests {
  @Test("All places of a needle are found, without overlap, for 10,000 searches")
  func placesAreFound() {
    var generator = TextGenerator(seed: 80)
    for round in 0..<10_000 {
      let few = round % 2 == 0
      let hay = (0..<generator.number(0..<300)).map { _ in
        UInt8(generator.number(few ? 97..<99 : 0..<256))
      }
      let needle = (0..<generator.number(1..<6)).map { _ in
        UInt8(generator.number(few ? 97..<99 : 0..<256))
      }
      var expected: [Int] = []
      var at = 0
      while at + needle.count <= hay.count {
        if hay[at..<(at + needle.count)].elementsEqual(needle) {
          expected.append(at)
          at += needle.count
        } else {
          at += 1
        }
      }
      let search = ByteSearch(needle)
      guard search.offsets(in: hay) == expected, search.count(in: hay) == expected.count,
        search.occurs(in: hay) == !expected.isEmpty
      else {
        Issue.record("round \(round): \(needle) in \(hay)")
        return
      }
    }
  }

  @Test("A needle that nearly matches everywhere is found, and the empty one nowhere")
  func hardNeedles() {
    let hay = [UInt8](repeating: 97, count: 100_000) + [98]
    let needle = [UInt8](repeating: 97, count: 1000) + [98]
    #expect(ByteSearch(needle).first(in: hay) == 99_000)
    #expect(ByteSearch([UInt8](repeating: 97, count: 2000) + [99]).first(in: hay) == nil)
    #expect(ByteSearch([]).first(in: hay) == nil)
  }
}
