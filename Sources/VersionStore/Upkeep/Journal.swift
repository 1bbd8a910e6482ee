import Files
import Git

/// The record of what was done to histories rather than to documents: who labelled, pruned, purged,
/// imported or repaired what, when and by which rule.
///
/// It is a chain of commits with the empty tree at `refs/journal/<replica UUID>`, one for each copy
/// of the library, so that copies never write the same one.
struct Journal {
  let library: Library

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
    guard let name = referenceName else { return }
    let lock = try WriteLock.journal(in: library)
    defer { lock.release() }
    try inStore { () throws(GitError) in
      let parent = try library.repository.references.find(name)
      try library.repository.objects.write(.tree, [])
      let commit = commit(event, of: version, trailers: trailers, after: parent)
      let id = try library.repository.objects.write(.commit, commit.bytes)
      try library.repository.objects.synchronise()
      try library.repository.references.move(name, to: id, expecting: parent)
    }
  }

  /// The journal of this copy of the library, nil where the copy has no name.
  var referenceName: String? { library.settings.replica.map { "refs/journal/\($0)" } }

  /// One entry, as an object.
  func commit(
    _ event: String, of version: Version, trailers: [VersionMessage.Trailer],
    after parent: ObjectID?
  ) -> Commit {
    let person = library.currentPerson
    let now = library.surroundings.moment(library.surroundings.now())
    let signature = Signature(
      name: Array(person.name.utf8), email: Array(person.email.utf8),
      seconds: now.time.seconds, offset: now.offset)
    var lines: [VersionMessage.Trailer] =
      [
        ("Document", version.document.bytes),
        ("Version", Array(String(version.number).utf8)),
        ("Version-Id", version.persistentIdentifier),
        ("Event", Array(event.utf8)),
        ("Path", PercentEncoding.encodeForMessage(version.path.bytes)),
      ] + trailers + [
        ("Saved", Array(now.rfc3339(fraction: true).utf8)),
        ("Host", Library.trailerText(library.surroundings.host)),
        ("App", Library.trailerText(library.surroundings.app)),
      ]
    if let replica = library.settings.replica { lines.append(("Replica", replica.bytes)) }
    return Commit(
      tree: ObjectDatabase.name(of: .tree, []), parents: parent.map { [$0] } ?? [],
      author: signature, committer: signature,
      message: VersionMessage.encode(
        event: Event(rawValue: event), path: version.path, label: nil, trailers: lines))
  }
}
