/// A difference in the form of a text that is no difference in its lines.
public struct TextFormatChange: Sendable, Hashable {
  /// What has another form; the raw value is its name in machine output.
  public enum What: String, Sendable, Hashable, CaseIterable {
    /// LF, CRLF, CR, or a mixture of them.
    case lineEnds
    /// Whether the last line is ended.
    case finalNewline
    /// How bytes stand for characters.
    case encoding
    /// Whether there is a byte order mark.
    case byteOrderMark
    /// Composed or decomposed accents, and the like.
    case normalisation
  }

  /// What has another form.
  public let what: What
  /// The form of the older text, such as `CRLF`, `absent`, `UTF-16LE`, `NFC`.
  public let from: String
  /// The form of the newer text.
  public let to: String
  /// The first lines of the newer text that it concerns, from 0; empty where it is the whole.
  public let lines: [Int]
  /// How many lines it concerns; 0 where it is the whole text.
  public let lineCount: Int

  /// No more lines than this are listed.
  public static let mostLines = 20

  init(_ what: What, from: String, to: String, lines: [Int] = []) {
    self.what = what
    self.from = from
    self.to = to
    self.lines = Array(lines.prefix(Self.mostLines))
    lineCount = lines.count
  }
}
