import Files
import Git

/// What became of writing a document.
public struct WriteOutcome: Sendable {
  /// The version that holds what was written.
  public var version: Version
  /// The version that holds what was on disk before; nil where nothing was, or nothing else.
  public var before: Version?
  /// Whether that one was made for safety just now.
  public var keptBefore = false
}

extension Library {
  /// Puts content on disk in the place of what is known to be there, as the document's next version;
  /// both are synced when it returns.
  ///
  /// What is on disk becomes a version first, and must be what the caller knows, so that nothing
  /// another program wrote is replaced. Content that is on disk already makes a version as a save
  /// does.
  /// - Parameters:
  ///   - content: All of the document. Permissions stay as they are on disk.
  ///   - known: What the caller read or wrote last; nil where nothing must be there.
  ///   - event: `.save`, `.autosave`, or what else brought the content about.
  ///   - origin: The version it came from.
  /// - Throws: `changedMeanwhile` where something else is on disk, `documentNotFound` where nothing
  ///   is, `targetExists`, `locked`, `readOnly`, and what the store and the disk say.
  public func write(
    _ content: DocumentContent, at path: DocumentPath, over known: KnownContent?, as event: Event,
    origin: Version.Origin? = nil, label: String? = nil
  ) throws(StoreError) -> WriteOutcome {
    if let label { try Labels.validate(label) }
    try requireWritable()
    if content.size > settings.sizeLimit {
      throw StoreError(
        .tooBig,
        "'\(path)' would have \(content.size) bytes, and the library's limit is "
          + "\(settings.sizeLimit)")
    }
    let pass = try beginWriting()
    defer { pass.end() }
    guard let known else {
      return try create(content, at: path, as: event, origin: origin, label: label)
    }
    let label = label?.isEmpty == true ? nil : label
    // Others may make versions of what is on disk meanwhile, which is no reason not to go on.
    for _ in 0..<8 {
      if let outcome = try replace(
        known, with: content, at: path, as: event, origin: origin, label: label)
      {
        return outcome
      }
    }
    throw StoreError(.busy, "'\(path)' is being saved by others all the time; try again")
  }

  /// Puts content in the place of what is there; nil where another program made a version meanwhile.
  private func replace(
    _ known: KnownContent, with content: DocumentContent, at path: DocumentPath, as event: Event,
    origin: Version.Origin?, label: String?
  ) throws(StoreError) -> WriteOutcome? {
    guard let snapshot = try snapshot(of: path) else {
      throw StoreError(.documentNotFound, "'\(path)' is not on disk any more")
    }
    guard try isStill(known, snapshot) else { throw changedBehind(path) }
    if case .document(let document) = try lookUp(path), document.isLocked {
      throw StoreError.locked(path)
    }
    let content = content.withModes(of: snapshot.content)
    if content == snapshot.content, origin == nil {
      return WriteOutcome(
        version: try save(snapshot, at: path, as: event, label: label).version)
    }
    let present = try save(snapshot, at: path, as: .autosave, label: nil)
    var isKept = false
    if case .saved = present { isKept = true }
    let permissions = RecordedPermissions(snapshot)
    let replacement =
      content == snapshot.content
      ? nil
      : try Replacement(
        content, at: location(of: path), replacing: snapshot,
        options: .init(permissions: permissions))
    defer { replacement?.discard() }
    var draft = try draft(event, content, at: path, origin: origin, permissions: permissions)
    draft.label = label
    let expected = present.version.commit
    let versions = try append(
      to: present.version.document,
      decide: { (head) in
        head?.commit == expected ? [draft] : []
      },
      publish: { () throws(StoreError) in try replacement?.publish() })
    guard let version = versions.last else { return nil }
    if let status = try? FileStatus(of: location(of: path)) {
      rememberPlace(of: version.document, at: path, status)
    }
    return WriteOutcome(version: version, before: present.version, keptBefore: isKept)
  }

  /// Puts content where nothing is.
  private func create(
    _ content: DocumentContent, at path: DocumentPath, as event: Event, origin: Version.Origin?,
    label: String?
  ) throws(StoreError) -> WriteOutcome {
    let location = location(of: path)
    guard try onDisk({ () throws(SystemError) in try FileStatus.find(location) }) == nil else {
      throw StoreError(.targetExists, "'\(path)' exists already")
    }
    try onDisk { () throws(SystemError) in try Folder.makeAll(location.parent) }
    let permissions = try onDisk { () throws(SystemError) in
      try RecordedPermissions(madeIn: location.parent, content)
    }
    let replacement = try Replacement(
      content, at: location, replacing: nil, options: .init(permissions: permissions))
    defer { replacement.discard() }
    let version = try begin(
      content, at: path, event: event, origin: origin, permissions: permissions
    ) { () throws(StoreError) in try replacement.publish() }
    if let label, !label.isEmpty { try self.label(version, label) }
    return WriteOutcome(version: version)
  }

  func changedBehind(_ path: DocumentPath) -> StoreError {
    StoreError(
      .changedMeanwhile, "'\(path)' was changed by another program",
      hints: ["nothing was replaced; both contents can be kept as versions"])
  }
}

extension RecordedPermissions {
  /// What a new document gets in a folder, which the process's mask decides.
  init(madeIn folder: FilePath, _ content: DocumentContent) throws(SystemError) {
    self.init()
    // Asking for the mask would change it for all threads, so a file tells.
    let probe = folder.appending(".versions-\(UUID())")
    let status = try File(probe, [.write, .createNew], permissions: 0o666).status()
    try FileSystem.remove(probe)
    let folderBits = (status.permissions & 0o444) >> 2
    switch content {
    case .flat(_, let executable):
      document = executable ? status.permissions | folderBits : status.permissions
    case .package:
      document = status.permissions | folderBits
      parts = status.permissions | 0o111
    case .link: break
    }
  }
}
