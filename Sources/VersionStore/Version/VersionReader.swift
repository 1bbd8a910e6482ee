import Files
import Git

/// Reads versions from the bytes of their commits.
///
/// The versions of one document mostly share path, person, machine, program and type, so the value
/// made for the last one is used again where the bytes are the same: a list of ten thousand makes
/// few new values.
struct VersionReader: Sendable {
  private var path = Last<DocumentPath?>()
  private var author = Last<Person>()
  private var event = Last<Event>()
  private var type = Last<String>()
  private var host = Last<String>()
  private var app = Last<String>()

  /// Reads a version from its commit.
  mutating func read(
    _ commit: ObjectID, from objects: ObjectDatabase
  ) throws(StoreError) -> Version {
    let object = try inStore { () throws(GitError) in try objects.read(commit) }
    guard object.kind == .commit, let version = read(commit, object.bytes) else {
      throw StoreError(.damaged, "the store is damaged: commit \(commit) is no version")
    }
    return version
  }

  /// Reads a version; nil where the commit is not one of a document.
  mutating func read(_ commit: ObjectID, _ bytes: [UInt8]) -> Version? {
    bytes.withUnsafeBufferPointer { read(commit, $0) }
  }

  private mutating func read(_ commit: ObjectID, _ bytes: Bytes) -> Version? {
    guard let header = Header(bytes) else { return nil }
    var fields = Fields()
    let label = VersionMessage.decode(Bytes(rebasing: bytes[header.end...])) { key, value in
      take(key, value, &fields)
    }
    guard let document = fields.document, let number = fields.number, number > 0,
      let path = fields.path
    else { return nil }
    return Version(
      document: document, number: number, identifier: fields.identifier,
      event: fields.event ?? .save, path: path,
      label: label.isEmpty ? nil : String(decoding: label, as: UTF8.self),
      time: Moment(
        FileTime(seconds: header.committer.seconds), offset: header.committer.offset),
      nanoseconds: fields.saved?.time.seconds == header.committer.seconds
        ? fields.saved?.time.nanoseconds ?? 0 : 0,
      modified: fields.modified
        ?? Moment(FileTime(seconds: header.author.seconds), offset: header.author.offset),
      author: author.value(of: header.authorLine) { _ in
        Person(
          name: String(decoding: header.author.name, as: UTF8.self),
          email: String(decoding: header.author.email, as: UTF8.self))
      },
      size: fields.size, type: fields.type, permissions: fields.permissions,
      partPermissions: fields.partPermissions, host: fields.host,
      app: fields.app, origin: fields.origin, source: fields.source, commit: commit,
      tree: header.tree, parent: header.parent, original: fields.original, pruned: fields.pruned,
      purged: fields.purged)
  }

  private struct Fields {
    var document: UUID?
    var number: Int?
    var identifier: UUID?
    var event: Event?
    var path: DocumentPath?
    var modified: Moment?
    var saved: Moment?
    var size: Int?
    var type: String?
    var permissions: UInt32?
    var partPermissions: UInt32?
    var host: String?
    var app: String?
    var origin: Version.Origin?
    var source: String?
    var original: ObjectID?
    var pruned: String?
    var purged: String?
  }

  private mutating func take(_ key: Bytes, _ value: Bytes, _ fields: inout Fields) {
    func text(_ bytes: Bytes) -> String { String(decoding: bytes, as: UTF8.self) }
    switch TrailerKey(key) {
    case .document: fields.document = UUID(value)
    case .version: fields.number = Int64(decimal: value).map(Int.init)
    case .versionID: fields.identifier = UUID(value)
    case .event: fields.event = event.value(of: value) { Event(rawValue: text($0)) }
    case .path:
      fields.path = path.value(of: value) { DocumentPath(PercentEncoding.decode($0)) }
    case .size: fields.size = Int64(decimal: value).map(Int.init)
    case .type: fields.type = type.value(of: value, text)
    case .permissions: fields.permissions = UInt32(text(value), radix: 8)
    case .partPermissions: fields.partPermissions = UInt32(text(value), radix: 8)
    case .modified: fields.modified = Moment(rfc3339: Array(value))
    case .saved: fields.saved = Moment(rfc3339: Array(value))
    case .host: fields.host = host.value(of: value, text)
    case .app: fields.app = app.value(of: value, text)
    case .from: fields.origin = Version.Origin(trailer: Array(value)[...])
    case .source: fields.source = text(value)
    case .original: fields.original = ObjectID(hexDigits: value)
    case .pruned: fields.pruned = text(value)
    case .purged: fields.purged = text(value)
    case nil: break
    }
  }

  /// The header lines that a version needs, where they lie.
  private struct Header {
    let tree: ObjectID
    let parent: ObjectID?
    let author: Signature.Parts
    let authorLine: Bytes
    let committer: Signature.Parts
    let end: Int

    init?(_ bytes: Bytes) {
      var tree: ObjectID?
      var parent: ObjectID?
      var author: Bytes?
      var committer: Bytes?
      var position = 0
      while position < bytes.count, bytes[position] != UInt8(ascii: "\n") {
        let end =
          bytes.position(of: UInt8(ascii: "\n"), from: position, to: bytes.count) ?? bytes.count
        if bytes.begins(with: "tree ", at: position) {
          tree = ObjectID(hexDigits: bytes.part((position + 5)..<end))
        } else if bytes.begins(with: "parent ", at: position) {
          guard let id = ObjectID(hexDigits: bytes.part((position + 7)..<end)) else { return nil }
          parent = parent ?? id
        } else if bytes.begins(with: "author ", at: position) {
          author = bytes.part((position + 7)..<end)
        } else if bytes.begins(with: "committer ", at: position) {
          committer = bytes.part((position + 10)..<end)
        }
        position = end + 1
      }
      guard position < bytes.count, let tree, let author, let committer,
        let authorParts = Signature.Parts(author), let committerParts = Signature.Parts(committer)
      else { return nil }
      self.tree = tree
      self.parent = parent
      self.author = authorParts
      // Without the time, which differs each time.
      let close = author.lastIndex(of: UInt8(ascii: ">")) ?? author.count - 1
      authorLine = Bytes(rebasing: author[...close])
      self.committer = committerParts
      end = position + 1
    }
  }

  /// The value made last, and the bytes it was made of.
  private struct Last<Value: Sendable>: Sendable {
    private var bytes: [UInt8] = []
    private var value: Value?

    mutating func value(of bytes: Bytes, _ make: (Bytes) -> Value) -> Value {
      if let value, bytes.equals(self.bytes) { return value }
      let made = make(bytes)
      self.bytes = Array(bytes)
      value = made
      return made
    }
  }
}

extension Version {
  /// Reads a version from the bytes of its commit; nil where it is not one of a document.
  init?(commit id: ObjectID, bytes: [UInt8]) {
    var reader = VersionReader()
    guard let version = reader.read(id, bytes) else { return nil }
    self = version
  }
}
