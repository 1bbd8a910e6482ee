import Files
import Git

extension Library {
  /// Renames a document, on disk and in its history.
  ///
  /// Where another program has renamed the file already, only the history follows.
  /// - Throws: `targetExists`, `locked`, `documentNotFound`.
  public func rename(
    _ document: Document, to path: DocumentPath
  ) throws(StoreError) -> RestoreOutcome {
    try requireWritable()
    if document.isLocked { throw StoreError.locked(document.path) }
    if document.path == path {
      return RestoreOutcome(version: document.head, kept: nil, changed: false)
    }
    return try move(document, to: path, event: .rename, origin: nil)
  }

  /// Renames a folder with all documents below it.
  /// - Returns: The versions that say so.
  public func rename(
    folder old: DocumentPath, to new: DocumentPath
  ) throws(StoreError) -> [Version] {
    try requireWritable()
    guard new != old, !new.isBelow(old) else {
      throw StoreError(.invalid, "'\(old)' cannot become a folder inside itself")
    }
    try requireNothing(at: new)
    guard !isPackageName(new.name) else {
      throw StoreError(
        .wrongKind, "a folder named '\(new)' would be one document, a package",
        hints: ["choose a name without that ending"])
    }
    let moving = location(of: old)
    if store == moving || store.relative(to: moving) != nil {
      throw StoreError(
        .invalid, "'\(old)' holds the store of this library, which cannot be moved so")
    }
    var documents: [Document] = []
    for document in try trackedDocuments(
      below: old,
      report: { (error) throws(StoreError) in
        throw error
      })
    {
      if document.isLocked { throw StoreError.locked(document.path) }
      documents.append(document)
    }
    try onDisk { () throws(SystemError) in
      try Folder.makeAll(location(of: new).parent)
      try FileSystem.renameExclusively(location(of: old), to: location(of: new))
      try Folder.synchronise(location(of: new).parent)
      try Folder.synchronise(location(of: old).parent)
    }
    // A stop from here on leaves files whose places are known: the next autosave over the library
    // finds them renamed.
    let moves = documents.compactMap { document in
      document.path.moved(from: old, to: new).map { (document: document, path: $0) }
    }
    let together = RenameBatch(self).write(moves)
    var versions: [Version] = []
    for (index, move) in moves.enumerated() {
      var version = together[index]
      if version == nil { version = try recordRename(of: move.document, to: move.path) }
      if let version { versions.append(version) }
    }
    return versions
  }

  // MARK: Inside

  func move(
    _ document: Document, to path: DocumentPath, event: Event, origin: Version.Origin?
  ) throws(StoreError) -> RestoreOutcome {
    let old = location(of: document.path)
    let new = location(of: path)
    let (present, snapshot, kept) = try keepPresent(document)
    if !present.head.isDeletion, try isPackage(present.head) {
      try requirePackageName(path, insteadOf: document.path)
    }
    var alreadyMoved = false
    if snapshot == nil, let found = try self.snapshot(of: path) {
      // Another document's own file is not this one's, wherever this one's has gone.
      if case .document(let other) = try lookUp(path), other.id != document.id,
        !other.isDeleted, try holds(other.head, found.content)
      {
        throw StoreError(.targetExists, "'\(path)' exists already")
      }
      alreadyMoved = true
    }
    if snapshot == nil && !alreadyMoved {
      throw StoreError(
        .documentNotFound, "'\(document.path)' is not on disk",
        hints: [
          "bring it back with: versions restore \(shellWord(document.path.bytes)) latest"
        ])
    }
    if !alreadyMoved { try requireNothing(at: path) }
    try requireNoLinkOnTheWay(to: path)
    if event == .undo { try requireNoOther(at: path, than: document) }
    // Made before anything is written that leads to the new path.
    if !alreadyMoved { try onDisk { () throws(SystemError) in try Folder.makeAll(new.parent) } }
    let version = try recordRename(
      of: present, to: path, event: event, origin: origin,
      publish: { () throws(StoreError) in
        if alreadyMoved { return }
        try onDisk { () throws(SystemError) in
          try FileSystem.renameExclusively(old, to: new)
          try Folder.synchronise(new.parent)
          if old.parent != new.parent { try Folder.synchronise(old.parent) }
        }
      })
    guard let version else {
      throw StoreError(
        .changedMeanwhile, "'\(document.path)' was saved by another program meanwhile",
        hints: ["nothing was renamed; run the same command again"])
    }
    return RestoreOutcome(version: version, kept: kept, changed: true)
  }

  /// Appends that a document has another path, which finds it from now on.
  /// - Parameter content: The version whose content it has there, nil for its newest one.
  /// - Returns: Nil where the document is not as expected any more.
  func recordRename(
    of document: Document, to path: DocumentPath, event: Event = .rename,
    origin: Version.Origin? = nil, content: Version? = nil,
    publish: () throws(StoreError) -> Void = {}
  ) throws(StoreError) -> Version? {
    let pass = try beginWriting()
    defer { pass.end() }
    let lock = try WriteLock.path(path, in: self)
    defer { lock.release() }
    if case .document(let other) = try lookUp(path), other.id != document.id, !other.isDeleted {
      if other.isLocked { throw StoreError.locked(path) }
      // Whatever was there is gone from the disk: say so in its own history.
      _ = try append(to: other.id) { (head) throws(StoreError) in
        guard let head, head.path == path, !head.isDeletion else { return [] }
        return [Draft(deleting: head)]
      }
    }
    let content = content ?? document.head
    let tree = try renamedTree(content, to: path.name, in: repository.objects)
    let size = try self.size(of: content)
    let versions = try append(
      to: document.id, alias: path,
      decide: { (head) throws(StoreError) in
        guard let head, head.commit == document.head.commit else { return [] }
        var draft = Draft(event, contentOf: content, at: path, tree: tree, origin: origin)
        draft.size = size
        if head.event != .lock { return [draft] }
        // Another program renamed it, which takes no lock away.
        var lock = draft
        lock.event = .lock
        return [draft, lock]
      }, publish: publish)
    if !versions.isEmpty, let status = try? FileStatus(of: location(of: path)) {
      rememberPlace(of: document.id, at: path, status)
    }
    return versions.last
  }

  /// The tree of a version with its one entry under another name.
  func renamedTree(
    _ version: Version, to name: [UInt8], in sink: some ObjectSink
  ) throws(StoreError) -> ObjectID {
    if version.isDeletion { return version.tree }
    var tree = try tree(version.tree)
    for index in tree.entries.indices {
      tree.entries[index].name = PercentEncoding.encodeForTree(name)
    }
    let bytes = tree.bytes
    return try inStore { () throws(GitError) in try sink.write(.tree, bytes) }
  }

  private func requireNothing(at path: DocumentPath) throws(StoreError) {
    let there = try onDisk { () throws(SystemError) in
      try FileStatus.find(location(of: path))
    }
    guard there == nil else {
      throw StoreError(.targetExists, "'\(path)' exists already")
    }
  }

  private func requireNoOther(at path: DocumentPath, than document: Document) throws(StoreError) {
    if case .document(let other) = try lookUp(path), other.id != document.id, !other.isDeleted {
      throw StoreError(.targetExists, "'\(path)' is another document by now")
    }
  }
}
