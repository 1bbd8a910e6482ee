/// What happened to a document's content.
public enum ChangeKind: Sendable, Hashable {
  /// An edit was made.
  case done
  /// An edit was undone.
  case undone
  /// An undone edit was made again.
  case redone
  /// The content is what was saved.
  case cleared
  /// The content was autosaved.
  case autosaved
  /// An edit that nobody would miss: it is autosaved, and does not make the document edited.
  case discardable
}
