import Content
import Files
import Git

/// One saved state of a document: a commit of its chain, as its trailers tell it.
public struct Version: Sendable, Equatable {
  /// The document it is of.
  public var document: UUID
  /// 1, 2, 3 …: what people and scripts call it.
  public var number: Int
  /// Its own identifier, the same in every copy of the history; nil in a store of a stranger's.
  public var identifier: UUID?
  /// What brought it about.
  public var event: Event
  /// Where the document was.
  public var path: DocumentPath
  /// The label given with it or later, one line; nil without one.
  public var label: String?
  /// When it was saved.
  public var time: Moment
  /// Nanoseconds of the second in `time`, 0 where the store does not say: they only order the
  /// events of different documents.
  public var nanoseconds: Int32
  /// When the content was last modified before.
  public var modified: Moment
  /// Who made it.
  public var author: Person
  /// Bytes of the content; nil where a stranger did not say, to be looked up.
  public var size: Int?
  /// Uniform type identifier of the content.
  public var type: String?
  /// Permission bits on disk.
  public var permissions: UInt32?
  /// The permissions that all files of a package had in common; nil for other documents.
  public var partPermissions: UInt32?
  /// The machine it was saved on.
  public var host: String?
  /// The program it was saved by.
  public var app: String?
  /// The version it came from.
  public var origin: Origin?
  /// What it was outside of the library: a commit of a git repository, or a copy's name and blob.
  public var source: String?
  /// The commit.
  public var commit: ObjectID
  /// The tree with the one entry that is the content; the empty tree for a deleted document.
  public var tree: ObjectID
  /// The version before it, by its commit.
  public var parent: ObjectID?
  /// The commit that it was before its chain was rewritten for the first time; nil without that.
  public var original: ObjectID?
  /// Numbers that were pruned since the version before, as the trailer has them: `5-9`.
  public var pruned: String?
  /// Numbers that were purged since the version before, as the trailer has them: `12`.
  public var purged: String?

  /// Where a version came from.
  public struct Origin: Sendable, Equatable, CustomStringConvertible {
    /// The document, nil where it is the same one.
    public var document: UUID?
    /// The version's number.
    public var number: Int

    /// Makes an origin.
    public init(document: UUID?, number: Int) {
      self.document = document
      self.number = number
    }

    /// `3`, or `<UUID>@3`.
    public var description: String { (document.map { "\($0)@" } ?? "") + "\(number)" }
  }

  /// Whether the document was deleted by it.
  public var isDeletion: Bool { tree == Version.emptyTree }

  /// Whether it holds a symbolic link and not what one leads to.
  public var isLink: Bool { type == TypeIdentifier.symbolicLink.rawValue }

  /// Whether it is an entry of the journal about a version, which has most of a version's trailers.
  var isJournalEntry: Bool {
    Version.isJournalEntry(event, isEmpty: isDeletion, size: size)
  }

  /// The same, for who has only a few facts: a version that holds nothing is a deletion, or says
  /// that it has no bytes.
  static func isJournalEntry(_ event: Event, isEmpty: Bool, size: Int?) -> Bool {
    isEmpty && size == nil && event != .delete && event != .undo
  }

  /// What others know it by for ever: its identifier, or the first commit where a stranger gave none.
  public var persistentIdentifier: [UInt8] { identifier?.bytes ?? (original ?? commit).hexBytes }

  /// The tree without entries.
  static let emptyTree = ObjectDatabase.name(of: .tree, [])
}
