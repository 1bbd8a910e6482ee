/// Why lines cannot be copied into a text; nothing has been changed.
///
/// Lines and hunks are counted from 0 here, as everywhere in this module.
public enum LineCopyError: Error, Sendable, Hashable {
  /// The source does not have these lines; it has `count`.
  case noSuchLines(Range<Int>, count: Int)
  /// The target has no such place; lines can go before line `count` at the furthest.
  case noSuchPlace(Int, count: Int)
  /// There is no such hunk; there are `count`.
  case noSuchHunk(Int, count: Int)
  /// A line of the source has a character that the target's encoding does not have.
  case notRepresentable(line: Int, character: Unicode.Scalar, encoding: TextEncoding)
  /// A line of the source has bytes that stand for nothing, and the target has another encoding.
  case invalidBytes(line: Int, encoding: TextEncoding)
  /// The target ends in the middle of a character, so that nothing can come after it.
  case targetIsCutOff
}
