/// What went wrong with a document in an application; what the disk or the store refuse is a
/// `StoreError` of `VersionStore`.
public struct DocumentError: Error, Sendable, Equatable {
  /// The kinds of trouble.
  public enum Kind: Sendable, Hashable {
    /// A folder, or a link that leads out of the library.
    case notADocument
    /// The content is not of the document's type.
    case unreadable
    /// The work needs an open document.
    case notOpen
    /// The work needs a document that is not open yet.
    case alreadyOpen
    /// The document was never saved, and the work needs a file.
    case noFile
    /// The file is not what the document was made from; both contents are versions.
    case conflict
    /// The file is gone; the document's content is a version.
    case vanished
    /// The type has no way to be read or written.
    case notImplemented
    /// A name that no file can have.
    case badName
    /// There is no such version.
    case versionNotFound
    /// A draft is open in another program.
    case draftInUse
  }

  /// What kind of trouble.
  public var kind: Kind
  /// One sentence without a full stop.
  public var message: String
  /// What to do next.
  public var hints: [String]

  /// Makes an error.
  public init(_ kind: Kind, _ message: String, hints: [String] = []) {
    self.kind = kind
    self.message = message
    self.hints = hints
  }
}

extension DocumentError: CustomStringConvertible {
  /// The message.
  public var description: String { message }
}

/// What is to be done about an error.
public enum ErrorRecovery: Sendable {
  /// Nothing: whoever asked for the work gets it.
  case giveUp
  /// The same once more: what was in the way is gone.
  case tryAgain
}
