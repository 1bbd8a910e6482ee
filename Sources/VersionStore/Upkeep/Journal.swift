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

  /// One entry.
  struct Entry {
    /// What was done, such as `label`.
    var event: String
    /// The version it was done to, or the latest one of the document that it was done to.
    var version: Version
    /// What else is to be known.
    var trailers: [VersionMessage.Trailer] = []
  }

  /// Appends an entry, synced when it returns; nothing where the library has no replica's name.
  func record(
    _ event: String, of version: Version, trailers: [VersionMessage.Trailer] = []
  ) throws(StoreError) {
    try record([Entry(event: event, version: version, trailers: trailers)])
  }

  /// Appends entries, the first the oldest, synced when it returns.
  func record(_ entries: [Entry]) throws(StoreError) {
    let pass = try library.beginWriting()
    defer { pass.end() }
    let lock = try WriteLock.journal(in: library)
    defer { lock.release() }
    let objects = library.repository.objects
    if entries.count < 8 {
      guard let move = try write(entries, to: objects) else { return }
      try inStore { () throws(GitError) in
        try objects.synchronise()
        try library.repository.references.move([move])
      }
    } else {
      let pack = PackBatch(objects)
      guard let move = try write(entries, to: pack) else { return }
      try inStore { () throws(GitError) in
        try pack.flush()
        try library.repository.references.move([move])
      }
    }
  }

  /// Writes entries, the first the oldest, for a caller that moves the journal together with what
  /// they tell of; it holds the journal's lock until then.
  /// - Returns: The journal's move, nil where there is none.
  func write(
    _ entries: [Entry], to sink: some ObjectSink
  ) throws(StoreError) -> References.Move? {
    guard let replica = library.settings.replica, let name = referenceName, !entries.isEmpty
    else { return nil }
    let person = library.currentPerson
    let now = library.surroundings.moment(library.surroundings.now())
    let signature = Signature(
      name: Array(person.name.utf8), email: Array(person.email.utf8),
      seconds: now.time.seconds, offset: now.offset)
    return try inStore { () throws(GitError) in
      let former = try library.repository.references.find(name)
      var parent = former
      for entry in entries {
        let commit = Commit(
          tree: try sink.write(.tree, []), parents: parent.map { [$0] } ?? [],
          author: signature, committer: signature,
          message: VersionMessage.encode(
            event: Event(rawValue: entry.event), path: entry.version.path, label: nil,
            trailers: trailers(of: entry, replica, now)))
        parent = try sink.write(.commit, commit.bytes)
      }
      return parent.map { References.Move(name, to: $0, expecting: former) }
    }
  }

  /// The reference of this copy's journal, nil where the copy has no name.
  var referenceName: String? {
    library.settings.replica.map { ReferenceNames.journals + $0.description }
  }

  private func trailers(
    of entry: Entry, _ replica: UUID, _ now: Moment
  ) -> [VersionMessage.Trailer] {
    let version = entry.version
    return [
      ("Document", version.document.bytes),
      ("Version", Array(String(version.number).utf8)),
      ("Version-Id", version.persistentIdentifier),
      ("Event", Array(entry.event.utf8)),
      ("Path", PercentEncoding.encodeForMessage(version.path.bytes)),
    ] + entry.trailers + [
      ("Saved", Array(now.rfc3339(fraction: true).utf8)),
      ("Host", Library.trailerText(library.surroundings.host)),
      ("App", Library.trailerText(library.surroundings.app)),
      ("Replica", replica.bytes),
    ]
  }
}
