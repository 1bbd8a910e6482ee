import Content

/// A part of a version that is to be copied.
public enum CopiedPart: Sendable, Hashable {
  /// Lines of a text, from 1, both ends included.
  case lines(ClosedRange<Int>, at: LinePlace)
  /// A group of changes as the comparison with the present text numbers them, from 1.
  case hunk(Int)
  /// An emoji of a drawing: `#index`, an identifier or the glyph.
  case emoji(String)
  /// The background of a drawing.
  case background
  /// A value of a JSON document.
  case pointer(JSONPointer)
  /// A file of a package, or a folder in it with all it holds.
  case file([UInt8])

  /// Where copied lines go.
  public enum LinePlace: Sendable, Hashable {
    /// Where a comparison of both texts has them; lines that are there still are not doubled.
    case byComparison
    /// Before this line of the target, from 1; one more than there are means at the end.
    case before(Int)
    /// After the last line.
    case append
  }
}
