/// A run of changed characters inside a line.
public struct WordSpan: Sendable, Hashable {
  /// The line, from 0, in its own text.
  public let line: Int
  /// Where the run is, in grapheme clusters from the start of the line.
  public let graphemes: Range<Int>
  /// Where the run is in the line as `TextContent.utf8Line` gives it, in bytes.
  public let bytes: Range<Int>
  /// Whether what changed cannot be seen, so that it is to be written out.
  public let isHidden: Bool
}

/// A changed line and the line that took its place.
public struct LinePair: Sendable, Hashable {
  /// The line of the older text, from 0.
  public let old: Int
  /// The line of the newer text, from 0.
  public let new: Int
  /// What is gone from the older line.
  public let removed: [WordSpan]
  /// What is new in the newer line.
  public let added: [WordSpan]
  /// What of the change the eye does not see.
  public let hidden: [HiddenDifference]
}

/// The words that changed between the lines of one change.
public struct ChangedWords: Sendable, Hashable {
  /// Lines that took the place of others, in order; lines in no pair are wholly new or gone.
  public let pairs: [LinePair]
  /// What the eye does not see in lines that are in no pair.
  public let hidden: [HiddenDifference]
  /// Whether the search was cut short: the marks are correct and wider than need be.
  public let isCoarse: Bool
}
