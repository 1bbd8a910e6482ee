import Testing

@testable import Content

/// Each property over 10,400 inputs, some over fewer; the seed is the number of the input.
@Suite struct JSONPropertyTests {
  static let blocks = Array(0..<8)
  static let inputs = 1300

  static func forEachSeed(
    _ block: Int, inputs: Int = inputs, _ body: (inout Seeded, Int) throws -> Void
  ) rethrows {
    for seed in (block * inputs)..<((block + 1) * inputs) {
      var random = Seeded(seed)
      try body(&random, seed)
    }
  }

  static func areEqual(_ left: JSONDocument, _ right: JSONDocument) -> Bool {
    left.withView { mine in right.withView { JSONEquality.areEqual(0, mine, 0, $0) } }
  }

  @Test(arguments: blocks) func spellingIsNoChange(block: Int) throws {
    try Self.forEachSeed(block) { random, seed in
      let tree = random.tree(doubles: random.chance(3))
      let first = try JSONDocument(parsing: random.spelled(tree))
      let second = try JSONDocument(parsing: random.spelled(tree))
      let diff = JSONDiff(from: first, to: second)
      holds(diff.changes.isEmpty, "seed \(seed)")
      holds(diff.formatChanges.isEmpty == (first.text == second.text), "seed \(seed)")
      holds(JSONDiff(from: first, to: first).isEmpty, "seed \(seed)")
    }
  }

  @Test(arguments: blocks) func applyingADiffGivesTheNewerDocument(block: Int) throws {
    try Self.forEachSeed(block) { random, seed in
      let doubles = random.chance(3)
      let tree = random.tree(doubles: doubles)
      let older = try JSONDocument(parsing: random.spelled(tree, shuffles: !doubles))
      let other = random.changed(tree, doubles: doubles)
      let newer = try JSONDocument(parsing: random.spelled(other, shuffles: !doubles))
      let diff = JSONDiff(from: older, to: newer)
      let applied = try JSONDocument(parsing: diff.appliedToOlder())
      holds(Self.areEqual(applied, newer), "seed \(seed)")
      holds(diff.changes.isEmpty == Self.areEqual(older, newer), "seed \(seed)")
    }
  }

  @Test(arguments: blocks) func everyLeafIsFoundByItsPointer(block: Int) throws {
    try Self.forEachSeed(block) { random, seed in
      let document = try JSONDocument(parsing: random.spelled(random.tree()))
      let leaves = document.withView { JSONLeaves(view: $0).collected() }
      for (node, pointer) in zip(leaves.nodes, leaves.pointers) {
        holds(try document.node(at: pointer).index == node, "seed \(seed)")
        if let text = String(validating: pointer.bytes, as: UTF8.self) {
          holds(try JSONPointer(text) == pointer, "seed \(seed)")
        }
      }
    }
  }

  @Test(arguments: blocks) func mergingWithAnUnchangedSideGivesTheOther(block: Int) throws {
    try Self.forEachSeed(block) { random, seed in
      let tree = random.tree()
      let base = try JSONDocument(parsing: random.spelled(tree))
      let same = try JSONDocument(parsing: random.spelled(tree))
      let changed = try JSONDocument(parsing: random.spelled(random.changed(tree)))
      let taken = JSONMerge.joined(base: base, ours: same, theirs: changed)
      holds(Self.areEqual(try JSONDocument(parsing: taken.bytes), changed), "seed \(seed)")
      holds(taken.conflicts.isEmpty, "seed \(seed)")
      let kept = JSONMerge.joined(base: base, ours: changed, theirs: same)
      holds(kept.bytes == changed.source.bytes, "seed \(seed)")
      holds(kept.conflicts.isEmpty, "seed \(seed)")
    }
  }

  @Test(arguments: blocks) func mergesAreAlwaysJSONAndMostlySymmetric(block: Int) throws {
    try Self.forEachSeed(block, inputs: 300) { random, seed in
      let tree = random.tree()
      let base = try tree.document
      let first = try random.changed(tree).document
      let second = try random.changed(tree).document
      let one = JSONMerge(base: base, ours: first, theirs: second)
      let other = JSONMerge(base: base, ours: second, theirs: first)
      let left = try JSONDocument(parsing: one.bytes)
      let right = try JSONDocument(parsing: other.bytes)
      if one.conflicts.isEmpty, other.conflicts.isEmpty {
        holds(Self.areEqual(left, right), "seed \(seed)")
      }
      holds(one.conflicts.isEmpty == other.conflicts.isEmpty, "seed \(seed)")
    }
  }

  @Test(arguments: blocks) func copyingKeepsAllOtherBytes(block: Int) throws {
    try Self.forEachSeed(block) { random, seed in
      let tree = random.tree()
      let source = try JSONDocument(parsing: random.spelled(tree))
      let target = try JSONDocument(parsing: random.spelled(random.changed(tree)))
      let leaves = source.withView { JSONLeaves(view: $0).collected() }
      let pointer = random.pick(leaves.pointers)
      guard let copy = try? source.copy(pointer, into: target) else { return }
      let result = try JSONDocument(parsing: copy.bytes)
      let found = try JSONBox(result, result.node(at: pointer))
      holds(found == (try JSONBox(source, source.node(at: pointer))), "seed \(seed)")
      holds(Self.undone(copy, target) == target.text, "seed \(seed)")
      holds(copy.splices.count <= 1, "seed \(seed)")
    }
  }

  /// Takes the splices back out of the result.
  static func undone(_ copy: PartCopy, _ target: JSONDocument) -> [UInt8] {
    var text = copy.bytes
    for splice in copy.splices.reversed() {
      let earlier = copy.splices.filter { $0.range.lowerBound < splice.range.lowerBound }
      let shift = earlier.reduce(0) { $0 + $1.replacement.count - $1.range.count }
      let start = splice.range.lowerBound + shift
      text.replaceSubrange(
        start..<start + splice.replacement.count, with: target.text[splice.range])
    }
    return text
  }

  @Test(arguments: blocks) func sequencesMatchAtTheirLongest(block: Int) {
    Self.forEachSeed(block) { random, seed in
      let left = (0..<random.below(12)).map { _ in UInt32(random.below(4)) }
      let right = (0..<random.below(12)).map { _ in UInt32(random.below(4)) }
      let match = SequenceMatch(left: left, right: right) { left[$0] == right[$1] }
      var last = (left: 0, right: 0)
      for run in match.runs {
        holds(run.left >= last.left && run.right >= last.right, "seed \(seed)")
        holds(
          left[run.left..<run.left + run.count] == right[run.right..<run.right + run.count],
          "seed \(seed)")
        last = (run.left + run.count, run.right + run.count)
      }
      holds(
        match.runs.reduce(0) { $0 + $1.count } == Self.longest(left, right), "seed \(seed)")
    }
  }

  static func longest(_ left: [UInt32], _ right: [UInt32]) -> Int {
    var row = [Int](repeating: 0, count: right.count + 1)
    for first in left {
      var diagonal = 0
      for (index, second) in right.enumerated() {
        let above = row[index + 1]
        row[index + 1] = first == second ? diagonal + 1 : max(above, row[index])
        diagonal = above
      }
    }
    return row[right.count]
  }

  @Test(arguments: blocks) func damagedBytesNeverCrashTheReader(block: Int) {
    Self.forEachSeed(block) { random, seed in
      var bytes = random.spelled(random.tree(depth: 4, doubles: true))
      if random.chance(4) {
        bytes = JSONSource(text: bytes, encoding: .utf16BigEndian, hasMark: random.chance(2)).bytes
      }
      for _ in 0..<random.below(6) {
        switch random.below(4) {
        case 0 where !bytes.isEmpty: bytes[random.below(bytes.count)] = UInt8(random.below(256))
        case 1 where !bytes.isEmpty: bytes.remove(at: random.below(bytes.count))
        case 2: bytes.insert(UInt8(random.below(256)), at: random.below(bytes.count + 1))
        default: bytes = Array(bytes.prefix(random.below(bytes.count + 1)))
        }
      }
      _ = ContentType.recognise(name: Array("a.json".utf8), bytes: bytes)
      do throws(JSONError) {
        let document = try JSONDocument(parsing: bytes)
        holds(document.source.bytes == bytes, "seed \(seed)")
        holds(document.nodes.count <= bytes.count, "seed \(seed)")
        holds(JSONDiff(from: document, to: document).isEmpty, "seed \(seed)")
      } catch {
        holds(error.offset <= bytes.count * 2, "seed \(seed)")
      }
    }
  }
}

/// A value for comparing in tests.
struct JSONBox: Equatable {
  let document: JSONDocument
  let node: JSONDocument.Node

  init(_ document: JSONDocument, _ node: JSONDocument.Node) {
    self.document = document
    self.node = node
  }

  static func == (left: JSONBox, right: JSONBox) -> Bool {
    left.document.withView { mine in
      right.document.withView {
        JSONEquality.areEqual(left.node.index, mine, right.node.index, $0)
      }
    }
  }
}
