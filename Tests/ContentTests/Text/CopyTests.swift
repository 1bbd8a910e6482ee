import Testing

@testable import Content

@Suite struct LineCopyTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let source: [UInt8]
    let target: [UInt8]
    let lines: Range<Int>
    let place: LineCopy.Place
    let result: [UInt8]
    var testDescription: String { name }
  }

  static let byDiff = LineCopy.Place.byComparison(replacing: false)

  static let cases: [Case] = [
    Case(
      name: "a CRLF line into an LF text without final newline",
      source: utf8("keep A\r\ntake me\r\nkeep C\r\n"), target: utf8("keep A\nkeep C"),
      lines: 1..<2, place: byDiff, result: utf8("keep A\ntake me\nkeep C")),
    Case(
      name: "a last line without newline after another one",
      source: utf8("a\nlast without newline"), target: utf8("b\nend"), lines: 1..<2,
      place: .append, result: utf8("b\nend\nlast without newline")),
    Case(
      name: "an LF line into a CRLF text", source: utf8("x\n"), target: utf8("a\r\nb\r\n"),
      lines: 0..<1, place: .before(1), result: utf8("a\r\nx\r\nb\r\n")),
    Case(
      name: "a last line without newline before the first", source: utf8("x"),
      target: utf8("a\n"), lines: 0..<1, place: .before(0), result: utf8("x\na\n")),
    Case(
      name: "after an ended last line", source: utf8("x"), target: utf8("a\n"), lines: 0..<1,
      place: .append, result: utf8("a\nx\n")),
    Case(
      name: "into nothing", source: utf8("x\r\ny"), target: [], lines: 0..<2, place: .append,
      result: utf8("x\r\ny")),
    Case(
      name: "into nothing, from UTF-16", source: utf16("x\ny\n", mark: true), target: [],
      lines: 1..<2, place: .append, result: utf16("y\n", mark: true)),
    Case(
      name: "into one line without an end", source: utf8("x\r\n"), target: utf8("a"),
      lines: 0..<1, place: .append, result: utf8("a\r\nx")),
    Case(
      name: "mixed ends take the end of the line above", source: utf8("x\n"),
      target: utf8("a\n\nb\r\nc\n"), lines: 0..<1, place: .before(3),
      result: utf8("a\n\nb\r\nx\r\nc\n")),
    Case(
      name: "UTF-8 into UTF-16LE", source: utf8("🐝\n"), target: utf16("a\r\nb\r\n", mark: true),
      lines: 0..<1, place: .before(1), result: utf16("a\r\n🐝\r\nb\r\n", mark: true)),
    Case(
      name: "UTF-16BE into UTF-8", source: utf16("Ä\n", bigEndian: true, mark: true),
      target: utf8("é\n"), lines: 0..<1, place: .append, result: utf8("é\nÄ\n")),
    Case(
      name: "UTF-8 into Latin-1", source: utf8("süß\n"),
      target: [0x47, 0x72, 0xF6, 0xDF, 0x65, 0x0A],
      lines: 0..<1, place: .append,
      result: [0x47, 0x72, 0xF6, 0xDF, 0x65, 0x0A, 0x73, 0xFC, 0xDF, 0x0A]),
    Case(
      name: "invalid bytes between texts of one encoding",
      source: utf8("many words here ") + [0xF0, 0x9F, 0x0A], target: utf8("a\n"), lines: 0..<1,
      place: .append, result: utf8("a\nmany words here ") + [0xF0, 0x9F, 0x0A]),
    Case(
      name: "the mark of the source stays behind", source: [0xEF, 0xBB, 0xBF] + utf8("x\n"),
      target: utf8("a\n"), lines: 0..<1, place: .append, result: utf8("a\nx\n")),
    Case(
      name: "lines that are still there are not copied again", source: utf8("a\nb\nc\n"),
      target: utf8("a\nc\n"), lines: 0..<3, place: byDiff, result: utf8("a\nb\nc\n")),
    Case(
      name: "a changed line goes above what it became",
      source: utf8("x\nthe old words of a line\ny\n"),
      target: utf8("x\nthe new words of a line\ny\n"), lines: 1..<2, place: byDiff,
      result: utf8("x\nthe old words of a line\nthe new words of a line\ny\n")),
    Case(
      name: "a changed line replaces what it became, if wanted",
      source: utf8("x\nthe old words of a line\ny\n"),
      target: utf8("x\nthe new words of a line\ny\n"), lines: 1..<2,
      place: .byComparison(replacing: true), result: utf8("x\nthe old words of a line\ny\n")),
    Case(
      name: "an empty line after one without an end", source: utf8("\nx\n"), target: utf8("a"),
      lines: 0..<1, place: .append, result: utf8("a\n\n")),
    Case(
      name: "a deleted line goes between its changed neighbours",
      source: utf8("first line of text\ngone\nthird line of text\n"),
      target: utf8("first line of texts\nthird line of texts\n"), lines: 1..<2, place: byDiff,
      result: utf8("first line of texts\ngone\nthird line of texts\n")),
  ]

  @Test(
    "Copied lines take the target's ends and encoding, and nothing else moves", arguments: cases)
  func linesAreCopied(_ example: Case) throws {
    let copy = try LineCopy.lines(
      example.lines, of: TextContent(example.source), into: TextContent(example.target),
      at: example.place)
    #expect(copy.bytes == example.result)
  }

  @Test("What cannot be copied is refused with the reason")
  func refusals() {
    func refusal(
      _ source: [UInt8], _ lines: Range<Int>, _ target: [UInt8], _ place: LineCopy.Place = .append
    ) -> LineCopyError? {
      do throws(LineCopyError) {
        _ = try LineCopy.lines(
          lines, of: TextContent(source), into: TextContent(target), at: place)
        return nil
      } catch {
        return error
      }
    }
    #expect(refusal(utf8("a\n"), 1..<2, utf8("b\n")) == .noSuchLines(1..<2, count: 1))
    #expect(refusal(utf8("a\n"), 0..<0, utf8("b\n")) == .noSuchLines(0..<0, count: 1))
    #expect(refusal(utf8("a\n"), 0..<1, utf8("b\n"), .before(3)) == .noSuchPlace(3, count: 1))
    #expect(
      refusal(utf8("x 🐝\n"), 0..<1, [0x47, 0x72, 0xF6, 0xDF, 0x65, 0x0A])
        == .notRepresentable(line: 0, character: "🐝", encoding: .latin1))
    #expect(
      refusal(utf8("many good words ") + [0xF0, 0x9F, 0x0A], 0..<1, utf16("a\n", mark: true))
        == .invalidBytes(line: 0, encoding: .utf16LittleEndian))
    #expect(refusal(utf8("a\n"), 0..<1, utf16("b", mark: true) + [0x41]) == .targetIsCutOff)
  }

  @Test("A hunk copied back makes the target what the source has there")
  func hunkIsCopied() throws {
    let source = TextContent(utf8((1...30).map { "line \($0)\n" }.joined()))
    var lines = (1...30).map { "line \($0)\r\n" }
    lines[3] = "changed\r\n"
    lines.remove(at: 20)
    lines.append("more\r\n")
    let target = TextContent(utf8(lines.joined()))
    let diff = TextDiff(old: source, new: target)
    #expect(diff.hunks.count == 3)
    lines[3] = "line 4\r\n"
    let first = try LineCopy.hunk(0, of: diff)
    #expect(first.bytes == utf8(lines.joined()))
    #expect(first.replacedCount == 1)
    #expect(first.copied == [3..<4])
    #expect(throws: LineCopyError.noSuchHunk(3, count: 3)) { try LineCopy.hunk(3, of: diff) }
    let last = try LineCopy.hunk(2, of: diff)
    #expect(TextContent(last.bytes).lines.count == 29)
  }

  @Test("Removing the copied lines again gives the target to the byte, for 10,000 copies")
  func untouchedBytesStay() throws {
    var generator = TextGenerator(seed: 50)
    for round in 0..<10_000 {
      let pair = generator.pair()
      let source = TextContent(generator.encoded(pair.old))
      let target = TextContent(generator.encoded(pair.new))
      guard source.lines.count > 0, target.lines.count > 0 else { continue }
      let start = generator.number(0..<source.lines.count)
      let lines = start..<generator.number((start + 1)..<(source.lines.count + 1))
      let places: [LineCopy.Place] = [
        .append, .before(generator.number(0..<(target.lines.count + 1))), Self.byDiff,
      ]
      let place = places[round % 3]
      let copy: LineCopy
      do throws(LineCopyError) {
        copy = try LineCopy.lines(lines, of: source, into: target, at: place)
      } catch {
        switch error {
        case .invalidBytes, .targetIsCutOff, .notRepresentable: continue
        default:
          Issue.record("round \(round): \(error)")
          return
        }
      }
      guard let result = TextContent(copy.bytes, encoding: target.encoding),
        Self.isRight(copy, result, source, target)
      else {
        Issue.record("round \(round): \(lines) \(place) \(source.bytes) -> \(target.bytes)")
        return
      }
    }
  }

  /// Whether the lines that were not copied are the target's own.
  static func isRight(
    _ copy: LineCopy, _ result: TextContent, _ source: TextContent, _ target: TextContent
  ) -> Bool {
    // A text in which lone CRs come to prevail, or stop to, is cut into other lines.
    guard (result.lineEnds.cr > 0) == (target.lineEnds.cr > 0) else { return true }
    // A lone CR inside a line may end one elsewhere, or become one end with an LF; bytes stay.
    for text in [source, target] {
      if (0..<text.lines.count).contains(where: { text.utf8Line($0).contains(0x0D) }) {
        return true
      }
    }
    let copied = Set(copy.copied.joined())
    guard result.lines.count == target.lines.count + copied.count else { return false }
    var rest: [[UInt8]] = []
    var ends: [LineEnd?] = []
    for line in 0..<result.lines.count where !copied.contains(line) {
      rest.append(Array(result.content(ofLine: line)))
      ends.append(result.lineEnd(line))
    }
    let lastIsEmpty = result.lines.count > 0 && result.utf8Line(result.lines.count - 1).isEmpty
    let own = (0..<target.lines.count).map { Array(target.content(ofLine: $0)) }
    let ownEnds = (0..<target.lines.count).map { target.lineEnd($0) }
    return rest == own && ends.dropLast().elementsEqual(ownEnds.dropLast())
      && (result.hasFinalNewline == target.hasFinalNewline || lastIsEmpty)
      && result.bytes.prefix(result.markLength) == target.bytes.prefix(target.markLength)
  }

  @Test("Copying every hunk back, last first, gives the source's characters, for 10,000 pairs")
  func allHunksGiveTheSource() {
    var generator = TextGenerator(seed: 51)
    for round in 0..<10_000 {
      let lines = generator.lines()
      let source = TextContent(generator.joined(lines, ends: [[0x0A]]))
      var target = TextContent(generator.joined(generator.edited(lines), ends: [[0x0A]]))
      var isRight = true
      for _ in 0..<20 {
        let diff = TextDiff(old: source, new: target)
        if diff.hunks.isEmpty { break }
        guard let copy = try? LineCopy.hunk(diff.hunks.count - 1, of: diff) else {
          isRight = false
          break
        }
        target = TextContent(copy.bytes)
      }
      guard isRight, TextDiff(old: source, new: target).changes.isEmpty else {
        Issue.record("round \(round): \(source.bytes) \(target.bytes)")
        return
      }
    }
  }

  @Test(
    "The samples about copying come out as they say",
    .enabled(if: SharedText.isPresent, "the shared samples are not there"))
  func samples() throws {
    let crlf = TextContent(SharedText.sample("R07-copy-source-crlf.txt"))
    let bare = TextContent(SharedText.sample("R07-copy-target-lf-noeof.txt"))
    let one = try LineCopy.lines(1..<2, of: crlf, into: bare, at: Self.byDiff)
    #expect(one.bytes == SharedText.sample("R07-expected-after-copy.txt"))
    let source = TextContent(SharedText.sample("R07-append-source-noeof.txt"))
    let target = TextContent(SharedText.sample("R07-append-target-noeof.txt"))
    let two = try LineCopy.lines(1..<2, of: source, into: target, at: .append)
    #expect(two.bytes == SharedText.sample("R07-append-expected.txt"))
  }
}
