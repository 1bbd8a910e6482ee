import Files
import Git

extension Event {
  /// A version got a label later.
  public static let label = Event(rawValue: "label")
  /// A version lost its label.
  public static let unlabel = Event(rawValue: "unlabel")
  /// Versions were thinned out.
  public static let prune = Event(rawValue: "prune")
  /// Versions, or a document, were forgotten for good.
  public static let purge = Event(rawValue: "purge")
  /// Damage was mended.
  public static let repair = Event(rawValue: "repair")
}

/// One entry of the journal: what was done to histories rather than to documents.
public struct JournalEntry: Sendable, Equatable {
  /// What was done; a word that is not known here is kept as it is.
  public var event: Event
  /// The document it was done to, nil for the whole library.
  public var document: UUID?
  /// The number of the version it was done to.
  public var version: Int?
  /// That version's identifier.
  public var versionIdentifier: UUID?
  /// Where the document was then.
  public var path: DocumentPath?
  /// The label that was given.
  public var label: String?
  /// When.
  public var time: Moment
  /// Nanoseconds of the second in `time`, the last of the second where the journal does not say:
  /// what it tells comes after the version it is about.
  public var nanoseconds: Int32
  /// By whom.
  public var author: Person
  /// On which machine.
  public var host: String?
  /// By which program.
  public var app: String?
  /// Whatever else the entry says, in its order.
  public var details: [Detail]
  /// The entry's commit.
  public var commit: ObjectID
  /// The entry before it.
  public var parent: ObjectID?

  /// One more thing that an entry says.
  public struct Detail: Sendable, Equatable {
    /// The word before the colon.
    public let key: String
    /// What follows it.
    public let value: String
  }

  /// Reads an entry; nil where the commit is none.
  init?(commit id: ObjectID, bytes: [UInt8]) {
    guard let commit = Commit(bytes: bytes), commit.tree == Version.emptyTree else { return nil }
    var fields = Fields()
    commit.message.withUnsafeBufferPointer { message in
      _ = VersionMessage.decode(message) { key, value in fields.take(key, value) }
    }
    guard let event = fields.event else { return nil }
    self.event = event
    document = fields.document
    version = fields.version
    versionIdentifier = fields.versionIdentifier
    path = fields.path
    label = fields.label
    time = Moment(
      FileTime(seconds: commit.committer.seconds), offset: commit.committer.offset)
    nanoseconds =
      fields.saved?.time.seconds == time.time.seconds
      ? fields.saved?.time.nanoseconds ?? 0 : 999_999_999
    author = Person(
      name: String(decoding: commit.author.name, as: UTF8.self),
      email: String(decoding: commit.author.email, as: UTF8.self))
    host = fields.host
    app = fields.app
    details = fields.details
    self.commit = id
    parent = commit.parents.first
  }

  private struct Fields {
    var event: Event?
    var document: UUID?
    var version: Int?
    var versionIdentifier: UUID?
    var path: DocumentPath?
    var label: String?
    var saved: Moment?
    var host: String?
    var app: String?
    var details: [Detail] = []

    mutating func take(_ key: Bytes, _ value: Bytes) {
      let text = String(decoding: value, as: UTF8.self)
      switch TrailerKey(key) {
      case .event: event = Event(rawValue: text)
      case .document: document = UUID(value)
      case .version: version = Int64(decimal: value).map(Int.init)
      case .versionID: versionIdentifier = UUID(value)
      case .path: path = DocumentPath(PercentEncoding.decode(value))
      case .host: host = text
      case .app: app = text
      case .saved: saved = Moment(rfc3339: Array(value))
      default:
        if key.equals("Label") {
          label = text
        } else if !key.equals("Replica") {
          details.append(Detail(key: String(decoding: key, as: UTF8.self), value: text))
        }
      }
    }
  }

  /// Whether it says that a version of a document was pruned or purged.
  func tellsGone(_ number: Int, of document: UUID) -> Bool {
    guard self.document == document, event == .prune || event == .purge else { return false }
    let gaps = details.filter(JournalEntry.isGap)
    if gaps.isEmpty { return event == .purge && (version == nil || version == number) }
    return gaps.contains { numbers($0.value, contain: number) }
  }

  /// The document of which it says that all was purged, up to its latest version.
  var purgedDocument: UUID? {
    guard event == .purge, let document else { return nil }
    guard let version else { return document }
    return tellsGone(version, of: document) ? document : nil
  }

  private static func isGap(_ detail: Detail) -> Bool {
    ["Pruned", "Purged"].contains(detail.key)
  }
}

/// Whether a list such as `5-9, 12` has a number in it.
func numbers(_ list: String, contain number: Int) -> Bool {
  list.split { $0 == "," || $0 == " " }.contains { part in
    let ends = part.split(separator: "-").map { Int($0) }
    guard let first = ends.first ?? nil, let last = ends.last ?? nil else { return false }
    return ends.count <= 2 && first <= number && number <= last
  }
}

extension Library {
  /// All entries of all journals, each journal newest first.
  func journal() throws(StoreError) -> [JournalEntry] {
    var entries: [JournalEntry] = []
    for head in try journalHeads().values {
      var next: ObjectID? = head
      while let id = next {
        guard let entry = try journalEntry(id) else { break }
        entries.append(entry)
        next = entry.parent
      }
    }
    return entries
  }

  /// The newest entry of each journal, by the journal's reference.
  func journalHeads() throws(StoreError) -> [String: ObjectID] {
    var heads: [String: ObjectID] = [:]
    try inStore { () throws(GitError) in
      try repository.references.forEach(below: ReferenceNames.journals) {
        name, id throws(GitError) in
        heads[name] = try id.get()
        return true
      }
    }
    return heads
  }

  /// Reads an entry of the journal; nil where the commit is none.
  func journalEntry(_ id: ObjectID) throws(StoreError) -> JournalEntry? {
    let object = try inStore { () throws(GitError) in try repository.objects.read(id) }
    guard object.kind == .commit else { return nil }
    return JournalEntry(commit: id, bytes: object.bytes)
  }
}
