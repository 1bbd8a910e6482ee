import Files
import Git

extension Library {
  /// Joins a document's versions with those of a source, by time, in a new document at its path.
  ///
  /// Numbers never change their meaning, so the document that was there keeps all its versions and
  /// numbers and is deleted; it is reached by its identity. Its versions are in the new one, too,
  /// with numbers of their own.
  func join(
    _ history: ForeignHistory, of source: any ForeignSource, _ plan: ImportPlan
  ) throws(StoreError) -> ImportOutcome {
    guard let former = plan.joining else {
      throw StoreError(.invalid, "there is nothing to join")
    }
    // What is on disk is a version first.
    let (document, _, _) = try keepPresent(former)
    let batch = PackBatch(repository.objects)
    var own: [Version] = []
    var chain = try self.history(of: document)
    while let version = try chain.next() { own.append(version) }
    own.reverse()
    let known = Set(own.compactMap(\.source).map { Array($0.utf8) })
    let foreign = history.versions.indices.filter { !known.contains(history.versions[$0].source) }

    var newest: Version?
    var position = 0
    func take(_ version: Version) throws(StoreError) {
      newest = try copy(
        version, from: document.id, as: plan.id, number: (newest?.number ?? 0) + 1, after: newest,
        to: batch)
      position += 1
    }
    var step = 0
    let writer = ImportVersionWriter(self, batch)
    try source.read(foreign.map { (history: plan.history, version: $0) }) {
      (content) throws(StoreError) in
      var version = history.versions[foreign[step]]
      version.own = nil
      step += 1
      while position < own.count, own[position].time <= version.saved { try take(own[position]) }
      newest = try writer.write(version, content, of: plan.id, at: plan.path, after: newest)
    }
    while position < own.count { try take(own[position]) }
    // The document stays as it is now.
    if let last = newest, last.tree != document.head.tree {
      var draft = Draft(.merge, contentOf: document.head, at: plan.path)
      draft.origin = Version.Origin(document: document.id, number: document.head.number)
      newest = try inStore { () throws(GitError) in
        try write(draft, of: plan.id, after: last, to: batch)
      }
    }
    guard let head = newest else { throw StoreError(.invalid, "there is nothing to join") }
    let (gone, alias) = try inStore { () throws(GitError) in
      _ = try batch.write(.tree, [])
      var draft = Draft(deleting: document.head)
      draft.origin = Version.Origin(document: plan.id, number: head.number)
      return (
        try write(draft, of: document.id, after: document.head, to: batch),
        try batch.write(.blob, plan.id.bytes + [UInt8(ascii: "\n")])
      )
    }
    let pass = try beginWriting()
    defer { pass.end() }
    // What was read before may be forgotten by now; from here on nobody removes anything.
    guard try self.head(of: document.id)?.commit == document.head.commit else {
      throw StoreError(
        .changedMeanwhile, "'\(document.path)' was changed by another program meanwhile",
        hints: ["run the same command again"])
    }
    try inStore { () throws(GitError) in try batch.flush() }
    let locks = try WriteLock.all(
      paths: [plan.path], documents: [plan.id, document.id], in: self)
    defer { for lock in locks { lock.release() } }
    try inStore { () throws(GitError) in
      let name = ReferenceNames.alias(of: plan.path)
      let current = try repository.references.find(name)
      try repository.references.move([
        .init(ReferenceNames.chain(of: plan.id), to: head.commit, expecting: nil),
        .init(name, to: alias, expecting: current),
        .init(
          ReferenceNames.chain(of: document.id), to: gone.commit,
          expecting: document.head.commit),
      ])
    }
    if let status = try? FileStatus(of: location(of: plan.path)) {
      rememberPlace(of: plan.id, at: plan.path, status)
    }
    try Journal(self).record(
      "import", of: head, trailers: [("Versions", Array("1-\(head.number)".utf8))])
    return ImportOutcome(version: head, added: foreign.count, joined: document.id, placed: false)
  }

  /// Writes a version of another document as the next one of a new document.
  func copy(
    _ version: Version, from document: UUID, as id: UUID, number: Int, after parent: Version?,
    to sink: some ObjectSink
  ) throws(StoreError) -> Version {
    let object = try inStore { () throws(GitError) in
      try repository.objects.read(version.commit)
    }
    guard var commit = Commit(bytes: object.bytes) else {
      throw StoreError(.damaged, "the store is damaged: \(version.commit) is no version")
    }
    var trailers: [VersionMessage.Trailer] = []
    commit.message.withUnsafeBufferPointer { message in
      _ = VersionMessage.decode(message) { key, value in
        let key = String(decoding: key, as: UTF8.self)
        switch key {
        case "Document": trailers.append((key, id.bytes))
        case "Version": trailers.append((key, Array(String(number).utf8)))
        case "Version-Id":
          trailers.append((key, version.identifier(in: id).bytes))
        case "From":
          // A number alone is one of the document that it came from.
          guard let origin = version.origin else { break }
          let whole = Version.Origin(
            document: origin.document ?? document, number: origin.number)
          trailers.append((key, Array(whole.description.utf8)))
        // Numbers that are kept have the gaps that they had.
        case "Pruned" where number != version.number, "Purged" where number != version.number,
          "Original":
          break
        default: trailers.append((key, Array(value)))
        }
      }
    }
    trailers.append(("Original", version.commit.hexBytes))
    commit.message = VersionMessage.encode(
      event: version.event, path: version.path, label: version.label, trailers: trailers)
    commit.parents = parent.map { [$0.commit] } ?? []
    commit.otherHeaders = []
    let bytes = commit.bytes
    return try inStore { () throws(GitError) in
      let id = try sink.write(.commit, bytes)
      guard let written = Version(commit: id, bytes: bytes) else {
        throw .objectDamaged(id, reason: "the version could not be read back")
      }
      return written
    }
  }
}

extension Version {
  /// The identifier that it has where it was copied into another document.
  func identifier(in document: UUID) -> UUID {
    UUID(naming: document.bytes + persistentIdentifier)
  }
}
