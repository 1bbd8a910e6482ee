import Testing

@testable import Content

@Suite struct TextMergeTests {
  static func merge(_ base: String, _ ours: String, _ theirs: String) -> TextMerge {
    merge(utf8(base), utf8(ours), utf8(theirs))
  }

  static func merge(_ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8]) -> TextMerge {
    TextMerge(base: TextContent(base), ours: TextContent(ours), theirs: TextContent(theirs))
  }

  static let clean: [(String, String, String, String, String)] = [
    ("different lines", "a\nb\nc\n", "A\nb\nc\n", "a\nb\nC\n", "A\nb\nC\n"),
    ("neighbouring lines", "a\nb\n", "A\nb\n", "a\nB\n", "A\nB\n"),
    ("the same change", "a\nb\n", "a\nX\n", "a\nX\n", "a\nX\n"),
    ("the same change and another", "a\nb\nc\nd\n", "a\nX\nc\nd\n", "a\nX\nc\nD\n", "a\nX\nc\nD\n"),
    ("a line added and another removed", "a\nb\nc\n", "a\nb\nc\nd\n", "b\nc\n", "b\nc\nd\n"),
    ("a final newline and a line", "a\nb\nc", "a\nb\nc\n", "A\nb\nc", "A\nb\nc\n"),
    ("other line ends and a line", "a\nb\nc\n", "a\r\nb\r\nc\r\n", "a\nB\nc\n", "a\r\nB\r\nc\r\n"),
    ("one line end among others", "a\nb\nc\n", "a\nb\r\nc\n", "A\nb\nc\n", "A\nb\r\nc\n"),
    ("mixed ends made one and a line", "a\nb\r\nc\n", "a\nb\nc\n", "A\nb\r\nc\n", "A\nb\nc\n"),
    ("a mark and a line", "ä\nb\n", "\u{FEFF}ä\nb\n", "ä\nB\n", "\u{FEFF}ä\nB\n"),
  ]

  @Test("Changes to different lines and forms merge", arguments: clean)
  func changesMerge(
    _ name: String, _ base: String, _ ours: String, _ theirs: String, _ result: String
  ) {
    for (one, two) in [(ours, theirs), (theirs, ours)] {
      let merge = Self.merge(base, one, two)
      #expect(merge.isClean)
      #expect(merge.bytes.map { $0 } == utf8(result))
    }
  }

  @Test("A change of encoding merges with a changed line")
  func encodingsMerge() {
    let merge = Self.merge(
      utf8("ä\nb\n"), utf16("ä\nb\n", mark: true), utf8("ä\n🐝\n"))
    #expect(merge.bytes == utf16("ä\n🐝\n", mark: true))
  }

  static let conflicts: [(String, String, String, String)] = [
    ("one line, two ways", "a\nb\nc\n", "a\nX\nc\n", "a\nY\nc\n"),
    ("changed and removed", "a\nb\nc\n", "a\nX\nc\n", "a\nc\n"),
    ("two lines added at one place", "a\nb\n", "a\nX\nb\n", "a\nY\nb\n"),
    ("added beside a change", "a\nb\n", "a\nX\nb\n", "a\nB\n"),
  ]

  @Test("The same place changed in two ways is a conflict with both sides", arguments: conflicts)
  func conflictsAreKept(_ name: String, _ base: String, _ ours: String, _ theirs: String) {
    let merge = Self.merge(base, ours, theirs)
    #expect(merge.conflicts.count == 1)
    #expect(merge.bytes == nil)
    #expect(!merge.isClean)
  }

  @Test("Conflicts are written with marks, as git writes them")
  func marks() {
    let merge = Self.merge("a\nb\nc\n", "a\nX\nc\n", "a\nY\nc")
    #expect(merge.conflicts == [.init(base: 1..<2, ours: 1..<2, theirs: 1..<2)])
    #expect(
      merge.marked(.init(ours: "mine", theirs: "yours"))
        == utf8("a\n<<<<<<< mine\nX\n=======\nY\n>>>>>>> yours\nc"))
    #expect(
      merge.marked(.init(ours: "mine", base: "old", theirs: "yours"))
        == utf8("a\n<<<<<<< mine\nX\n||||||| old\nb\n=======\nY\n>>>>>>> yours\nc"))
    let wide = Self.merge(
      utf16("a\n", mark: true), utf16("b\n", mark: true), utf16("c\n", mark: true))
    #expect(
      wide.marked(.init(ours: "1", theirs: "2"))
        == utf16("<<<<<<< 1\nb\n=======\nc\n>>>>>>> 2\n", mark: true))
  }

  @Test("Forms changed in two ways are a conflict of form")
  func formConflict() {
    let merge = Self.merge("a\nb\n", "a\r\nb\r\n", "a\rb\r")
    #expect(merge.formConflicts == [.lineEnds])
    #expect(merge.bytes == nil)
  }

  @Test("Merging with an unchanged side gives the other side, for 10,000 pairs")
  func unchangedSide() {
    var generator = TextGenerator(seed: 60)
    for round in 0..<10_000 {
      let pair = generator.pair()
      let base = TextContent(generator.encoded(pair.old))
      let side = TextContent(generator.encoded(pair.new))
      guard TextMerge(base: base, ours: base, theirs: side).bytes == side.bytes,
        TextMerge(base: base, ours: side, theirs: base).bytes == side.bytes,
        TextMerge(base: base, ours: side, theirs: side).bytes == side.bytes
      else {
        Issue.record("round \(round): \(base.bytes) \(side.bytes)")
        return
      }
    }
  }

  @Test("The lines of a merge with an unchanged side are those of the other, for 10,000 pairs")
  func unchangedSideByLines() {
    var generator = TextGenerator(seed: 61)
    for round in 0..<10_000 {
      let lines = generator.lines()
      let base = TextContent(generator.joined(lines, ends: [[0x0A]]))
      let side = TextContent(generator.joined(generator.edited(lines), ends: [[0x0A]]))
      let parts = LineMerge(base: base, ours: base, theirs: side).parts
      var result: [[UInt8]] = []
      for part in parts {
        guard case .lines(let from, let lines) = part.part else {
          Issue.record("round \(round): a conflict")
          return
        }
        let text = from == .theirs ? side : base
        result += lines.map { Array(text.utf8Line($0)) }
      }
      guard result == (0..<side.lines.count).map({ Array(side.utf8Line($0)) }) else {
        Issue.record("round \(round): \(base.bytes) \(side.bytes)")
        return
      }
    }
  }

  @Test("A merge is the same from both sides, and holds what both added, for 10,000 triples")
  func mergeIsSymmetric() {
    var generator = TextGenerator(seed: 62)
    var clean = 0
    for round in 0..<10_000 {
      let lines = generator.lines() + generator.lines()
      let base = TextContent(generator.joined(lines, ends: [[0x0A]]))
      let ours = TextContent(generator.joined(generator.edited(lines), ends: [[0x0A]]))
      let theirs = TextContent(generator.joined(generator.edited(lines), ends: [[0x0A]]))
      let one = TextMerge(base: base, ours: ours, theirs: theirs)
      let two = TextMerge(base: base, ours: theirs, theirs: ours)
      guard one.isClean == two.isClean, one.bytes == two.bytes else {
        Issue.record("round \(round): \(base.bytes) \(ours.bytes) \(theirs.bytes)")
        return
      }
      clean += one.isClean ? 1 : 0
    }
    #expect(clean > 1000)
  }
}
