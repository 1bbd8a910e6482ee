import Files
import Git

/// A version that is yet to be written.
struct Draft {
  var event: Event
  var path: DocumentPath
  var tree: ObjectID
  var size: Int
  var type: String?
  var permissions: UInt32?
  /// What all files of a package have in common.
  var partPermissions: UInt32?
  var modified: Moment
  var label: String?
  var origin: Version.Origin?

  /// A version of a document as it is on disk; its tree is among the objects already.
  init(
    _ event: Event, _ snapshot: Snapshot, tree: ObjectID, at path: DocumentPath,
    label: String? = nil, origin: Version.Origin? = nil, library: Library
  ) {
    self.event = event
    self.path = path
    self.tree = tree
    size = snapshot.size
    type = snapshot.content.type(name: path.name)
    permissions = snapshot.status.permissions
    partPermissions = snapshot.partPermissions
    modified = library.surroundings.moment(snapshot.status.modified)
    self.label = label
    self.origin = origin
  }

  /// A version of content that this program puts on disk.
  init(
    _ event: Event, _ content: DocumentContent, tree: ObjectID, at path: DocumentPath,
    origin: Version.Origin?, permissions: RecordedPermissions, modified: Moment
  ) {
    self.event = event
    self.path = path
    self.tree = tree
    size = content.size
    type = content.type(name: path.name)
    self.permissions = permissions.document
    partPermissions = permissions.parts
    self.modified = modified
    self.origin = origin
  }

  /// A version of what an earlier one holds.
  init(
    _ event: Event, contentOf version: Version, at path: DocumentPath? = nil,
    tree: ObjectID? = nil, origin: Version.Origin? = nil
  ) {
    self.event = event
    self.path = path ?? version.path
    self.tree = tree ?? version.tree
    size = version.size ?? 0
    type = version.type
    permissions = version.permissions
    partPermissions = version.partPermissions
    modified = version.modified
    self.origin = origin
  }

  /// A version that says that the document is gone.
  init(deleting version: Version, event: Event = .delete, origin: Version.Origin? = nil) {
    self.event = event
    path = version.path
    tree = Version.emptyTree
    size = 0
    modified = version.modified
    self.origin = origin
  }
}

extension Library {
  /// Writes a draft's commit, and gives the version it is.
  func write(
    _ draft: Draft, of document: UUID, after parent: Version?, to sink: some ObjectSink
  ) throws(GitError) -> Version {
    let person = currentPerson
    let now = surroundings.now()
    let saved = surroundings.moment(now)
    let identifier = UUID()
    let number = (parent?.number ?? 0) + 1
    var trailers: [VersionMessage.Trailer] = [
      ("Document", document.bytes),
      ("Version", Array(String(number).utf8)),
      ("Version-Id", identifier.bytes),
      ("Event", Array(draft.event.rawValue.utf8)),
      ("Path", PercentEncoding.encodeForMessage(draft.path.bytes)),
      ("Size", Array(String(draft.size).utf8)),
    ]
    if let type = draft.type { trailers.append(("Type", Array(type.utf8))) }
    for (key, permissions) in [
      ("Permissions", draft.permissions), ("Part-Permissions", draft.partPermissions),
    ] {
      guard let permissions else { continue }
      let octal = String(permissions, radix: 8)
      trailers.append(
        (key, Array((String(repeating: "0", count: max(0, 4 - octal.count)) + octal).utf8)))
    }
    trailers.append(("Modified", Array(draft.modified.rfc3339(fraction: true).utf8)))
    trailers.append(("Saved", Array(saved.rfc3339(fraction: true).utf8)))
    trailers.append(("Host", Library.trailerText(surroundings.host)))
    trailers.append(("App", Library.trailerText(surroundings.app)))
    if let origin = draft.origin { trailers.append(("From", Array(origin.description.utf8))) }
    if let replica = settings.replica { trailers.append(("Replica", replica.bytes)) }
    func signature(_ moment: Moment) -> Signature {
      Signature(
        name: Array(person.name.utf8), email: Array(person.email.utf8),
        seconds: moment.time.seconds, offset: moment.offset)
    }
    var commit = Commit(
      tree: draft.tree, parents: parent.map { [$0.commit] } ?? [],
      author: signature(draft.modified), committer: signature(saved),
      message: VersionMessage.encode(
        event: draft.event, path: draft.path, label: draft.label, trailers: trailers))
    commit = signed(commit)
    let bytes = commit.bytes
    let id = try sink.write(.commit, bytes)
    // Read back as everyone will read it.
    guard let version = Version(commit: id, bytes: bytes) else {
      throw .objectDamaged(id, reason: "the version could not be read back")
    }
    return version
  }

  /// A text for one line of a message.
  static func trailerText(_ text: String) -> [UInt8] {
    text.utf8.map { $0 < 0x20 || $0 == 0x7F ? UInt8(ascii: "?") : $0 }
  }
}
