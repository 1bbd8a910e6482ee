/// How two texts are compared; the names and meanings are those of `git diff`.
public struct ComparisonOptions: Sendable, Hashable {
  /// The way in which matching lines are looked for.
  public enum Algorithm: Sendable, Hashable {
    /// Myers, with git's shortcuts for costly inputs.
    case myers
    /// Lines that occur once on each side are matched first.
    case patience
  }

  /// What counts as the same white space.
  public enum Whitespace: Sendable, Hashable {
    /// Every byte counts.
    case exact
    /// Runs of blanks are alike, and blanks at the end of a line do not count (`-b`).
    case ignoringChange
    /// Blanks do not count at all (`-w`).
    case ignoringAll
    /// Blanks at the end of a line do not count.
    case ignoringAtLineEnd
  }

  /// The algorithm; Myers unless told otherwise.
  public var algorithm = Algorithm.myers
  /// What counts as the same white space.
  public var whitespace = Whitespace.exact
  /// Whether changes of blank lines only are left out (`--ignore-blank-lines`).
  public var ignoresBlankLines = false
  /// Lines of unchanged text around each change (`-U`).
  public var context = 3
  /// Whether a change that can slide is put where indentation suggests.
  public var usesIndentation = true
  /// The most steps that the search for matching lines takes before it becomes coarser.
  public var budget = 100_000_000

  /// What `git diff` does without options.
  public init() {}
}
