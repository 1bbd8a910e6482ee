import Files

/// What of a source is imported, and to where.
public struct ImportOptions: Sendable {
  /// Only documents at or below these paths of the source; all where there are none.
  public var paths: [[UInt8]] = []
  /// The branch of a git repository or bundle, nil for the one that is checked out.
  public var branch: String?
  /// Where it is to be, nil for the paths of the source.
  public var target: Target?
  /// Whether a document that has versions of its own is joined with what is imported, by time.
  public var merging = false

  /// Another place than the source's own.
  public enum Target: Sendable, Equatable {
    /// The one document gets this path.
    case document(DocumentPath)
    /// All documents come below this folder.
    case folder(DocumentPath)
  }

  /// Makes options.
  public init() {}
}

/// What became of one document of a source.
public struct ImportOutcome: Sendable {
  /// The newest version of the document.
  public let version: Version
  /// How many versions came new.
  public let added: Int
  /// The document that the two histories were joined from, deleted now; nil mostly.
  public let joined: UUID?
  /// Whether the file was put on disk, or brought up to its latest version.
  public let placed: Bool
}

/// What is told while an import goes on.
public enum ImportReport: Sendable {
  /// So many commits of all were looked at, before anything is written.
  case reading(done: Int, total: Int)
  /// So many versions of all are read and written.
  case progress(done: Int, total: Int)
  /// A document is in place.
  case done(ImportOutcome)
  /// A document, or something of the source, could not be imported.
  case failed(StoreError)
}
