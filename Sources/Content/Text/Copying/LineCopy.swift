/// A text with lines of another one copied into it.
///
/// Copied lines take the target's line end and encoding; every other byte of the target stays, as
/// does the state of its final newline. An empty target takes all of these from the source.
public struct LineCopy: Sendable, Hashable {
  /// The whole new text.
  public let bytes: [UInt8]
  /// The copied lines in the new text, from 0, as runs in order.
  public let copied: [Range<Int>]
  /// How many lines of the target are gone, replaced by copied ones.
  public let replacedCount: Int

  /// Where copied lines go.
  public enum Place: Sendable, Hashable {
    /// Before this line of the target, from 0; its line count means at the end.
    case before(Int)
    /// After the last line.
    case append
    /// Where a comparison of source and target has them. Lines that the target still has are not
    /// copied again. A line that was changed since goes above what it has become, or replaces it.
    case byComparison(replacing: Bool)
  }

  /// Copies lines, given from 0.
  public static func lines(
    _ lines: Range<Int>, of source: TextContent, into target: TextContent, at place: Place
  ) throws(LineCopyError) -> LineCopy {
    guard !lines.isEmpty, lines.lowerBound >= 0, lines.upperBound <= source.lines.count else {
      throw .noSuchLines(lines, count: source.lines.count)
    }
    var plan = CopyPlan(source: source, target: target)
    switch place {
    case .before(let line):
      guard line >= 0, line <= target.lines.count else {
        throw .noSuchPlace(line, count: target.lines.count)
      }
      plan.insert(lines, before: line)
    case .append: plan.insert(lines, before: target.lines.count)
    case .byComparison(let replacing):
      let diff = TextDiff(old: source, new: target)
      plan = CopyPlan(source: diff.old, target: diff.new)
      for change in diff.changes {
        plan.insert(lines, in: change, of: diff, replacing: replacing)
      }
    }
    return try plan.result()
  }

  /// Copies a hunk back: what the source has there takes the place of what the target has.
  ///
  /// - Parameters:
  ///   - number: the hunk, from 0, in `diff.hunks`.
  ///   - diff: a comparison of the source, as the older text, with the target.
  public static func hunk(_ number: Int, of diff: TextDiff) throws(LineCopyError) -> LineCopy {
    let hunks = diff.hunks
    guard hunks.indices.contains(number) else {
      throw .noSuchHunk(number, count: hunks.count)
    }
    var plan = CopyPlan(source: diff.old, target: diff.new)
    for change in hunks[number].changes {
      plan.insert(change.old, before: change.new.lowerBound)
      plan.remove(change.new)
    }
    return try plan.result()
  }
}

/// What of the source goes where in the target, before any byte is written.
private struct CopyPlan {
  private let source: TextContent
  private let target: TextContent
  /// Lines of the source that go before a line of the target.
  private var insertions: [Int: [Int]] = [:]
  private var removals: Set<Int> = []

  init(source: TextContent, target: TextContent) {
    self.source = source
    self.target = target
  }

  mutating func insert(_ lines: Range<Int>, before line: Int) {
    insertions[line, default: []] += lines
  }

  mutating func remove(_ lines: Range<Int>) { removals.formUnion(lines) }

  /// The wanted lines of a change, each after what the line above it has become.
  mutating func insert(
    _ lines: Range<Int>, in change: LineChange, of diff: TextDiff, replacing: Bool
  ) {
    let wanted = change.old.clamped(to: lines)
    if wanted.isEmpty { return }
    let pairs = diff.words(in: change).pairs
    var place = change.new.lowerBound
    var next = 0
    for line in change.old {
      let pair = next < pairs.count && pairs[next].old == line ? pairs[next] : nil
      if let pair {
        next += 1
        place = pair.new
      }
      if wanted.contains(line) {
        insertions[place, default: []].append(line)
        if replacing, let pair { removals.insert(pair.new) }
      }
      if let pair { place = pair.new + 1 }
    }
  }

  func result() throws(LineCopyError) -> LineCopy {
    let isEmpty = target.lines.count == 0
    let takesAll = isEmpty && target.bytes.isEmpty
    let encoding = takesAll ? source.encoding : target.encoding
    let mark =
      takesAll
      ? source.bytes.prefix(source.markLength)
      : target.bytes.prefix(target.markLength)
    let usual = target.lineEnds.dominant ?? source.lineEnds.dominant ?? .lf
    let encoder = TextEncoder(encoding: encoding)
    var assembly = LineAssembly(encoding: encoding, mark: mark, defaultEnd: usual)
    var copied: [Range<Int>] = []
    var lastSource: Int?
    for line in 0...target.lines.count {
      if let inserted = insertions[line], !inserted.isEmpty {
        let end = neighbouringEnd(line) ?? usual
        let start = assembly.lines.count
        for sourceLine in inserted {
          let content = try encode(sourceLine, by: encoder)
          assembly.lines.append(.init(content: content[...], end: end))
          lastSource = sourceLine
        }
        copied.append(start..<assembly.lines.count)
      }
      if line < target.lines.count, !removals.contains(line) {
        assembly.lines.append(
          .init(content: target.content(ofLine: line), end: target.lineEnd(line)))
      }
    }
    if assembly.isMisaligned { throw .targetIsCutOff }
    let sourceState = lastSource.map { source.lineEnd($0) != nil } ?? true
    return LineCopy(
      bytes: assembly.bytes(hasFinalNewline: target.hasFinalNewline ?? sourceState),
      copied: copied, replacedCount: removals.count)
  }

  /// In a text with mixed ends, the end of the line above, else of the line below.
  private func neighbouringEnd(_ line: Int) -> LineEnd? {
    guard target.lineEnds.kinds.count > 1 else { return nil }
    if line > 0, let end = target.lineEnd(line - 1) { return end }
    return line < target.lines.count ? target.lineEnd(line) : nil
  }

  private func encode(
    _ line: Int, by encoder: TextEncoder
  ) throws(LineCopyError) -> [UInt8] {
    do {
      return try encoder.encode(line, of: source)
    } catch .character(let scalar) {
      throw .notRepresentable(line: line, character: scalar, encoding: encoder.encoding)
    } catch {
      throw .invalidBytes(line: line, encoding: encoder.encoding)
    }
  }
}
