import Git

/// A document of a library: its identity and the head of its chain.
public struct Document: Sendable, Equatable {
  /// Its identity, whatever its path.
  public let id: UUID
  /// The newest version.
  public let head: Version
  /// Whether no alias leads from its path to it, as it should.
  var lostItsAlias = false

  /// Where it is now, or was when it was deleted.
  public var path: DocumentPath { head.path }
  /// Whether its newest version says that it is deleted.
  public var isDeleted: Bool { head.isDeletion }
  /// Whether its newest version locks it.
  public var isLocked: Bool { head.event == .lock }
}

/// What a library knows of a path.
public enum PathLookup: Sendable {
  /// A document that is there, or was when it was deleted.
  case document(Document)
  /// A document that had this path and has another one now.
  case moved(Document)
  /// No document. The identifier is one that an unfinished first save left.
  case unknown(reserved: UUID?)
}
