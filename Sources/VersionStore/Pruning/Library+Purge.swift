import Files
import Git

/// What forgetting a document, or versions of it, would do.
public struct PurgePlan: Sendable {
  /// The document.
  public let document: Document
  /// The versions that go; nil for the whole document.
  public let numbers: NumberRanges?
  /// Versions that go, newest first.
  public let versions: [Version]
  /// Versions that stay and hold content of those that go: that content stays in the store.
  public let shared: [Version]
  let objects: [ObjectID]
}

/// A purge that is done.
public struct FinishedPurge: Sendable {
  /// Where the document is, or was.
  public let path: DocumentPath
  /// The versions that went; nil for the whole document.
  public let numbers: NumberRanges?
  /// Damaged files in the store that cannot be read, and may hold anything.
  public let unreadable: [FilePath]
}

extension Library {
  /// Finds out what forgetting versions for good would do; writes nothing.
  /// - Parameters:
  ///   - document: The document.
  ///   - numbers: Its versions that are to go, pruned ones too; nil for all of it.
  /// - Throws: `versionNotFound` where one is not there, `latestVersion` for the latest one: the
  ///   file on disk mostly holds the same, and would be saved again.
  public func planPurge(
    _ document: Document, numbers: [Int]? = nil
  ) throws(StoreError) -> PurgePlan {
    var all = try chain(from: document.head.commit, of: document.id)
    for former in try FormerChains(self).of(document.id) {
      all += try chain(from: former.head, of: document.id)
    }
    let wanted = numbers.map(Set.init)
    if let wanted {
      if wanted.contains(document.head.number) {
        let word = shellWord(document.path.bytes)
        throw StoreError(
          .latestVersion,
          "version \(document.head.number) is the latest of '\(document.path)'"
            + " and cannot be forgotten by itself",
          hints: [
            "take out of the file what is to be forgotten, save it, and forget the version then",
            "or forget the whole document with: versions purge \(word)",
          ])
      }
      for number in wanted.sorted() where !all.contains(where: { $0.number == number }) {
        throw StoreError(.versionNotFound, "'\(document.path)' has no version \(number)")
      }
    }
    let going = all.filter { wanted?.contains($0.number) ?? true }
    var blobs: Set<ObjectID> = []
    for version in going { try collectBlobs(of: version.tree, into: &blobs) }
    let (shared, staying) = try sharing(blobs, besides: document.id, wanted)
    var seen: Set<Int> = []
    return PurgePlan(
      document: document, numbers: wanted.map { NumberRanges($0) },
      versions: going.filter { seen.insert($0.number).inserted }, shared: shared,
      objects: Set(going.map(\.commit)).union(blobs.subtracting(staying)).sorted())
  }

  /// Forgets a document, or versions of it, for good: their bytes are in the store no longer when it
  /// returns, but for content that others share. The file on disk stays.
  ///
  /// The journal says who forgot what, when and why. Whatever stops it, doing it again, or
  /// compacting, finishes it.
  /// - Throws: `gitMissing`, and `damaged` where something is still in the store, as in a pack that
  ///   is marked to be kept.
  public func purge(_ plan: PurgePlan, reason: String? = nil) throws(StoreError) -> FinishedPurge {
    try requireWritable()
    let packing = try Packing(self, try requireGit("to forget anything for good"))
    defer { packing.finish() }
    _ = try finishPurges(packing)
    let pending = PendingPurge(
      document: plan.document.id, path: plan.document.path, numbers: plan.numbers,
      identifiers: Set(plan.versions.map(\.persistentIdentifier)).sorted {
        $0.lexicographicallyPrecedes($1)
      }, objects: plan.objects, reason: reason)
    try pending.write(in: self)
    return try perform(pending, packing)
  }

  /// Finishes a purge that was interrupted.
  /// - Returns: What was finished; none where nothing was to be done.
  public func finishPurges() throws(StoreError) -> [FinishedPurge] {
    guard PendingPurge.isThere(in: self) else { return [] }
    try requireWritable()
    let packing = try Packing(self, try requireGit("to forget anything for good"))
    defer { packing.finish() }
    return try finishPurges(packing)
  }

  func finishPurges(_ packing: Packing) throws(StoreError) -> [FinishedPurge] {
    guard let pending = try PendingPurge.read(in: self) else { return [] }
    return [try perform(pending, packing)]
  }

  // MARK: -

  /// Does what is to be done, whatever of it was done before.
  private func perform(
    _ pending: PendingPurge, _ packing: Packing
  ) throws(StoreError) -> FinishedPurge {
    let pass = try gate.close()
    defer { pass.end() }
    if let numbers = pending.numbers { try takeOut(numbers, pending) }
    try packing.delete(try references(of: pending))
    try packing.removeGarbage()
    if pending.numbers == nil { try Places(self).forget(pending.document) }
    try PreviewCache.removeAll(in: self)
    let unreadable = try removeDamaged(pending.objects)
    try requireGone(pending)
    try PendingPurge.remove(in: self)
    return FinishedPurge(path: pending.path, numbers: pending.numbers, unreadable: unreadable)
  }

  /// Writes the chains of a document without some versions.
  private func takeOut(_ numbers: NumberRanges, _ pending: PendingPurge) throws(StoreError) {
    let lock = try WriteLock.document(pending.document, in: self)
    defer { lock.release() }
    guard let head = try head(of: pending.document) else { return }
    let pack = PackBatch(repository.objects)
    var moves: [References.Move] = []
    var gone: Set<Int> = []
    var chains = try FormerChains(self).of(pending.document).map { ($0.name, $0.head) }
    chains.append((ReferenceNames.chain(of: pending.document), head.commit))
    for (name, commit) in chains {
      let versions = try chain(from: commit, of: pending.document)
      let going = versions.map(\.number).filter { numbers.contains($0) }
      if going.isEmpty { continue }
      gone.formUnion(going)
      let links = ChainRewriting.links(
        versions.reversed(), without: { numbers.contains($0.number) }, purging: true)
      if let new = try ChainRewriting(library: self).write(links, to: pack) {
        moves.append(.init(name, to: new, expecting: commit))
      }
    }
    if moves.isEmpty { return }
    let journalLock = try WriteLock.journal(in: self)
    defer { journalLock.release() }
    let journal = try Journal(self).write([entry(pending, head, NumberRanges(gone))], to: pack)
    try inStore { () throws(GitError) in
      try pack.flush()
      try repository.references.move((journal.map { [$0] } ?? []) + moves)
    }
  }

  private func entry(
    _ pending: PendingPurge, _ head: Version, _ numbers: NumberRanges
  ) -> Journal.Entry {
    var trailers: [VersionMessage.Trailer] = [("Purged", Array(numbers.description.utf8))]
    if let reason = pending.reason { trailers.append(("Reason", Library.trailerText(reason))) }
    return Journal.Entry(event: "purge", version: head, trailers: trailers)
  }

  /// The references that go: labels of versions, or all that belongs to a document.
  private func references(
    of pending: PendingPurge
  ) throws(StoreError) -> [(name: String, id: ObjectID)] {
    let document = pending.document
    var found: [(name: String, id: ObjectID)] = []
    let labels = ReferenceNames.labels(of: document)
    let wanted = Set(pending.identifiers)
    let isWhole = pending.numbers == nil
    try inStore { () throws(GitError) in
      try repository.references.forEach(below: labels) { (name, id) throws(GitError) in
        if isWhole || wanted.contains(Array(name.utf8.dropFirst(labels.utf8.count))) {
          found.append((name, try id.get()))
        }
        return true
      }
    }
    guard isWhole else { return found }
    found += try FormerChains(self).of(document).map { ($0.name, $0.head) }
    // An alias is a blob with nothing but the identity, so its name tells whose it is.
    let alias = ObjectDatabase.name(of: .blob, document.bytes + [UInt8(ascii: "\n")])
    try inStore { () throws(GitError) in
      try repository.references.forEach(below: ReferenceNames.paths) {
        (name, id) throws(GitError) in
        if case .success(alias) = id { found.append((name, alias)) }
        return true
      }
    }
    let chain = ReferenceNames.chain(of: document)
    if let head = try head(of: document) {
      // Told before it is gone, and once: without its chain it was told before.
      try Journal(self).record([
        entry(
          pending, head, NumberRanges(try self.chain(from: head.commit, of: document).map(\.number))
        )
      ])
      found.append((chain, head.commit))
    }
    return found
  }

  /// Removes files of damaged objects that hold what is to go.
  /// - Returns: Those of which nobody can tell.
  private func removeDamaged(_ objects: [ObjectID]) throws(StoreError) -> [FilePath] {
    let going = Set(objects)
    var unreadable: [FilePath] = []
    for path in try StoreFiles(store: store).damaged() {
      let named = ObjectID(hex: path.lastComponent.dropFirst("damaged-".utf8.count))
      if let named, going.contains(named) {
        try onDisk { () throws(SystemError) in try FileSystem.remove(path) }
        continue
      }
      guard let bytes = try? File(path).readToEnd(),
        let object = ObjectDatabase.object(inFile: bytes)
      else {
        unreadable.append(path)
        continue
      }
      if going.contains(ObjectDatabase.name(of: object.kind, object.bytes)) {
        try onDisk { () throws(SystemError) in try FileSystem.remove(path) }
      }
    }
    return unreadable
  }

  private func requireGone(_ pending: PendingPurge) throws(StoreError) {
    repository.objects.refreshIfChanged()
    for id in pending.objects {
      let isThere = try inStore { () throws(GitError) in try repository.objects.contains(id) }
      guard isThere else { continue }
      throw StoreError(
        .damaged, "object \(id) of '\(pending.path)' is still in the store",
        hints: [
          "a pack that is marked to be kept, by a file '.keep' beside it, or another repository that"
            + " 'objects/info/alternates' names, may have it",
          "when that is mended, finish with: versions compact",
        ])
    }
  }

  // MARK: Content

  /// Which of some blobs versions that stay hold, and those versions.
  private func sharing(
    _ blobs: Set<ObjectID>, besides document: UUID, _ numbers: Set<Int>?
  ) throws(StoreError) -> (versions: [Version], blobs: Set<ObjectID>) {
    var heads: [(UUID, ObjectID)] = []
    try forEachDocument(damaged: { _, _ in }) { heads.append(($0.id, $0.head.commit)) }
    heads += try FormerChains(self).all().map { ($0.document, $0.head) }
    var contents: [ObjectID: Set<ObjectID>] = [:]
    var sharing: [Version] = []
    var shared: Set<ObjectID> = []
    var seen: Set<[UInt8]> = []
    for (id, head) in heads {
      if id == document, numbers == nil { continue }
      var history = History(self, document: id, from: head, labels: nil)
      while let version = try? history.next() {
        if id == document, numbers?.contains(version.number) == true { continue }
        if contents[version.tree] == nil {
          var found: Set<ObjectID> = []
          try collectBlobs(of: version.tree, into: &found)
          contents[version.tree] = found.intersection(blobs)
        }
        guard let held = contents[version.tree], !held.isEmpty else { continue }
        shared.formUnion(held)
        if seen.insert(version.persistentIdentifier).inserted { sharing.append(version) }
      }
    }
    return (sharing, shared)
  }

  private func collectBlobs(
    of tree: ObjectID, into blobs: inout Set<ObjectID>
  ) throws(StoreError) {
    if tree == Version.emptyTree { return }
    for entry in try self.tree(tree).entries {
      if entry.isTree {
        try collectBlobs(of: entry.id, into: &blobs)
      } else {
        blobs.insert(entry.id)
      }
    }
  }
}
