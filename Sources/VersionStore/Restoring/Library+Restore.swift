import Files
import Git

/// How a version is brought back.
public struct RestoreOptions: Sendable {
  /// Whether a file that its owner may not write is replaced all the same.
  public var force = false
  /// Whether the file gets the version's own time of modification, instead of now.
  public var keepingTime = false

  /// Makes options.
  public init(force: Bool = false, keepingTime: Bool = false) {
    self.force = force
    self.keepingTime = keepingTime
  }
}

/// What became of bringing something back.
public struct RestoreOutcome: Sendable {
  /// The version that was made, or the one there was where nothing had to be done.
  public var version: Version
  /// The version that what was on disk before became for safety, where it was none yet.
  public var kept: Version?
  /// Whether anything changed.
  public var changed: Bool
}

extension Library {
  /// Brings a version of a document back to where the document is, or was when it was deleted.
  ///
  /// What is on disk becomes a version first. The restore is a version itself, and is written when
  /// the file is in place.
  /// - Throws: `locked`, `readOnly`, `changedMeanwhile`, `targetExists` where another document has
  ///   the path now, `versionNotFound` for a version that holds nothing.
  public func restore(
    _ document: Document, to version: Version, options: RestoreOptions = RestoreOptions()
  ) throws(StoreError) -> RestoreOutcome {
    try requireWritable()
    if document.isLocked { throw StoreError.locked(document.path) }
    let content = try content(of: version)
    return try bringBack(
      content, in: document, event: .restore,
      origin: Version.Origin(
        document: version.document == document.id ? nil : version.document, number: version.number),
      permissions: RecordedPermissions(version),
      modified: options.keepingTime ? version.modified.time : nil,
      force: options.force)
  }

  /// Writes a version to a path where nothing is.
  ///
  /// Below this library the copy becomes a document with where it came from.
  /// - Parameters:
  ///   - target: The path, absolute.
  ///   - path: The same in this library, nil where it is outside of it or ignored.
  public func copyOut(
    _ version: Version, to target: FilePath, as path: DocumentPath?,
    options: RestoreOptions = RestoreOptions()
  ) throws(StoreError) -> Version? {
    let content = try content(of: version)
    try requireOutsideOfStore(target)
    let there = try onDisk { () throws(SystemError) in try FileStatus.find(target) }
    guard there == nil else {
      throw StoreError(.targetExists, "'\(printable(target.bytes))' exists already")
    }
    let replacement = try Replacement(
      content, at: target, replacing: nil,
      options: .init(
        permissions: RecordedPermissions(version),
        modified: options.keepingTime ? version.modified.time : nil))
    guard let path else {
      try replacement.publish()
      return nil
    }
    try requireWritable()
    return try begin(
      content, at: path, like: version.path, event: .restore,
      origin: Version.Origin(document: version.document, number: version.number),
      permissions: RecordedPermissions(version)
    ) { () throws(StoreError) in try replacement.publish() }
  }

  /// Makes sure that nothing is written among the store's own files.
  func requireOutsideOfStore(_ target: FilePath) throws(StoreError) {
    let folder = (try? FileSystem.resolved(target.parent)) ?? target.parent
    let own = (try? FileSystem.resolved(store)) ?? store
    guard folder == own || folder.relative(to: own) != nil else { return }
    throw StoreError(
      .notADocument, "'\(printable(target.bytes))' is in the store, where no copy may be")
  }

  // MARK: Inside

  /// Makes what a document holds on disk a version, where it is none yet.
  /// - Returns: The document as it is then, what is on disk, and the version that was made.
  func keepPresent(
    _ document: Document
  ) throws(StoreError) -> (document: Document, snapshot: Snapshot?, kept: Version?) {
    guard let snapshot = try snapshot(of: document.path) else { return (document, nil, nil) }
    if try holds(document.head, snapshot.content) { return (document, snapshot, nil) }
    guard case .document(let current) = try lookUp(document.path), current.id == document.id else {
      throw StoreError(
        .targetExists, "'\(document.path)' is another document by now",
        hints: ["choose another path with --to"])
    }
    switch try save(snapshot, at: document.path, as: .autosave, label: nil) {
    case .saved(let version):
      return (Document(id: document.id, head: version), snapshot, version)
    case .unchanged(let version), .labelled(let version, _), .conflict(let version):
      return (Document(id: document.id, head: version), snapshot, nil)
    }
  }

  /// Puts content on disk as the next version of a document.
  func bringBack(
    _ content: DocumentContent, in document: Document, event: Event, origin: Version.Origin,
    permissions: RecordedPermissions, modified: FileTime? = nil, force: Bool
  ) throws(StoreError) -> RestoreOutcome {
    try put(
      content, after: try keepPresent(document), event: event, origin: origin,
      permissions: permissions, modified: modified, force: force)
  }

  /// Puts content on disk as the version after one that holds what is there.
  func put(
    _ content: DocumentContent,
    after before: (document: Document, snapshot: Snapshot?, kept: Version?), event: Event,
    origin: Version.Origin, permissions: RecordedPermissions, modified: FileTime? = nil, force: Bool
  ) throws(StoreError) -> RestoreOutcome {
    let pass = try beginWriting()
    defer { pass.end() }
    let (present, snapshot, kept) = before
    let path = present.path
    if snapshot != nil, try holds(present.head, content) {
      return RestoreOutcome(version: present.head, kept: kept, changed: false)
    }
    if snapshot == nil {
      try requireFree(path, for: present)
      try requireNoLinkOnTheWay(to: path)
    }
    let replacement = try Replacement(
      content, at: location(of: path), replacing: snapshot,
      options: .init(permissions: permissions, modified: modified, force: force))
    defer { replacement.discard() }
    let draft = try draft(
      event, content, at: path, origin: origin,
      permissions: snapshot.map(RecordedPermissions.init) ?? permissions, modified: modified)
    let expected = present.head.commit
    let lock = try WriteLock.path(path, in: self)
    defer { lock.release() }
    let versions = try append(
      to: present.id, alias: path,
      decide: { (head) throws(StoreError) in
        guard let head, head.commit == expected else {
          throw StoreError(
            .changedMeanwhile, "'\(path)' was saved by another program meanwhile",
            hints: ["nothing was replaced; run the same command again"])
        }
        return [draft]
      },
      publish: { () throws(StoreError) in try replacement.publish() })
    guard let version = versions.last else {
      throw StoreError(.busy, "'\(path)' could not be restored")
    }
    if let status = try? FileStatus(of: location(of: path)) {
      rememberPlace(of: present.id, at: path, status)
    }
    return RestoreOutcome(version: version, kept: kept, changed: true)
  }

  /// A draft of content that is not on disk yet; its objects are written.
  func draft(
    _ event: Event, _ content: DocumentContent, at path: DocumentPath, origin: Version.Origin?,
    permissions: RecordedPermissions, modified: FileTime? = nil
  ) throws(StoreError) -> Draft {
    let tree = try inStore { () throws(GitError) in
      try ContentTree.write(content, name: path.name, to: repository.objects)
    }
    return Draft(
      event, content, tree: tree, at: path, origin: origin, permissions: permissions,
      modified: surroundings.moment(modified ?? surroundings.now()))
  }

  /// Begins a document, or goes on with a deleted one, at a path where nothing is on disk.
  /// - Parameter original: The path of the document that the content is of.
  func begin(
    _ content: DocumentContent, at path: DocumentPath, like original: DocumentPath? = nil,
    event: Event, origin: Version.Origin?, permissions: RecordedPermissions,
    publish: () throws(StoreError) -> Void
  ) throws(StoreError) -> Version {
    let pass = try beginWriting()
    defer { pass.end() }
    try requireNoLinkOnTheWay(to: path)
    if case .package = content { try requirePackageName(path, insteadOf: original ?? path) }
    let draft = try draft(event, content, at: path, origin: origin, permissions: permissions)
    let lock = try WriteLock.path(path, in: self)
    defer { lock.release() }
    let id: UUID
    switch try lookUp(path) {
    case .document(let document): id = document.id
    case .moved: id = UUID()
    case .unknown(let reserved): id = reserved ?? UUID()
    }
    let versions = try append(
      to: id, alias: path,
      decide: { (head) throws(StoreError) in
        if head?.event == .lock { throw StoreError.locked(path) }
        return [draft]
      }, publish: publish)
    guard let version = versions.last else {
      throw StoreError(.busy, "'\(path)' could not be made")
    }
    if let status = try? FileStatus(of: location(of: path)) {
      rememberPlace(of: id, at: path, status)
    }
    return version
  }

  /// Makes sure that a path from which a document vanished is not another's by now.
  private func requireFree(_ path: DocumentPath, for document: Document) throws(StoreError) {
    guard case .document(let other) = try lookUp(path), other.id != document.id, !other.isDeleted
    else { return }
    throw StoreError(
      .targetExists, "'\(path)' is another document by now",
      hints: ["choose another path with --to"])
  }
}
