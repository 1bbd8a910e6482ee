import Testing

@testable import Content

/// Takes the newer text's lines for what changed and the older one's for all else.
func applied(_ comparison: ByteComparison) -> [UInt8] {
  var result: [UInt8] = []
  var at = 0
  for change in comparison.changes {
    for line in at..<change.old.lowerBound {
      result += comparison.old[comparison.oldLines.whole(line)]
    }
    for line in change.new { result += comparison.new[comparison.newLines.whole(line)] }
    at = change.old.upperBound
  }
  for line in at..<comparison.oldLines.count {
    result += comparison.old[comparison.oldLines.whole(line)]
  }
  return result
}

@Suite struct ComparisonPropertyTests {
  static let algorithms: [ComparisonOptions.Algorithm] = [.myers, .patience]

  @Test("Applying a diff of two texts to the first gives the second, for 20,000 pairs")
  func applyingGivesTheNewerText() {
    var generator = TextGenerator(seed: 1)
    for round in 0..<20_000 {
      let (old, new) = generator.pair()
      var options = ComparisonOptions()
      options.algorithm = Self.algorithms[round % 2]
      options.budget = round % 10 == 0 ? generator.number(0..<50) : options.budget
      let comparison = ByteComparison(old: old, new: new, options: options)
      guard applied(comparison) == new else {
        Issue.record("round \(round): \(old) -> \(new)")
        return
      }
    }
  }

  @Test("A text compared with itself has no difference, for 10,000 texts")
  func nothingDiffersFromItself() {
    var generator = TextGenerator(seed: 2)
    for round in 0..<10_000 {
      let plain = generator.joined(generator.lines())
      let bytes = round % 2 == 0 ? generator.damaged(plain) : generator.encoded(plain)
      let text = TextContent(bytes)
      let comparison = ByteComparison(old: bytes, new: bytes)
      guard TextDiff(old: text, new: text).isEmpty, comparison.changes.isEmpty,
        UnifiedPatch(
          old: PatchSide(name: "x", content: text), new: PatchSide(name: "x", content: text)
        ).bytes.isEmpty
      else {
        Issue.record("round \(round): \(bytes)")
        return
      }
    }
  }

  @Test("Two texts with different bytes always differ in lines or in form, for 10,000 pairs")
  func differentBytesAreNeverNoDifference() {
    var generator = TextGenerator(seed: 3)
    for round in 0..<10_000 {
      let (old, new) = generator.pair()
      let older = TextContent(generator.encoded(old))
      let newer = TextContent(generator.encoded(new))
      let isEmpty = TextDiff(old: older, new: newer).isEmpty
      guard isEmpty == (older.bytes == newer.bytes) else {
        Issue.record("round \(round): \(older.bytes) -> \(newer.bytes)")
        return
      }
    }
  }

  @Test("Unchanged lines of a text diff stand for the same characters, for 10,000 pairs")
  func unchangedLinesAreEqual() {
    var generator = TextGenerator(seed: 4)
    for round in 0..<10_000 {
      let (old, new) = generator.pair()
      let diff = TextDiff(
        old: TextContent(generator.encoded(old)), new: TextContent(generator.encoded(new)))
      var (oldAt, newAt) = (0, 0)
      var isRight = true
      for change in diff.changes + [
        LineChange(
          old: diff.old.lines.count..<diff.old.lines.count,
          new: diff.new.lines.count..<diff.new.lines.count)
      ] {
        isRight = isRight && change.old.lowerBound - oldAt == change.new.lowerBound - newAt
        while isRight, oldAt < change.old.lowerBound {
          let one = String(decoding: diff.old.utf8Line(oldAt), as: UTF8.self)
          let two = String(decoding: diff.new.utf8Line(newAt), as: UTF8.self)
          isRight = one == two
          oldAt += 1
          newAt += 1
        }
        (oldAt, newAt) = (change.old.upperBound, change.new.upperBound)
      }
      guard isRight else {
        Issue.record("round \(round): \(diff.old.bytes) -> \(diff.new.bytes)")
        return
      }
    }
  }

  @Test("Past the budget a diff is coarser, still correct, and says so")
  func budgetIsKept() {
    var generator = TextGenerator(seed: 5)
    let old = (0..<3000).flatMap { _ in [UInt8(ascii: "a") + UInt8(generator.number(0..<6)), 10] }
    let new = (0..<3000).flatMap { _ in [UInt8(ascii: "a") + UInt8(generator.number(0..<6)), 10] }
    var options = ComparisonOptions()
    options.budget = 10_000
    let coarse = ByteComparison(old: old, new: new, options: options)
    let fine = ByteComparison(old: old, new: new)
    #expect(coarse.isCoarse)
    #expect(!fine.isCoarse)
    #expect(applied(coarse) == new)
    #expect(applied(fine) == new)
    #expect(fine.counts.added < coarse.counts.added)
  }
}
