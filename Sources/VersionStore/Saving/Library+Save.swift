import Files
import Git

/// What became of a save.
public enum SaveOutcome: Sendable {
  /// A new version.
  case saved(Version)
  /// The content was a version already.
  case unchanged(Version)
  /// The content was a version already, and that one has the label now.
  case labelled(Version)
  /// What another program wrote into a locked document, kept beside its history.
  case conflict(Version)

  /// The version that has the content.
  public var version: Version {
    switch self {
    case .saved(let version), .unchanged(let version), .labelled(let version),
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
    try Snapshot.read(
      location(of: path), isPackage: isPackageName(path.name), limit: settings.sizeLimit)
  }

  func save(
    _ snapshot: Snapshot, at path: DocumentPath, as event: Event, label: String?
  ) throws(StoreError) -> SaveOutcome {
    let saving = Saving(
      library: self, snapshot: snapshot, path: path, event: event,
      label: label?.isEmpty == true ? nil : label)
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
      return StoreError(.documentNotFound, "no file '\(path)' in '\(printable(folder.bytes))'")
    }
  }

  func renamed(_ path: DocumentPath, to document: Document) -> StoreError {
    StoreError(
      .documentRenamed(document.path), "'\(path)' was renamed to '\(document.path)'",
      hints: ["use that name: \(shellWord(document.path.bytes))"])
  }
}

/// One save on its way.
private struct Saving {
  let library: Library
  let snapshot: Snapshot
  let path: DocumentPath
  let event: Event
  let label: String?

  /// Nil where the path changed hands meanwhile.
  func attempt() throws(StoreError) -> SaveOutcome? {
    switch try library.lookUp(path) {
    case .document(let document):
      return try extend(document)
    case .moved, .unknown:
      // A file at a path whose document is elsewhere now begins another document.
      return try begin()
    }
  }

  private func extend(_ document: Document) throws(StoreError) -> SaveOutcome? {
    // Mostly nothing changed, and then nothing is written, not even a lock.
    if label == nil, try drafts(after: document.head, tree: nil).isEmpty {
      return .unchanged(document.head)
    }
    let tree = try writeContent()
    var head = document.head
    var changedHands = false
    let versions = try library.append(to: document.id) { (newest) throws(StoreError) in
      guard let newest, newest.path == path else {
        changedHands = true
        return []
      }
      head = newest
      return try drafts(after: newest, tree: tree)
    }
    if changedHands { return nil }
    library.rememberPlace(of: document.id, snapshot.status)
    guard let version = versions.first else {
      guard let label else { return .unchanged(head) }
      try library.label(head, label)
      head.label = label
      return .labelled(head)
    }
    return version.event == .conflict ? .conflict(version) : .saved(version)
  }

  private func begin() throws(StoreError) -> SaveOutcome? {
    let tree = try writeContent()
    let lock = try WriteLock.path(path, in: library)
    defer { lock.release() }
    let id: UUID
    switch try library.lookUp(path) {
    case .document: return nil
    case .moved: id = UUID()
    case .unknown(let reserved): id = reserved ?? UUID()
    }
    let draft = Draft(event, snapshot, tree: tree, at: path, label: label, library: library)
    let versions = try library.append(to: id, alias: path) { (newest) in
      newest == nil ? [draft] : []
    }
    library.rememberPlace(of: id, snapshot.status)
    return versions.first.map(SaveOutcome.saved)
  }

  private func writeContent() throws(StoreError) -> ObjectID {
    try inStore { () throws(GitError) in
      try ContentTree.write(
        snapshot.content, name: path.name, to: library.repository.objects)
    }
  }

  /// What is to follow the newest version; a tree of nil only asks whether anything is.
  private func drafts(after head: Version, tree: ObjectID?) throws(StoreError) -> [Draft] {
    let tree = tree ?? Version.emptyTree
    let same = try library.holds(head, snapshot.content)
    if head.event == .lock {
      guard event == .autosave else { throw StoreError.locked(path) }
      if same { return [] }
      if try library.isKeptAsConflict(snapshot.content, before: head) { return [] }
      // The document stays as it was locked; what was written is kept in front of it.
      return [
        Draft(.conflict, snapshot, tree: tree, at: path, library: library),
        Draft(.lock, contentOf: head),
      ]
    }
    let draft = Draft(event, snapshot, tree: tree, at: path, label: label, library: library)
    guard same else { return [draft] }
    if event == .autosave { return [] }
    return try library.wasMeant(head) ? [] : [draft]
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
      guard before.tree == candidate.tree else { return false }
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
  func rememberPlace(of id: UUID, _ status: FileStatus) {
    Places(self).remember([(id, status)])
  }
}

extension StoreError {
  static func locked(_ path: DocumentPath) -> StoreError {
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
    return "$'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "\\'")
      + "'"
  }
  return "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
    + "'"
}
