import Files
import Git

/// The record of what was done to histories rather than to documents: who labelled, pruned, purged,
/// imported or repaired what, when and by which rule.
///
/// It is a chain of commits with the empty tree at `refs/journal/<replica UUID>`, one for each copy
/// of the library, so that copies never write the same one.
struct Journal {
  private let library: Library

  init(_ library: Library) {
    self.library = library
  }

  /// Appends an entry, synced when it returns; nothing where the library has no replica's name.
  /// - Parameters:
  ///   - event: What was done, such as `label`.
  ///   - version: The version it was done to.
  ///   - trailers: What else is to be known.
  func record(
    _ event: String, of version: Version, trailers: [VersionMessage.Trailer] = []
  ) throws(StoreError) {
    guard let replica = library.settings.replica else { return }
    let lock = try WriteLock.journal(in: library)
    defer { lock.release() }
    let name = "refs/journal/\(replica)"
    let person = library.currentPerson
    let now = library.surroundings.moment(library.surroundings.now())
    let signature = Signature(
      name: Array(person.name.utf8), email: Array(person.email.utf8),
      seconds: now.time.seconds, offset: now.offset)
    let lines: [VersionMessage.Trailer] =
      [
        ("Document", version.document.bytes),
        ("Version", Array(String(version.number).utf8)),
        ("Version-Id", version.persistentIdentifier),
        ("Event", Array(event.utf8)),
        ("Path", PercentEncoding.encodeForMessage(version.path.bytes)),
      ] + trailers + [
        ("Host", Library.trailerText(library.surroundings.host)),
        ("App", Library.trailerText(library.surroundings.app)),
        ("Replica", replica.bytes),
      ]
    try inStore { () throws(GitError) in
      let parent = try library.repository.references.find(name)
      let commit = Commit(
        tree: try library.repository.objects.write(.tree, []), parents: parent.map { [$0] } ?? [],
        author: signature, committer: signature,
        message: VersionMessage.encode(
          event: Event(rawValue: event), path: version.path, label: nil, trailers: lines))
      let id = try library.repository.objects.write(.commit, commit.bytes)
      try library.repository.objects.synchronise()
      try library.repository.references.move(name, to: id, expecting: parent)
    }
  }
}
