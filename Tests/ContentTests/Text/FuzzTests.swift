import Testing

@testable import Content

/// Bytes of every kind through everything that reads text: nothing may crash or run away.
@Suite struct TextFuzzTests {
  /// Bytes that are likely to meet the corners: marks, ends, lead bytes, NULs, text, noise.
  static func bytes(_ generator: inout TextGenerator) -> [UInt8] {
    let pieces: [[UInt8]] = [
      [0xEF, 0xBB, 0xBF], [0xFF, 0xFE], [0xFE, 0xFF], [0xFF, 0xFE, 0, 0], [0, 0, 0xFE, 0xFF], [0],
      [0x0A], [0x0D], [0x0D, 0x0A], [0x0A, 0], [0, 0x0A], [0xF0, 0x9F], [0xC0], [0xED, 0xA0, 0x80],
      [0x3D, 0xD8], [0x1D, 0xDC], [0xCC, 0x81], [0xE2, 0x80, 0x8D], [0xF0, 0x9F, 0x91, 0xA8],
      [0x20],
      [0x93, 0xFA], [0xC4, 0xE3], [0xFF], [0x80],
    ]
    var bytes: [UInt8] = []
    for _ in 0..<generator.number(0..<12) {
      switch generator.number(0..<4) {
      case 0: bytes += generator.line()
      case 1: bytes.append(UInt8(truncatingIfNeeded: generator.random.next()))
      default: bytes += pieces[generator.number(0..<pieces.count)]
      }
    }
    return bytes
  }

  static let encodings: [TextEncoding] = [
    .utf8, .utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian, .latin1,
    .legacy("SHIFT_JIS"), .legacy("GB18030"), .legacy("EUC-KR"), .legacy("WINDOWS-1252"),
  ]

  @Test("Any bytes can be read, compared, shown, copied and merged, for 10,000 pairs")
  func nothingCrashes() {
    var generator = TextGenerator(seed: 90)
    for round in 0..<10_000 {
      let (one, two) = (Self.bytes(&generator), Self.bytes(&generator))
      let old =
        round % 3 == 0
        ? TextContent(one, encoding: Self.encodings[round % Self.encodings.count])
          ?? TextContent(one) : TextContent(one)
      let new = TextContent(two)
      let whole = (0..<old.lines.count).flatMap { Array(one[old.lines.whole($0)]) }
      #expect(Array(one.prefix(old.markLength)) + whole == one, "round \(round)")
      var options = ComparisonOptions()
      options.whitespace =
        [.exact, .ignoringAll, .ignoringChange, .ignoringAtLineEnd][round % 4]
      options.ignoresBlankLines = round % 5 == 0
      options.context = round % 4
      let diff = TextDiff(old: old, new: new, options: options)
      for hunk in diff.hunks {
        let rows = SideBySide(hunk, of: diff, width: generator.number(1..<20)).rows
        let lines = WordView(hunk, of: diff).lines
        #expect(!rows.isEmpty && !lines.isEmpty, "round \(round)")
      }
      for change in diff.changes {
        for pair in diff.words(in: change).pairs {
          for span in pair.removed {
            #expect(span.bytes.upperBound <= diff.old.utf8Line(pair.old).count, "round \(round)")
          }
          for run in VisibleText().runs(ofLine: pair.new, of: diff.new, marking: pair.added) {
            #expect(!run.text.isEmpty, "round \(round)")
          }
        }
      }
      let patch = UnifiedPatch(
        old: PatchSide(name: one, content: old), new: PatchSide(name: one, content: new),
        options: options)
      #expect(patch.bytes.isEmpty == patch.hunks.isEmpty, "round \(round)")
      _ = TextMerge(base: old, ours: new, theirs: TextContent(one + two))
        .marked(.init(ours: "a", base: "b", theirs: "c"))
      _ = try? LineCopy.lines(0..<1, of: old, into: new, at: .byComparison(replacing: true))
    }
  }

  @Test("A line that is blamed on a version is in that version, for 10,000 histories")
  func blamedLinesAreThere() {
    var generator = TextGenerator(seed: 91)
    for round in 0..<10_000 {
      var lines = generator.lines()
      var versions = [generator.joined(lines, ends: [[0x0A]])]
      for _ in 0..<3 {
        lines = generator.edited(lines)
        versions.append(generator.joined(lines, ends: [[0x0A]]))
      }
      let blame = LineBlameTests.blame(versions)
      let newest = TextContent(versions[3])
      guard blame.lines.count == newest.lines.count else {
        Issue.record("round \(round): \(versions)")
        return
      }
      for (line, origin) in blame.lines.enumerated() {
        let source = TextContent(versions[origin.version])
        let isThere =
          origin.line < source.lines.count
          && Array(source.bytes[source.lines.whole(origin.line)])
            == Array(newest.bytes[newest.lines.whole(line)])
        guard isThere else {
          Issue.record("round \(round), line \(line): \(versions)")
          return
        }
      }
    }
  }
}
