import Git

/// What a program that holds a document in memory knows to be on disk: what it read or wrote last.
public enum KnownContent: Sendable {
  /// What a version holds.
  case version(Version)
  /// Content that was no version when it was read.
  case content(DocumentContent)
}

extension Library {
  /// What is known of a document that was just read: mostly that it is its newest version.
  public func known(_ snapshot: Snapshot, at path: DocumentPath) throws(StoreError) -> KnownContent
  {
    if case .document(let document) = try lookUp(path),
      try holds(document.head, snapshot.content)
    {
      return .version(document.head)
    }
    return .content(snapshot.content)
  }

  /// Whether a document on disk still holds what is known of it, whatever its times say.
  public func isStill(
    _ known: KnownContent, _ snapshot: Snapshot
  ) throws(StoreError) -> Bool {
    switch known {
    case .version(let version): try holds(version, snapshot.content)
    case .content(let content): content.withModes(of: snapshot.content) == snapshot.content
    }
  }
}

extension DocumentContent {
  /// The same bytes, and executable what is executable in other content: a changed mode alone is
  /// no change.
  func withModes(of other: DocumentContent) -> DocumentContent {
    switch (self, other) {
    case (.flat(let bytes, _), .flat(_, let executable)):
      return .flat(bytes, executable: executable)
    case (.package(let parts), .package(let others)):
      var modes: [[UInt8]: Bool] = [:]
      for part in others {
        if case .file(_, let executable) = part.kind { modes[part.path] = executable }
      }
      return .package(
        parts.map { part in
          guard case .file(let bytes, _) = part.kind, let executable = modes[part.path] else {
            return part
          }
          return Part(path: part.path, kind: .file(bytes, executable: executable))
        })
    default: return self
    }
  }
}
