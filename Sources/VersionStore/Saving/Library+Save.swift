import Files
import Git

/// What became of a save.
public enum SaveOutcome: Sendable {
  /// A new version.
  case saved(Version)
  /// The content was a version already.
  case unchanged(Version)
  /// The content was a version already, and that one has the label now, in place of another.
  case labelled(Version, replacing: String?)
  /// What another program wrote into a locked document, kept beside its history.
  case conflict(Version)

  /// The version that has the content.
  public var version: Version {
    switch self {
    case .saved(let version), .unchanged(let version), .labelled(let version, _),
      .conflict(let version):
      version
    }
  }
}

extension Library {
  /// Makes a version of a document as it is on disk; on disk when it returns.
  /// - Parameters:
  ///   - path: The document.
  ///   - event: `.save` or `.autosave`; autosaving what is a version already makes none, saving it
  ///     makes one where it was only autosaved so far.
  ///   - label: A label for the version.
  /// - Throws: `documentNotFound` where nothing is on disk, `documentRenamed` where the document
  ///   is elsewhere now, `locked`, `tooBig`, `notADocument`, and what the store and the disk say.
  public func save(
    _ path: DocumentPath, as event: Event = .save, label: String? = nil
  ) throws(StoreError) -> SaveOutcome {
    if let label { try Labels.validate(label) }
    try requireWritable()
    guard let snapshot = try snapshot(of: path) else { throw try missingOnDisk(path) }
    return try save(snapshot, at: path, as: event, label: label)
  }

  /// The document as it is on disk, nil where nothing is there.
  public func snapshot(of path: DocumentPath) throws(StoreError) -> Snapshot? {
    if try linkOnTheWay(to: path) != nil { return nil }
    return try Snapshot.read(
      location(of: path), isPackage: isPackageName(path.name), limit: settings.sizeLimit)
  }

  func save(
    _ snapshot: Snapshot, at path: DocumentPath, as event: Event, label: String?
  ) throws(StoreError) -> SaveOutcome {
    let saving = Saving(
      library: self, snapshot: snapshot, tree: nil, path: path, event: event,
      label: label?.isEmpty == true ? nil : label)
    let pass = try beginWriting()
    defer { pass.end() }
    // A path can change hands between the look and the lock, so look again a few times.
    for _ in 0..<8 {
      if let outcome = try saving.attempt() { return outcome }
    }
    throw StoreError(.busy, "'\(path)' is renamed by others all the time; try again")
  }

  private func missingOnDisk(_ path: DocumentPath) throws(StoreError) -> StoreError {
    switch try lookUp(path) {
    case .moved(let document): return renamed(path, to: document)
    case .document(let document) where !document.isDeleted:
      return StoreError(
        .documentNotFound, "'\(path)' is not on disk",
        hints: [
          "bring it back with: versions restore \(shellWord(path.bytes)) latest",
          "or say that it is deleted with: versions delete \(shellWord(path.bytes))",
        ])
    case .document:
      return StoreError(
        .documentNotFound, "'\(path)' is deleted",
        hints: ["bring it back with: versions restore \(shellWord(path.bytes)) latest"])
    case .unknown:
      return StoreError(
        .documentNotFound, "no file '\(path)' in '\(printable(folder.bytes))'",
        hints: lookalikes(of: path).map { "there is \(shellWord($0.bytes))" })
    }
  }

  func renamed(_ path: DocumentPath, to document: Document) -> StoreError {
    StoreError(
      .documentRenamed(document.path), "'\(path)' was renamed to '\(document.path)'",
      hints: ["save it by that name: versions save \(shellWord(document.path.bytes))"])
  }
}

extension Library {
  /// Whether a person meant the content of a version to stand: it, or one with the same content
  /// straight before it, was saved and not only autosaved.
  func wasMeant(_ version: Version) throws(StoreError) -> Bool {
    var candidate = version
    while true {
      if candidate.event.isExplicit { return true }
      guard let parent = candidate.parent else { return false }
      let before = try self.version(parent)
      // A rename changes the tree, which has the name, and never the content.
      guard before.tree == candidate.tree || candidate.event == .rename,
        before.number < candidate.number
      else { return false }
      candidate = before
    }
  }

  /// Whether content is the newest conflict version in front of a lock.
  func isKeptAsConflict(
    _ content: DocumentContent, before lock: Version
  ) throws(StoreError) -> Bool {
    guard let parent = lock.parent else { return false }
    let before = try version(parent)
    guard before.event == .conflict else { return false }
    return try holds(before, content)
  }

  /// Remembers where the file of a document was.
  func rememberPlace(of id: UUID, at path: DocumentPath, _ status: FileStatus) {
    Places(self).remember([(id, path, status)])
  }
}

extension StoreError {
  /// The refusal to change a locked document.
  public static func locked(_ path: DocumentPath) -> StoreError {
    StoreError(
      .locked, "'\(path)' is locked",
      hints: ["allow new versions with: versions unlock \(shellWord(path.bytes))"])
  }
}

/// A path as a shell takes it, for commands in hints.
func shellWord(_ bytes: [UInt8]) -> String {
  let plain = bytes.allSatisfy {
    switch $0 {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "-"), UInt8(ascii: "/"), 0x80...:
      true
    default: false
    }
  }
  if plain && bytes.first != UInt8(ascii: "-") { return printable(bytes) }
  let text = printable(bytes)
  if text.unicodeScalars.contains("\\") && text.utf8.count != bytes.count {
    // Bytes that cannot be shown: the form that bash, zsh and ksh read.
    return "$'"
      + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "\\'")
      + "'"
  }
  return "'"
    + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
    + "'"
}
