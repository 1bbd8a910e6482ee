import Files
import Git

extension Library {
  /// Keeps content that cannot be written, as the document on disk is not what it was made from.
  ///
  /// It becomes a `conflict` version in front of what is on disk, which is a version after it and
  /// stays the document's content; of a document that is gone, the last version says so.
  /// - Returns: The version that holds the content, nil where it is on disk or was kept just before.
  public func keepConflict(
    _ content: DocumentContent, of path: DocumentPath
  ) throws(StoreError) -> Version? {
    try requireWritable()
    var snapshot: Snapshot?
    do throws(StoreError) {
      snapshot = try self.snapshot(of: path)
    } catch {
      // A folder has taken the document's place.
      guard error.kind == .notADocument else { throw error }
    }
    if let snapshot, content.withModes(of: snapshot.content) == snapshot.content { return nil }
    let id: UUID
    var alias: DocumentPath?
    let lock = try WriteLock.path(path, in: self)
    defer { lock.release() }
    switch try lookUp(path) {
    case .document(let document): id = document.id
    case .moved: (id, alias) = (UUID(), path)
    case .unknown(let reserved): (id, alias) = (reserved ?? UUID(), path)
    }
    var kept = try draft(
      .conflict, content, at: path, origin: nil,
      permissions: snapshot.map { RecordedPermissions($0) } ?? RecordedPermissions())
    kept.label = nil
    let tree = try snapshot.map { (snapshot) throws(StoreError) in
      try inStore { () throws(GitError) in
        try ContentTree.write(snapshot.content, name: path.name, to: repository.objects)
      }
    }
    let versions = try append(to: id, alias: alias) { (head) throws(StoreError) in
      if let head, try isKeptAsConflict(content, before: head) { return [] }
      guard let snapshot, let tree else {
        return head.map { [kept, Draft(deleting: $0)] } ?? [kept]
      }
      if let head, head.event == .lock { return [kept, Draft(.lock, contentOf: head)] }
      return [kept, Draft(.autosave, snapshot, tree: tree, at: path, library: self)]
    }
    return versions.first
  }

  /// The `conflict` versions of a document that nobody has dealt with, newest first.
  ///
  /// A later `merge`, `restore` or `copy` that came from one has dealt with it and those before it.
  public func unresolvedConflicts(of document: Document) throws(StoreError) -> [Version] {
    var history = try history(of: document)
    var resolved = 0
    var found: [Version] = []
    while let version = try history.next() {
      if [.merge, .restore, .copy].contains(version.event), let origin = version.origin,
        origin.document == nil || origin.document == document.id
      {
        resolved = max(resolved, origin.number)
      }
      if version.event == .conflict, version.number > resolved { found.append(version) }
    }
    return found
  }

  /// Says that a `conflict` version, and those before it, have been dealt with: a `merge` version of
  /// what the document holds.
  public func resolveConflict(_ version: Version) throws(StoreError) -> Version? {
    try requireWritable()
    return try append(to: version.document) { (head) throws(StoreError) in
      guard let head else { return [] }
      if head.event == .lock { throw StoreError.locked(head.path) }
      var draft = Draft(
        .merge, contentOf: head, origin: Version.Origin(document: nil, number: version.number))
      draft.size = try size(of: head)
      return [draft]
    }.last
  }
}
