import Git

/// A document of a library: its identity and the head of its chain.
public struct Document: Sendable, Equatable {
  /// Its identity, whatever its path.
  public let id: UUID
  /// Whether no alias leads from its path to it, as it should.
  var lostItsAlias: Bool
  // A version has many parts: held in one place, a document is quickly copied and small in a table.
  private let newest: Newest

  init(id: UUID, head: Version, lostItsAlias: Bool = false) {
    self.id = id
    self.lostItsAlias = lostItsAlias
    newest = Newest(head)
  }

  /// The newest version.
  public var head: Version { newest.version }

  /// Where it is now, or was when it was deleted.
  public var path: DocumentPath { head.path }
  /// Whether its newest version says that it is deleted.
  public var isDeleted: Bool { head.isDeletion }
  /// Whether its newest version locks it.
  public var isLocked: Bool { head.event == .lock }

  private final class Newest: Sendable, Equatable {
    let version: Version

    init(_ version: Version) {
      self.version = version
    }

    static func == (one: Newest, other: Newest) -> Bool {
      one === other || one.version == other.version
    }
  }
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
