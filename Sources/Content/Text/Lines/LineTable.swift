/// Where the lines of a text begin and end, as byte offsets.
///
/// Line `i` has the content `starts[i]..<contentEnds[i]` and, up to `starts[i + 1]`, its line end.
/// The last line has an empty end where the text has no final newline; a text that ends with a line
/// end has no empty line after it.
public struct LineTable: Sendable, Hashable {
  /// One offset for each line, and the end of the text.
  let starts: [UInt32]
  /// The end of each line's content.
  let contentEnds: [UInt32]

  init(starts: [UInt32], contentEnds: [UInt32]) {
    self.starts = starts
    self.contentEnds = contentEnds
  }

  /// The number of lines.
  public var count: Int { contentEnds.count }

  /// The bytes of a line without its end.
  public func content(_ line: Int) -> Range<Int> { Int(starts[line])..<Int(contentEnds[line]) }

  /// The bytes of a line's end; empty for a last line without one.
  public func end(_ line: Int) -> Range<Int> { Int(contentEnds[line])..<Int(starts[line + 1]) }

  /// The bytes of a line with its end.
  public func whole(_ line: Int) -> Range<Int> { Int(starts[line])..<Int(starts[line + 1]) }

  /// The line's kind of end in a text with code units of this many bytes; nil for none.
  public func kind(_ line: Int, unitWidth: Int, in bytes: UnsafeBufferPointer<UInt8>) -> LineEnd? {
    let end = end(line)
    if end.count == unitWidth * 2 { return .crlf }
    if end.isEmpty { return nil }
    return bytes[end].contains(0x0A) ? .lf : .cr
  }

  /// Whether the last line is ended; nil for a text without lines.
  public var hasFinalEnd: Bool? { count == 0 ? nil : !end(count - 1).isEmpty }

  /// How many lines begin before this offset.
  func count(before offset: Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if Int(starts[middle]) < offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
