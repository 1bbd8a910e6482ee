import Glibc

/// Two texts compared byte by byte in lines as `git` cuts them, after each 0x0A.
///
/// This is what the unified form, the counts of `--stat` and line blame rest on: the kind of line
/// end, the final newline and the byte order mark all count.
public struct ByteComparison: Sendable {
  /// The older bytes.
  public let old: [UInt8]
  /// The newer bytes.
  public let new: [UInt8]
  /// What changed, in lines from 0, in order.
  public let changes: [LineChange]
  /// Whether the budget ran out: the changes are correct, and more than need be.
  public let isCoarse: Bool
  /// The settings that were used.
  public let options: ComparisonOptions
  let oldLines: LineTable
  let newLines: LineTable

  /// Compares the bytes of two texts.
  public init(
    old: [UInt8], new: [UInt8], options: ComparisonOptions = ComparisonOptions()
  ) {
    self.init(
      old: old, oldLines: Self.lines(of: old), new: new, newLines: Self.lines(of: new),
      options: options)
  }

  /// Compares two texts by their bytes; lines that are known already are not looked for again.
  public init(
    old: TextContent, new: TextContent, options: ComparisonOptions = ComparisonOptions()
  ) {
    func lines(_ text: TextContent) -> LineTable {
      let isPlain = text.encoding.unitWidth == 1 && text.markLength == 0 && text.lineEnds.cr == 0
      return isPlain ? text.lines : Self.lines(of: text.bytes)
    }
    self.init(
      old: old.bytes, oldLines: lines(old), new: new.bytes, newLines: lines(new),
      options: options)
  }

  private init(
    old: [UInt8], oldLines: LineTable, new: [UInt8], newLines: LineTable,
    options: ComparisonOptions
  ) {
    self.old = old
    self.new = new
    self.oldLines = oldLines
    self.newLines = newLines
    self.options = options
    // Without context git leaves the end that both texts share out of the comparison.
    let shared = options.context == 0 ? Self.sharedTail(old, new) : 0
    let oldLimit = oldLines.count(before: old.count - shared)
    let newLimit = newLines.count(before: new.count - shared)
    let result = LineView.with(old, oldLines, whole: true, limit: oldLimit) { oldView in
      LineView.with(new, newLines, whole: true, limit: newLimit) { newView in
        LineMatcher.compare(old: oldView, new: newView, options: options)
      }
    }
    changes = result.changes
    isCoarse = result.isCoarse
  }

  /// Lines added and removed, as `git diff --numstat` counts them.
  public var counts: (added: Int, removed: Int) {
    changes.reduce(into: (0, 0)) { sum, change in
      sum.0 += change.new.count
      sum.1 += change.old.count
    }
  }

  static func lines(of bytes: [UInt8]) -> LineTable {
    bytes.withUnsafeBufferPointer { LineScanner.scanLF($0, from: 0).table }
  }

  /// The length of an end that both share, in whole kilobytes and from the start of a line.
  static func sharedTail(_ old: [UInt8], _ new: [UInt8]) -> Int {
    let block = 1024
    let smaller = min(old.count, new.count)
    let shared = old.withUnsafeBufferPointer { old in
      new.withUnsafeBufferPointer { new in
        guard let oldEnd = old.baseAddress.map({ $0 + old.count }),
          let newEnd = new.baseAddress.map({ $0 + new.count })
        else { return 0 }
        var shared = 0
        while shared + block <= smaller,
          memcmp(oldEnd - shared - block, newEnd - shared - block, block) == 0
        {
          shared += block
        }
        return shared
      }
    }
    var kept = 0
    while kept < shared {
      kept += 1
      if old[old.count - shared + kept - 1] == 0x0A { break }
    }
    return shared - kept
  }
}
