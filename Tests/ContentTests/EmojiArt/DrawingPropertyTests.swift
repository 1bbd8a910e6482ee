import Testing

@testable import Content

/// Each property over 10,400 inputs, some over fewer; the seed is the number of the input.
@Suite struct DrawingPropertyTests {
  static let blocks = JSONPropertyTests.blocks

  static func looks(_ drawing: Drawing) -> [Emoji] {
    drawing.emojis.map { emoji in
      var emoji = emoji
      emoji.id = nil
      return emoji
    }
  }

  @Test(arguments: blocks) func everyShapeReadsBackAsItWasWritten(block: Int) throws {
    try JSONPropertyTests.forEachSeed(block) { random, seed in
      let sketch = random.sketch(doubled: random.chance(3))
      let year = random.pick(Seeded.years)
      let bytes = random.document(sketch, year)
      let drawing = try Drawing(bytes)
      let hasID = year != .y2017 && year != .y2018
      holds(Self.looks(drawing) == Self.looks(sketch), "seed \(seed)")
      holds(
        drawing.emojis.map(\.id) == sketch.emojis.map { hasID ? $0.id : nil }, "seed \(seed)")
      holds(drawing.background == sketch.background, "seed \(seed)")
      holds(
        ContentType.recognise(name: Array("x".utf8), bytes: bytes) == .emojiArt, "seed \(seed)")
      holds(DrawingDiff(from: drawing, to: drawing).isEmpty, "seed \(seed)")
    }
  }

  private static func looks(_ sketch: Sketch) -> [Emoji] {
    sketch.emojis.map { emoji in
      var emoji = emoji
      emoji.id = nil
      return emoji
    }
  }

  @Test(arguments: blocks) func spellingAndKeyOrderAreNoChange(block: Int) throws {
    try JSONPropertyTests.forEachSeed(block) { random, seed in
      let sketch = random.sketch(doubled: random.chance(3))
      let year = random.pick(Seeded.years)
      let first = try Drawing(random.document(sketch, year))
      let second = try Drawing(random.document(sketch, year))
      let diff = DrawingDiff(from: first, to: second)
      holds(diff.isSameDrawing, "seed \(seed)")
      let isSameText = first.document?.text == second.document?.text
      holds(diff.changes.count == (isSameText ? 0 : 1), "seed \(seed) \(diff.sentences)")
    }
  }

  @Test(arguments: blocks) func theSameDrawingInTwoYearsIsOneChange(block: Int) throws {
    try JSONPropertyTests.forEachSeed(block) { random, seed in
      let sketch = random.sketch()
      let years = (random.pick(Seeded.years), random.pick(Seeded.years))
      let first = try Drawing(random.document(sketch, years.0))
      let second = try Drawing(random.document(sketch, years.1))
      let diff = DrawingDiff(from: first, to: second)
      holds(diff.isSameDrawing, "seed \(seed) \(diff.sentences)")
      holds(diff.changes.count <= 1, "seed \(seed) \(diff.sentences)")
    }
  }

  @Test(arguments: blocks) func applyingTheChangesGivesTheNewerDrawing(block: Int) throws {
    try JSONPropertyTests.forEachSeed(block) { random, seed in
      let sketch = random.sketch(doubled: random.chance(4))
      let other = random.changed(sketch)
      let years = (random.pick(Seeded.years), random.pick(Seeded.years))
      let older = try Drawing(random.document(sketch, years.0))
      let newer = try Drawing(random.document(other, years.1))
      let diff = DrawingDiff(from: older, to: newer)
      let (emojis, background) = Self.applied(diff, to: older)
      holds(emojis == Self.looks(newer), "seed \(seed) \(diff.sentences)")
      holds(background == newer.background, "seed \(seed)")
      let back = DrawingDiff(from: newer, to: older)
      holds(back.isSameDrawing == diff.isSameDrawing, "seed \(seed)")
    }
  }

  /// Makes the changes that are told, and only those, in the older drawing.
  static func applied(
    _ diff: DrawingDiff, to older: Drawing
  ) -> ([Emoji], DrawingBackground) {
    var old = looks(older)
    var background = older.background
    var isGone = Set<Int>()
    var placed: [Int: Emoji] = [:]
    for change in diff.changes {
      switch change {
      case .removed(_, let index): isGone.insert(index)
      case .moved(let change):
        old[change.oldIndex].x = change.new.x
        old[change.oldIndex].y = change.new.y
      case .resized(let change): old[change.oldIndex].size = change.new.size
      case .textChanged(let change): old[change.oldIndex].text = change.new.text
      case .backgroundChanged(_, let to): background = to
      case .formatChanged(let change) where change.what == .normalisation:
        for path in change.paths {
          guard let index = path.split(separator: "/").last.flatMap({ Int($0) }),
            let origin = diff.origins[index]
          else { continue }
          old[origin].text = diff.newer.emojis[index].text
        }
      default: break
      }
    }
    for change in diff.changes {
      switch change {
      case .added(var emoji, let index):
        emoji.id = nil
        placed[index] = emoji
      case .reordered(let changes):
        for change in changes {
          isGone.insert(change.oldIndex)
          placed[change.newIndex] = old[change.oldIndex]
        }
      default: break
      }
    }
    var rest = old.indices.filter { !isGone.contains($0) }.map { old[$0] }.makeIterator()
    var result: [Emoji] = []
    while true {
      if let emoji = placed[result.count] {
        result.append(emoji)
      } else if let emoji = rest.next() {
        result.append(emoji)
      } else {
        return (result, background)
      }
    }
  }

  @Test(arguments: blocks) func mergingWithAnUnchangedSideGivesTheOther(block: Int) throws {
    try JSONPropertyTests.forEachSeed(block) { random, seed in
      let sketch = random.sketch()
      let year = random.pick(Seeded.years)
      let base = try Drawing(random.document(sketch, year))
      let same = try Drawing(random.document(sketch, year))
      let changed = try Drawing(random.document(random.changed(sketch), year))
      let taken = DrawingMerge.joined(base: base, ours: same, theirs: changed)
      let result = try Drawing(taken.bytes)
      let diff = DrawingDiff(from: result, to: changed)
      holds(Self.looks(result) == Self.looks(changed), "seed \(seed) \(diff.sentences)")
      holds(result.emojis.map(\.id) == changed.emojis.map(\.id), "seed \(seed)")
      holds(result.background == changed.background, "seed \(seed)")
      holds(result.counter == changed.counter, "seed \(seed)")
      holds(taken.conflicts.isEmpty, "seed \(seed)")
      let kept = DrawingMerge.joined(base: base, ours: changed, theirs: same)
      holds(kept.bytes == changed.document?.source.bytes, "seed \(seed)")
      holds(kept.conflicts.isEmpty, "seed \(seed)")
    }
  }

  @Test(arguments: blocks) func mergesAreAlwaysDrawings(block: Int) throws {
    try JSONPropertyTests.forEachSeed(block, inputs: 300) { random, seed in
      let sketch = random.sketch()
      let base = try Drawing(random.document(sketch, random.pick(Seeded.years)))
      let ours = try Drawing(random.document(random.changed(sketch), random.pick(Seeded.years)))
      let theirs = try Drawing(random.document(random.changed(sketch), random.pick(Seeded.years)))
      let merge = DrawingMerge(base: base, ours: ours, theirs: theirs)
      let result = try Drawing(merge.bytes)
      let ids = result.emojis.compactMap(\.id)
      holds(Set(ids).count == ids.count, "seed \(seed)")
      if let counter = result.counter {
        let greatest = ids.map { if case .number(let value) = $0 { value } else { 0 } }.max() ?? 0
        holds(counter >= greatest, "seed \(seed)")
      }
    }
  }

  @Test(arguments: blocks) func copyingAndTakingBackIsTheIdentity(block: Int) throws {
    try JSONPropertyTests.forEachSeed(block) { random, seed in
      var sketch = random.sketch()
      sketch.emojis.append(random.emoji(id: sketch.counter + 1))
      let source = try Drawing(random.document(sketch, random.pick(Seeded.years)))
      let target = try Drawing(
        random.document(random.changed(random.sketch()), random.pick(Seeded.years)))
      guard let document = target.document else { return }
      let index = random.below(source.emojis.count)
      let copy = try source.copyEmoji(at: index, into: target)
      let result = try Drawing(copy.bytes)
      holds(result.emojis.dropLast() == target.emojis[...], "seed \(seed)")
      holds(result.emojis.last?.looks(like: source.emojis[index]) == true, "seed \(seed)")
      holds(result.format.isLike(target.format), "seed \(seed)")
      let ids = result.emojis.compactMap(\.id)
      holds(Set(ids).count == ids.count, "seed \(seed)")
      holds(ids.isEmpty || ids.count == result.emojis.count, "seed \(seed)")
      holds(JSONPropertyTests.undone(copy, document) == document.text, "seed \(seed)")

      let background = try source.copyBackground(into: target)
      let other = try Drawing(background.bytes)
      holds(other.background == source.background, "seed \(seed)")
      holds(other.emojis == target.emojis, "seed \(seed)")
      holds(JSONPropertyTests.undone(background, document) == document.text, "seed \(seed)")
    }
  }

  @Test(arguments: blocks) func damagedBytesNeverCrashTheReader(block: Int) {
    JSONPropertyTests.forEachSeed(block) { random, seed in
      let year = random.pick(Seeded.years)
      var tree = Seeded.tree(random.sketch(doubled: random.chance(2)), year)
      if random.chance(2) { tree = random.changed(tree, doubles: true) }
      var bytes = random.spelled(tree, shuffles: false)
      for _ in 0..<random.below(4) {
        switch random.below(3) {
        case 0: bytes[random.below(bytes.count)] = UInt8(random.below(256))
        case 1: bytes.insert(UInt8(random.below(256)), at: random.below(bytes.count + 1))
        default: bytes.removeLast(random.below(3) % bytes.count)
        }
      }
      _ = ContentType.recognise(name: Array("a.emojiart".utf8), bytes: bytes)
      guard let drawing = try? Drawing(bytes) else { return }
      holds(drawing.document?.source.bytes == bytes, "seed \(seed)")
      holds(DrawingDiff(from: drawing, to: drawing).isEmpty, "seed \(seed)")
      holds(DrawingDiff(from: Drawing(), to: drawing).changes.count >= 1, "seed \(seed)")
      _ = DrawingMerge(base: Drawing(), ours: drawing, theirs: drawing)
    }
  }
}
