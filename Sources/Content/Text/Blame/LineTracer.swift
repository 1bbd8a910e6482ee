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

  /// Makes an older text the current one and tells, for a line of the one before, its place there.
  mutating func step(to text: TextContent) -> (Int) -> Int? {
    let newer = current
    if wholeLines, text.bytes == newer.bytes { return { $0 } }
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
    let changes = result.changes
    return { line in
      // The last change that begins at or before the line.
      var (low, high) = (0, changes.count)
      while low < high {
        let middle = (low + high) / 2
        if changes[middle].new.lowerBound <= line { low = middle + 1 } else { high = middle }
      }
      guard low > 0 else { return line }
      let change = changes[low - 1]
      if change.new.contains(line) { return nil }
      return line - change.new.upperBound + change.old.upperBound
    }
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
    var scratch: [UInt8] = []
    LineView.with(version.bytes, version.lines, whole: wholeLines) { view in
      LineView.with(known.bytes, known.lines, whole: wholeLines) { knownView in
        var expected = 0
        for line in 0..<view.count {
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
    places += [Int32](repeating: -1, count: interner.count - places.count)
    for (line, id) in version.ids.enumerated() { places[Int(id)] = Int32(line) }
    return version
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
