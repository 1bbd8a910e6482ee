import Content

/// For each part of a document, the version that made it what it is.
public enum DocumentBlame: Sendable {
  /// The lines of a text, and the text they are of.
  case text(LineBlame<BlamedVersion>, TextContent)
  /// The emojis of a drawing and its background.
  case drawing(DrawingBlame<BlamedVersion>, background: DrawingBackground)
  /// The elements of a JSON document.
  case json(JSONBlame<BlamedVersion>)
  /// The files of a package that are any of these, in the order of their paths, and the paths of
  /// those that are not.
  case parts([PartBlame], skipped: [[UInt8]])
}

/// A file of a package, and the versions that made it what it is.
public struct PartBlame: Sendable {
  /// The path in the package.
  public let path: [UInt8]
  /// Its parts in turn.
  public let blame: DocumentBlame
}

/// The version that answers for a part.
public struct BlamedVersion: Sendable {
  /// The version; nil for what is only on disk yet.
  public let version: Version?
  /// Whether it was not looked further back, so that the part may be older.
  public let isBoundary: Bool
}

/// What is asked about a document's parts.
public struct BlameOptions: Sendable {
  /// The lines asked about, from 1; all by default. The document counts as a text then.
  public var lines: ClosedRange<Int>?
  /// Seconds since 1970 before which nobody wants to know: what is older is told as of the last
  /// version before then.
  public var since: Int64?
  /// The path of a file in a package, or of a folder in it with all it holds; everything by default.
  public var part: [UInt8]?

  /// Makes options.
  public init(lines: ClosedRange<Int>? = nil, since: Int64? = nil, part: [UInt8]? = nil) {
    self.lines = lines
    self.since = since
    self.part = part
  }
}
