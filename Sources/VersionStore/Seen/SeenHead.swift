import Git

/// Which version of a document is its newest, in as few bytes as tell it from all others.
public struct SeenHead: Hashable, Sendable {
  /// The document.
  public let document: UUID
  let commit: UInt64

  /// The newest version of its document.
  public init(_ head: Version) {
    self.init(document: head.document, word: head.commit.firstWord)
  }

  init(document: UUID, word: UInt64) {
    self.document = document
    commit = word
  }
}
