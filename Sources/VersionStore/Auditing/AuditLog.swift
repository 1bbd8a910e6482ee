import Git

/// What happened in a library: a version that was made, or something done to histories.
public enum LoggedEvent: Sendable {
  /// A version.
  case version(Version)
  /// An entry of the journal.
  case journal(JournalEntry)

  /// What it was.
  public var event: Event {
    switch self {
    case .version(let version): version.event
    case .journal(let entry): entry.event
    }
  }

  /// When.
  public var time: Moment {
    switch self {
    case .version(let version): version.time
    case .journal(let entry): entry.time
    }
  }

  /// By whom.
  public var author: Person {
    switch self {
    case .version(let version): version.author
    case .journal(let entry): entry.author
    }
  }

  /// On which machine.
  public var host: String? {
    switch self {
    case .version(let version): version.host
    case .journal(let entry): entry.host
    }
  }

  /// Where the document was then; nil for the whole library.
  public var path: DocumentPath? {
    switch self {
    case .version(let version): version.path
    case .journal(let entry): entry.path
    }
  }

  /// The commit of the version, or of the entry.
  public var commit: ObjectID {
    switch self {
    case .version(let version): version.commit
    case .journal(let entry): entry.commit
    }
  }
}

/// The audit trail of a library: the versions of all documents and the entries of its journals,
/// newest first, each document and each journal in its own order.
public struct AuditLog {
  /// Where a log ends, for one who has seen what is older.
  public enum Start: Sendable {
    /// At the version or entry of this commit, of which nothing is told.
    case commit(ObjectID)
    /// At what a digest knows.
    case digest(LibraryDigest)
  }

  private let library: Library
  private let folder: DocumentPath?
  private let document: UUID?
  private var versions: LibraryLog
  private var nextVersion: Version?
  private var journals: [(next: JournalEntry, end: ObjectID?)] = []
  private var last: ObjectID?
  private var lastIdentifier: UUID?
  private var damage: StoreError?

  /// Begins the log.
  /// - Parameters:
  ///   - folder: Only documents below this folder.
  ///   - document: Only this document.
  ///   - start: Only what came after it.
  ///   - problem: Called for documents that cannot be read.
  public init(
    _ library: Library, below folder: DocumentPath? = nil, document: Document? = nil,
    after start: Start? = nil, problem: (UUID, StoreError) -> Void
  ) throws(StoreError) {
    self.library = library
    self.folder = folder
    self.document = document?.id
    var known: [UUID: Int] = [:]
    var ends: [String: ObjectID] = [:]
    switch start {
    case nil: break
    case .commit(let id):
      last = id
      lastIdentifier = try AuditLog.identifier(of: id, in: library)
    case .digest(let digest):
      try digest.requireSame(library)
      known = digest.documents.mapValues(\.number)
      for (replica, commit) in digest.journals {
        ends[ReferenceNames.journals + replica.description] = commit
      }
    }
    versions = try LibraryLog(
      library, below: folder, document: document, after: known, problem: problem)
    for (name, head) in try library.journalHeads().sorted(by: { $0.key < $1.key }) {
      if let entry = try matching(from: head, end: ends[name]) {
        journals.append((entry, ends[name]))
      }
    }
    nextVersion = try versions.next()
  }

  /// The next older event, nil at the end.
  /// - Throws: `damaged`, once all that could be read was given.
  public mutating func next() throws(StoreError) -> LoggedEvent? {
    guard let event = try take() else {
      guard let damage else { return nil }
      self.damage = nil
      throw damage
    }
    if let last, event.commit == last || isLast(event) {
      journals = []
      nextVersion = nil
      versions = versions.ended()
      damage = nil
      return nil
    }
    return event
  }

  private func isLast(_ event: LoggedEvent) -> Bool {
    guard let lastIdentifier, case .version(let version) = event else { return false }
    return version.identifier == lastIdentifier
  }

  private mutating func take() throws(StoreError) -> LoggedEvent? {
    let newest = journals.indices.max { precedes(journals[$0].next, journals[$1].next) }
    if let newest, nextVersion.map({ isNewer(journals[newest].next, than: $0) }) ?? true {
      let entry = journals[newest].next
      let older = try matching(from: entry.parent, end: journals[newest].end)
      if let older { journals[newest].next = older } else { journals.remove(at: newest) }
      return .journal(entry)
    }
    guard let version = nextVersion else { return nil }
    do throws(StoreError) {
      nextVersion = try versions.next()
    } catch {
      guard error.kind == .damaged else { throw error }
      nextVersion = nil
      damage = error
    }
    return .version(version)
  }

  private func precedes(_ a: JournalEntry, _ b: JournalEntry) -> Bool {
    (a.time.time.seconds, a.nanoseconds) < (b.time.time.seconds, b.nanoseconds)
  }

  /// Whether an entry comes after a version; at the same moment it does, being about versions.
  private func isNewer(_ entry: JournalEntry, than version: Version) -> Bool {
    (entry.time.time.seconds, entry.nanoseconds)
      >= (version.time.time.seconds, version.nanoseconds)
  }

  /// The first entry of a journal, from one on, that is of the documents asked for.
  private func matching(from id: ObjectID?, end: ObjectID?) throws(StoreError) -> JournalEntry? {
    var next = id
    while let id = next, id != end {
      guard let entry = try library.journalEntry(id) else { return nil }
      if let document {
        if entry.document == document { return entry }
      } else if folder == nil || entry.path?.isBelow(folder) == true {
        return entry
      }
      next = entry.parent
    }
    return nil
  }

  /// The identifier of the version of a commit, by which it is known when its chain was rewritten.
  private static func identifier(
    of commit: ObjectID, in library: Library
  ) throws(StoreError) -> UUID? {
    let unknown = StoreError(
      .versionNotFound, "no version and no entry of the journal is commit \(commit)",
      hints: [
        "the commits are those that 'versions log --json' prints",
        "a prune may have taken it out, or written it anew; "
          + "the digest of 'versions log --digest' lasts, with: --since-digest FILE",
      ])
    let object: GitObject
    do throws(GitError) {
      object = try library.repository.objects.read(commit)
    } catch {
      guard case .objectMissing = error else { throw StoreError(error) }
      // Written anew by a prune whose former chain was let go, it still says what it was.
      var log = try LibraryLog(library) { _, _ in }
      while let version = try log.next() {
        if version.original == commit { return version.identifier }
      }
      throw unknown
    }
    guard object.kind == .commit else { throw unknown }
    guard let version = Version(commit: commit, bytes: object.bytes) else {
      if JournalEntry(commit: commit, bytes: object.bytes) != nil { return nil }
      throw unknown
    }
    if version.isJournalEntry { return nil }
    // It must be in its document's history, or nothing would ever stop the log.
    guard let head = try library.head(of: version.document) else { throw unknown }
    var history = try library.history(of: Document(id: version.document, head: head))
    while let next = try history.next() {
      if next.commit == commit { return version.identifier }
      if next.number <= version.number {
        if let identifier = next.identifier, identifier == version.identifier { return identifier }
        if next.number < version.number { break }
      }
    }
    throw StoreError(
      .versionNotFound,
      "version \(version.number) of '\(version.path)', commit \(commit), is gone since: "
        + "it was pruned or purged",
      hints: [
        "give the commit of another version, or keep a digest, which lasts, as in: "
          + "versions log --digest > FILE; versions log --since-digest FILE"
      ])
  }
}

extension AuditLog.Start {
  /// The version or entry of a commit; nil where the text is not 40 hexadecimal digits.
  public init?(commit digits: [UInt8]) {
    guard let id = ObjectID(hex: digits) else { return nil }
    self = .commit(id)
  }
}
