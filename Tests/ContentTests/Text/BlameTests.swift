import Testing

@testable import Content

@Suite struct LineBlameTests {
  static func blame(
    _ versions: [[UInt8]], range: Range<Int>? = nil, basis: LineBlame<Int>.Basis = .bytes
  ) -> LineBlame<Int> {
    var next = versions.count - 2
    return LineBlame(
      of: (versions.count - 1, TextContent(versions[versions.count - 1])), range: range,
      basis: basis
    ) { () -> (version: Int, text: TextContent)? in
      guard next >= 0 else { return nil }
      defer { next -= 1 }
      return (next, TextContent(versions[next]))
    }
  }

  @Test("Each line belongs to the version that brought it")
  func linesHaveVersions() {
    let blame = Self.blame([
      utf8("a\nb\n"), utf8("a\nnew\nb\n"), utf8("a\nnew\nB\n"), utf8("a\nnew\nB\nc\n"),
    ])
    #expect(blame.lines.map(\.version) == [0, 1, 2, 3])
    #expect(blame.lines.map(\.line) == [0, 1, 2, 3])
    #expect(!blame.isCoarse)
  }

  @Test("Only the lines that are asked for are followed, and no version too many is read")
  func rangeIsKept() {
    var reads = 0
    let versions = (0..<10).map { utf8("first\nversion \($0)\n") }
    let blame = LineBlame(of: (9, TextContent(versions[9])), range: 1..<2) {
      () -> (version: Int, text: TextContent)? in
      reads += 1
      return (9 - reads, TextContent(versions[9 - reads]))
    }
    #expect(blame.lines.map(\.version) == [9])
    #expect(blame.range == 1..<2)
    #expect(reads == 1)
  }

  @Test("By characters, other line ends and encodings are no change")
  func charactersCount() {
    let versions = [utf8("ä\nb\n"), utf8("ä\r\nb\r\n"), utf16("ä\nb\nc\n", mark: true)]
    #expect(Self.blame(versions).lines.map(\.version) == [2, 2, 2])
    #expect(Self.blame(versions, basis: .characters).lines.map(\.version) == [0, 0, 2])
  }

  @Test("A line that has not changed is found at its place in the version before, 1,000 times")
  func placesAreFound() {
    var generator = TextGenerator(seed: 81)
    for round in 0..<1_000 {
      var lines: [[UInt8]] = []
      // Long enough that most of it is compared in blocks.
      while lines.count < 150 { lines += generator.lines() }
      let ends: [[UInt8]] = [[0x0A], [0x0D, 0x0A], [0x0D]]
      func joined(_ lines: [[UInt8]], _ end: [UInt8]) -> [UInt8] { lines.flatMap { $0 + end } }
      let end = ends[generator.number(0..<3)]
      let old = joined(lines, end)
      let isSameEnd = generator.number(0..<10) > 0
      let new = joined(generator.edited(lines), isSameEnd ? end : ends[round % 3])
      let (before, after) = (TextContent(old), TextContent(new))
      let blame = Self.blame([old, new])
      let found = blame.lines.enumerated().filter { $0.element.version == 0 }
      let isWhole = found.allSatisfy { line, origin in
        after.bytes[after.lines.whole(line)] == before.bytes[before.lines.whole(origin.line)]
      }
      let places = found.map(\.element.line)
      guard blame.lines.count == after.lines.count, isWhole,
        zip(places, places.dropFirst()).allSatisfy(<),
        !isSameEnd || after.lines.count - found.count <= 12
      else {
        Issue.record("round \(round)")
        return
      }
    }
  }

  @Test("Texts without lines and single versions are no trouble")
  func smallCases() {
    #expect(Self.blame([[]]).lines.isEmpty)
    #expect(Self.blame([utf8("a"), []]).lines.isEmpty)
    #expect(Self.blame([[], utf8("a")]).lines.map(\.version) == [1])
    #expect(Self.blame([utf8("a\n")]).lines.map(\.version) == [0])
  }

  @Test(
    "Every line of a real history has the version that git blame names",
    .enabled(if: SharedText.hasHistories, "the shared histories are not there"),
    arguments: allBundles)
  func blameIsGits(bundle: String) throws {
    let history = ClonedHistory.of(bundle)
    try #require(history.commits.count > 100)
    for newest in [history.commits.count - 1, history.commits.count / 2] {
      let output = runProgram(
        [
          "git", "blame", "-s", "-l", "--root", "--first-parent", history.commits[newest], "--",
          history.file,
        ], in: history.folder
      ).output
      let expected = output.split(separator: 0x0A).map {
        String(decoding: $0.prefix(40), as: UTF8.self)
      }
      let blame = Self.blame(Array(history.contents[...newest]))
      let found = blame.lines.map { history.commits[$0.version] }
      try #require(found.count == expected.count)
      let different = zip(found, expected).enumerated().filter { $0.element.0 != $0.element.1 }
      #expect(different.count == 0)
    }
  }
}
