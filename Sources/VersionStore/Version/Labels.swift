import Files
import Git

/// The labels given to a document's versions after they were saved.
struct Labels {
  private let document: UUID
  private let library: Library
  private let tags: [[UInt8]: ObjectID]

  /// Reads which versions have one; the labels themselves are read when asked for.
  init(_ document: UUID, in library: Library) throws(StoreError) {
    self.document = document
    self.library = library
    let prefix = ReferenceNames.labels(of: document)
    var tags: [[UInt8]: ObjectID] = [:]
    try inStore { () throws(GitError) in
      try library.repository.references.forEach(below: prefix) { (name, id) throws(GitError) in
        // A damaged label hides nothing but itself.
        if case .success(let id) = id {
          tags[Array(name.utf8.dropFirst(prefix.utf8.count))] = id
        }
        return true
      }
    }
    self.tags = tags
  }

  private init(_ document: UUID, in library: Library, tags: [[UInt8]: ObjectID]) {
    self.document = document
    self.library = library
    self.tags = tags
  }

  /// Those of all documents that have any, in one look.
  static func all(in library: Library) throws(StoreError) -> [UUID: Labels] {
    var tags: [UUID: [[UInt8]: ObjectID]] = [:]
    try inStore { () throws(GitError) in
      try library.repository.references.forEach(below: ReferenceNames.labels) {
        (name, id) throws(GitError) in
        let parts = name.utf8.dropFirst(ReferenceNames.labels.utf8.count).split(
          separator: UInt8(ascii: "/"))
        if parts.count == 2, let document = UUID(parts[0]), case .success(let id) = id {
          tags[document, default: [:]][Array(parts[1])] = id
        }
        return true
      }
    }
    var all: [UUID: Labels] = [:]
    for (document, tags) in tags { all[document] = Labels(document, in: library, tags: tags) }
    return all
  }

  /// The label given to a version later, empty where it was taken away, nil where none was given.
  func text(of version: Version) -> String? {
    if tags.isEmpty { return nil }
    guard let id = tags[version.persistentIdentifier],
      let object = try? library.repository.objects.read(id), object.kind == .tag,
      let tag = Tag(bytes: object.bytes)
    else { return nil }
    var message = tag.message[...]
    while message.last == UInt8(ascii: "\n") { message = message.dropLast() }
    return String(decoding: message, as: UTF8.self)
  }

  /// What a version is called that is only to be kept.
  static let pin = "pinned"

  /// The longest label, in bytes.
  static let limit = 200

  /// Makes sure that a text can be a label.
  static func validate(_ text: String) throws(StoreError) {
    guard text.utf8.count <= limit else {
      throw StoreError(
        .invalid, "a label has at most \(limit) bytes; this one has \(text.utf8.count)")
    }
    guard !text.utf8.contains(UInt8(ascii: "\n")), !text.utf8.contains(UInt8(ascii: "\r")) else {
      throw StoreError(.invalid, "a label is one line")
    }
    guard !text.unicodeScalars.contains(where: { $0.value == 0 }) else {
      throw StoreError(.invalid, "a label cannot hold a NUL")
    }
    guard !text.allSatisfy({ $0 == " " || $0 == "\t" }) || text.isEmpty else {
      throw StoreError(.invalid, "a label of blanks cannot be told from none")
    }
  }
}

extension Library {
  /// Names a version; another label replaces the one it has, an empty one takes it away.
  /// - Parameters:
  ///   - version: A version of a document of this library.
  ///   - text: One line of UTF-8, 200 bytes at most.
  /// - Returns: The other label that it had, nil without one.
  @discardableResult
  public func label(_ version: Version, _ text: String) throws(StoreError) -> String? {
    try Labels.validate(text)
    let former = try setLabel(of: version) { _ in text }
    return former == text || former.isEmpty ? nil : former
  }

  /// Keeps a version from ever being thinned: gives it the label `pinned` where it has none, as no
  /// version with a label is thinned.
  /// - Returns: The label that it has now.
  @discardableResult
  public func pin(_ version: Version) throws(StoreError) -> String {
    let former = try setLabel(of: version) { $0.isEmpty ? Labels.pin : nil }
    return former.isEmpty ? Labels.pin : former
  }

  /// Takes the label away that `pin` gave; any other stays.
  public func unpin(_ version: Version) throws(StoreError) {
    _ = try setLabel(of: version) { $0 == Labels.pin ? "" : nil }
  }

  /// Sets a version's label by the one that it has, empty for none; nil leaves that.
  /// - Returns: The one that it had.
  private func setLabel(
    of version: Version, to change: (String) -> String?
  ) throws(StoreError) -> String {
    try requireWritable()
    let pass = try beginWriting()
    defer { pass.end() }
    let lock = try WriteLock.document(version.document, in: self)
    defer { lock.release() }
    // The label that holds now: one given later, even an empty one, or the one of the commit.
    let own = try self.version(version.commit)
    let former = try Labels(version.document, in: self).text(of: own) ?? own.label ?? ""
    guard let text = change(former), text != former else { return former }
    let identifier = String(decoding: version.persistentIdentifier, as: UTF8.self)
    let name = ReferenceNames.labels(of: version.document) + identifier
    let person = currentPerson
    let now = surroundings.moment(surroundings.now())
    let tag = Tag(
      target: version.tree, kind: .tree, name: Array(identifier.utf8),
      tagger: Signature(
        name: Array(person.name.utf8), email: Array(person.email.utf8),
        seconds: now.time.seconds, offset: now.offset),
      message: text.isEmpty ? [] : Array(text.utf8) + [UInt8(ascii: "\n")])
    try inStore { () throws(GitError) in
      if version.isDeletion { try repository.objects.write(.tree, []) }
      let id = try repository.objects.write(.tag, tag.bytes)
      try repository.objects.synchronise()
      let current = try repository.references.find(name)
      if current != id { try repository.references.move(name, to: id, expecting: current) }
    }
    try Journal(self).record(
      text.isEmpty ? "unlabel" : "label", of: version,
      trailers: text.isEmpty ? [] : [("Label", Array(text.utf8))])
    return former
  }

  /// Who saves now: the command line, the library's settings, or what the surroundings know.
  var currentPerson: Person {
    surroundings.author ?? settings.author ?? surroundings.person()
  }
}
