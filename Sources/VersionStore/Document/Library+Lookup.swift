import Files
import Git

extension Library {
  /// What the library knows of a path: two look-ups, whatever its size.
  /// - Throws: `damaged` where the answer cannot be trusted; a path never counts as new then.
  public func lookUp(_ path: DocumentPath) throws(StoreError) -> PathLookup {
    let id: UUID?
    do throws(StoreError) {
      id = try alias(of: path)
    } catch {
      guard error.kind == .damaged else { throw error }
      // The heads are the truth, and an alias can be made again from them.
      let here = try documents().filter { $0.path == path }
      // A deleted document may have had the path before, which the living one has now.
      let newest = here.max { $0.head.time < $1.head.time }
      if var document = here.first(where: { !$0.isDeleted }) ?? newest {
        document.lostItsAlias = true
        return .document(document)
      }
      throw error
    }
    guard let id else { return try lookUpLost(path) }
    guard let head = try head(of: id) else {
      try ReferenceGuard(self).check()
      if try Places(self).contains(id) {
        let name = ReferenceNames.chain(of: id)
        throw StoreError(
          .damaged,
          "the store is damaged: the history of '\(path)' has lost its reference '\(name)'",
          hints: try mendingHints(id, reference: name))
      }
      return .unknown(reserved: id)
    }
    let document = Document(id: id, head: head)
    return head.path == path ? .document(document) : .moved(document)
  }

  /// What is known of a path without an alias: mostly nothing, but a reference can be lost.
  private func lookUpLost(_ path: DocumentPath) throws(StoreError) -> PathLookup {
    try ReferenceGuard(self).check()
    guard let id = try Places(self).document(at: path), let head = try head(of: id) else {
      return .unknown(reserved: nil)
    }
    let document = Document(id: id, head: head, lostItsAlias: true)
    return head.path == path ? .document(document) : .unknown(reserved: nil)
  }

  /// The document of a path, following it to where it is now.
  /// - Throws: `documentNotFound` where the path has no versions.
  public func document(_ path: DocumentPath) throws(StoreError) -> Document {
    switch try lookUp(path) {
    case .document(let document), .moved(let document): return document
    case .unknown: throw noVersions(of: path)
    }
  }

  /// The document with an identity, by its whole UUID or a start that only one has.
  public func document(identifiedBy start: [UInt8]) throws(StoreError) -> Document {
    let digits = start.filter { $0 != UInt8(ascii: "-") }
    let text = String(decoding: start, as: UTF8.self)
    guard !digits.isEmpty, digits.count <= 32, digits.allSatisfy({ hexDigit($0) != nil }) else {
      throw StoreError(.invalid, "'id:\(text)' is no identifier: only 0-9, a-f and hyphens")
    }
    let wanted = String(decoding: digits, as: UTF8.self).lowercased()
    var found: [UUID] = []
    let prefix =
      wanted.utf8.count >= 2
      ? ReferenceNames.documents + wanted.prefix(2) + "/" : ReferenceNames.documents
    try inStore { () throws(GitError) in
      try repository.references.forEach(below: prefix) { (name, _) throws(GitError) in
        guard let id = ReferenceNames.document(ofChain: name) else { return true }
        if String(decoding: id.digits, as: UTF8.self).hasPrefix(wanted) { found.append(id) }
        return found.count < 10
      }
    }
    guard let first = found.first else {
      throw StoreError(
        .documentNotFound, "no document has an identifier that begins with '\(text)'",
        hints: ["list them with: versions list --json --deleted"])
    }
    guard found.count == 1, let head = try head(of: first) else {
      throw StoreError(
        .ambiguous, "several documents have identifiers that begin with '\(text)'",
        hints: found.map { "id:\($0)" })
    }
    return Document(id: first, head: head)
  }

  /// All documents, deleted ones too, in the order of their identities.
  /// - Parameter damaged: Called for each whose head cannot be read; without it that is an error.
  public func documents(
    damaged: (UUID, StoreError) throws(StoreError) -> Void = { (_, error) throws(StoreError) in
      throw error
    }
  ) throws(StoreError) -> [Document] {
    var found: [Document] = []
    try forEachDocument(damaged: damaged) { document in found.append(document) }
    return found
  }

  /// Calls a function with each document, deleted ones too, in the order of their identities.
  /// - Parameter known: Documents as they were a moment ago, of which only those are read that got
  ///   another version since.
  public func forEachDocument(
    known: [UUID: Document] = [:],
    damaged: (UUID, StoreError) throws(StoreError) -> Void = { (_, error) throws(StoreError) in
      throw error
    }, _ body: (Document) -> Void
  ) throws(StoreError) {
    try ReferenceGuard(self).check()
    var heads: [(UUID, Result<ObjectID, GitError>)] = []
    try inStore { () throws(GitError) in
      try repository.references.forEachName(below: ReferenceNames.documents) {
        (name, head) throws(GitError) in
        if let id = ReferenceNames.document(ofChain: name) { heads.append((id, head)) }
        return true
      }
    }
    func take(_ id: UUID, _ document: Result<Document, StoreError>) throws(StoreError) {
      do throws(StoreError) {
        body(try document.get())
      } catch {
        guard error.kind == .damaged else { throw error }
        try damaged(id, error)
      }
    }
    if heads.count < Library.worthThreads {
      var reader = HeadReader(objects: repository.objects, known: known)
      for (id, head) in heads { try take(id, reader.read(id, head)) }
      return
    }
    let folder = repository.objects.folder
    for start in stride(from: 0, to: heads.count, by: Library.worthThreads) {
      let window = heads[start..<min(start + Library.worthThreads, heads.count)]
      let part = window.count / Threads.processors + 1
      let parts = stride(from: window.startIndex, to: window.endIndex, by: part).map {
        window[$0..<min($0 + part, window.endIndex)]
      }
      let documents = Threads.map(parts) { part in
        var reader = HeadReader(objects: ObjectDatabase(folder: folder), known: known)
        return part.map { reader.read($0.0, $0.1) }
      }
      for (head, document) in zip(window, documents.joined()) { try take(head.0, document) }
    }
  }

  /// Starting threads for fewer heads takes longer than reading them; more at once take memory.
  private static let worthThreads = 8192

  // MARK: Inside

  /// The document an alias names, nil where the path has none.
  func alias(of path: DocumentPath) throws(StoreError) -> UUID? {
    let name = ReferenceNames.alias(of: path)
    let blob = try inStore { () throws(GitError) in
      guard let blob = try repository.references.find(name) else { return nil as GitObject? }
      return try repository.objects.read(blob)
    }
    guard let blob else { return nil }
    guard blob.kind == .blob, let id = UUID(blob.bytes.prefix { $0 != UInt8(ascii: "\n") }) else {
      throw StoreError(.damaged, "the store is damaged: '\(name)' names no document")
    }
    return id
  }

  /// The newest version of a document, nil where its chain was never begun.
  func head(of id: UUID) throws(StoreError) -> Version? {
    let name = ReferenceNames.chain(of: id)
    do throws(StoreError) {
      guard
        let commit = try inStore({ () throws(GitError) in try repository.references.find(name) })
      else { return nil }
      return try version(commit)
    } catch {
      guard error.kind == .damaged else { throw error }
      var error = error
      error.hints = try mendingHints(id, reference: name) + error.hints
      throw error
    }
  }

  /// Reads a version from its commit.
  func version(_ commit: ObjectID) throws(StoreError) -> Version {
    var reader = VersionReader()
    return try version(commit, &reader)
  }

  /// Reads a version from its commit, with what earlier ones had in common.
  func version(_ commit: ObjectID, _ reader: inout VersionReader) throws(StoreError) -> Version {
    try reader.read(commit, from: repository.objects)
  }

  /// Makes sure that what a commit's file holds is that commit; asked where it does not fit its
  /// chain, which would never end if a file held the bytes of a later version.
  func requireGenuine(_ commit: ObjectID) throws(StoreError) {
    let object = try inStore { () throws(GitError) in try repository.objects.read(commit) }
    guard ObjectDatabase.name(of: object.kind, object.bytes) == commit else {
      throw StoreError(
        .damaged, "the store is damaged: object \(commit) holds the bytes of another one")
    }
  }

  /// What can be done about a chain whose head is lost: the newest whole version, by its commit.
  func mendingHints(_ id: UUID, reference: String) throws(StoreError) -> [String] {
    guard let newest = try wholeVersions(of: id).first else { return [] }
    return [
      "the newest whole version is \(newest.number); to go on from it: git --git-dir="
        + "'\(printable(store.bytes))' update-ref --no-deref \(reference) \(newest.commit)"
    ]
  }

  func noVersions(of path: DocumentPath) -> StoreError {
    StoreError(
      .documentNotFound, "'\(path)' has no versions",
      hints: ["see what has with: versions list --deleted"])
  }
}

/// Reads the heads of chains, one after the other.
private struct HeadReader {
  let objects: ObjectDatabase
  /// Documents as they were a moment ago.
  let known: [UUID: Document]
  private var reader = VersionReader()

  init(objects: ObjectDatabase, known: [UUID: Document]) {
    self.objects = objects
    self.known = known
  }

  mutating func read(
    _ id: UUID, _ head: Result<ObjectID, GitError>
  ) -> Result<Document, StoreError> {
    do throws(StoreError) {
      let commit = try inStore { () throws(GitError) in try head.get() }
      if let document = known[id], document.head.commit == commit { return .success(document) }
      return .success(Document(id: id, head: try reader.read(commit, from: objects)))
    } catch {
      return .failure(error)
    }
  }
}
