/// A run of lines of the older text that a run of lines of the newer one takes the place of.
///
/// Lines count from 0. Either run may be empty: lines were only added, or only removed.
public struct LineChange: Sendable, Hashable {
  /// Lines that are gone.
  public var old: Range<Int>
  /// Lines that are there instead.
  public var new: Range<Int>

  /// A change between these lines.
  public init(old: Range<Int>, new: Range<Int>) {
    self.old = old
    self.new = new
  }
}
