import Glibc

/// Goes back through the versions of a text and tells where each line came from.
///
/// Lines get their numbers once for all versions, so that a version costs little more than reading
/// it and looking for its differences.
struct LineTracer: ~Copyable {
  private struct Version {
    var bytes: [UInt8]
    var lines: LineTable
    var ids: [Int32]
  }

  private var interner: LineInterner
  /// For each number, a line of the newest numbered version that has it.
  private var places: [Int32] = []
  private var current = Version(
    bytes: [], lines: LineTable(starts: [0], contentEnds: []), ids: [])
  private let options: ComparisonOptions
  private let wholeLines: Bool
  private(set) var isCoarse = false

  /// - Parameter wholeLines: whether line ends and the mark are part of the lines.
  init(options: ComparisonOptions, basis wholeLines: Bool) {
    interner = LineInterner(expecting: 4096, keepsCopies: true)
    self.options = options
    self.wholeLines = wholeLines
  }

  mutating func begin(with text: TextContent) { current = number(text) }

  /// Makes an older text the current one and tells where the lines of the one before stand there.
  mutating func step(to text: TextContent) -> LineOrigins {
    let newer = current
    if wholeLines, text.bytes == newer.bytes { return LineOrigins(changes: []) }
    let older = number(text)
    current = older
    let shared = wholeLines ? ByteComparison.sharedTail(older.bytes, newer.bytes) : 0
    let result = LineView.with(
      older.bytes, older.lines, whole: wholeLines,
      limit: older.lines.count(before: older.bytes.count - shared)
    ) { oldView in
      LineView.with(
        newer.bytes, newer.lines, whole: wholeLines,
        limit: newer.lines.count(before: newer.bytes.count - shared)
      ) { newView in
        let sides = LineSides(
          old: older.ids.prefix(oldView.count), new: newer.ids.prefix(newView.count),
          classes: interner.count)
        let usesLines = options.usesIndentation
        return LineMatcher.compare(
          sides, options: options, old: usesLines ? oldView : nil,
          new: usesLines ? newView : nil)
      }
    }
    isCoarse = isCoarse || result.isCoarse
    return LineOrigins(changes: result.changes)
  }

  private mutating func number(_ text: TextContent) -> Version {
    var version = Version(bytes: text.bytes, lines: text.lines, ids: [])
    if !wholeLines {
      version.bytes = text.form.bytes
      version.lines = text.form.lines
    } else if text.markLength > 0, text.lines.count > 0 {
      // The mark belongs to the first line, as for git.
      version.lines = LineTable(
        starts: [0] + text.lines.starts.dropFirst(), contentEnds: text.lines.contentEnds)
    }
    version.ids.reserveCapacity(version.lines.count)
    let known = current
    let (front, back) = Self.sharedLines(version, known)
    version.ids += known.ids[..<front]
    var scratch: [UInt8] = []
    LineView.with(version.bytes, version.lines, whole: wholeLines) { view in
      LineView.with(known.bytes, known.lines, whole: wholeLines) { knownView in
        var expected = front
        for line in front..<view.count - back {
          let (pointer, length) = (view.pointer(line), view.length(line))
          if expected < knownView.count, knownView.length(expected) == length,
            memcmp(knownView.pointer(expected), pointer, length) == 0
          {
            version.ids.append(known.ids[expected])
            expected += 1
            continue
          }
          let id = intern(pointer, length, &scratch)
          version.ids.append(id)
          let place = Int(id) < places.count ? Int(places[Int(id)]) : -1
          expected =
            place >= 0 && place < known.ids.count && known.ids[place] == id
            ? place + 1 : expected + 1
        }
      }
    }
    version.ids += known.ids[(known.ids.count - back)...]
    places += [Int32](repeating: -1, count: interner.count - places.count)
    for (line, id) in version.ids.enumerated() { places[Int(id)] = Int32(line) }
    return version
  }

  /// How many lines at the front and at the back are the same bytes, cut in the same way; a few
  /// less where that is cheaper to tell.
  private static func sharedLines(_ one: Version, _ other: Version) -> (front: Int, back: Int) {
    let block = 512
    let most = min(one.bytes.count, other.bytes.count)
    return LineView.with(one.bytes, one.lines, whole: false) { mine in
      LineView.with(other.bytes, other.lines, whole: false) { theirs in
        var prefix = 0
        while prefix + block <= most, memcmp(mine.base + prefix, theirs.base + prefix, block) == 0 {
          prefix += block
        }
        let mineEnd = mine.base + one.bytes.count
        let theirsEnd = theirs.base + other.bytes.count
        var suffix = 0
        while prefix + suffix + block <= most,
          memcmp(mineEnd - suffix - block, theirsEnd - suffix - block, block) == 0
        {
          suffix += block
        }
        // The line that the last of these bytes are in may go on.
        let front = max(0, one.lines.count(before: prefix) - 1)
        let back = max(0, mine.count - one.lines.count(before: one.bytes.count - suffix) - 1)
        return (
          mine.isCut(like: theirs, 0, 0, count: front) ? front : 0,
          mine.isCut(like: theirs, mine.count - back, theirs.count - back, count: back) ? back : 0
        )
      }
    }
  }

  private mutating func intern(
    _ pointer: UnsafePointer<UInt8>, _ length: Int, _ scratch: inout [UInt8]
  ) -> Int32 {
    if options.whitespace == .exact { return interner.intern(pointer, length) }
    scratch.removeAll(keepingCapacity: true)
    options.whitespace.reduce(
      UnsafeBufferPointer(start: pointer, count: length), into: &scratch)
    scratch.append(0)
    return scratch.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map { interner.intern($0, buffer.count) } ?? 0
    }
  }
}

/// Where the lines of a text stand in the version before it.
struct LineOrigins {
  private let changes: [LineChange]
  /// How many changes begin at or before the line that was asked for last.
  private var passed = 0

  init(changes: [LineChange]) { self.changes = changes }

  /// The place of a line; nil where it is new. Fastest where lines are asked for in their order.
  mutating func place(of line: Int) -> Int? {
    if passed > 0, changes[passed - 1].new.lowerBound > line { passed = 0 }
    while passed < changes.count, changes[passed].new.lowerBound <= line { passed += 1 }
    guard passed > 0 else { return line }
    let change = changes[passed - 1]
    if change.new.contains(line) { return nil }
    return line - change.new.upperBound + change.old.upperBound
  }
}
