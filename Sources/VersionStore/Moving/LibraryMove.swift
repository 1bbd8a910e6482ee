import Files
import Git

/// The move of one document from one library to another.
///
/// The steps, each durable before the next: all versions and the deletion that is to end the history
/// here are the history of a deleted document there; the file is there, with a version that says
/// where; the history here ends with that deletion, and the file is gone.
struct LibraryMove {
  private let source: Library
  private let target: Library
  /// The document here, its newest version what is on disk.
  private let document: Document
  /// What is on disk; nil where a move that stopped took it away already.
  private let snapshot: Snapshot?
  private let path: DocumentPath
  private let replacing: Bool
  /// Its versions, oldest first.
  private let own: [Version]

  init(
    _ document: Document, _ snapshot: Snapshot?, from source: Library, to target: Library,
    at path: DocumentPath, replacing: Bool
  ) throws(StoreError) {
    self.source = source
    self.target = target
    self.document = document
    self.snapshot = snapshot
    self.path = path
    self.replacing = replacing
    own = try source.chain(from: document.head.commit, of: document.id).reversed()
  }

  /// What is in the other library already.
  private enum Begun {
    /// Versions that are to follow the newest one there.
    case versions([Version], after: Version?)
    /// All versions, the last of them this deletion.
    case histories(deletion: Version)
    /// The file, too, with the version that says where.
    case file(Version, deletion: Version)
  }

  /// The version that ends the history here, as it is in both libraries.
  private struct Deletion {
    var there: Version
    /// Nil where it is yet to be written.
    var here: Version?
  }

  /// Does what is yet to be done.
  /// - Returns: The version that says where the document is in the other library.
  func run() throws(StoreError) -> Version {
    // Two moves, or imports, of one document would both count on what is there.
    let lock = try WriteLock.importing(in: target)
    defer { lock.release() }
    let pass = try target.beginWriting()
    defer { pass.end() }
    var id = document.id
    var begun = try self.begun(as: id)
    var count: UInt8 = 0
    while begun == nil, count < 100 {
      // Both went on by themselves: numbers that mean something there keep their meaning.
      count += 1
      id = UUID(
        naming: Array("move\n".utf8) + document.id.bytes + document.head.persistentIdentifier
          + [count])
      begun = try self.begun(as: id)
    }
    if case .file(let version, let deletion) = begun {
      try finish(
        with: Deletion(there: deletion), in: id, moved: version, first: deletion.number)
      return version
    }
    guard let snapshot else { throw source.notOnDisk(document, movedTo: target) }
    switch begun {
    case .file(let version, _): return version
    case .histories(let deletion):
      return try place(snapshot, id, first: deletion.number) { Deletion(there: deletion) }
    case .versions(let versions, let head):
      let first = versions.first?.number ?? document.head.number
      return try place(snapshot, id, first: first) { () throws(StoreError) in
        try writeHistory(versions, after: head, as: id)
      }
    case nil:
      throw StoreError(
        .busy, "'\(document.path)' was moved and deleted there a hundred times in this state",
        hints: ["save it here once more, and run the same command again"])
    }
  }

  /// Finds out how far it has come; nil where the other library has versions of its own.
  private func begun(as id: UUID) throws(StoreError) -> Begun? {
    let head = try target.head(of: id)
    let there = try target.chain(from: head?.commit, of: id).reversed()
    var expected = own
    if id != document.id {
      // Only the same move writes this document, as a whole.
      for index in expected.indices { expected[index].identifier = own[index].identifier(in: id) }
      if head == nil { return .versions(own, after: nil) }
    }
    switch SharedHistory(expected, Array(there)) {
    case .apart: return nil
    case .behind(let versions):
      if let head, !head.isDeletion { return nil }
      let pending = Set(versions.map(\.number))
      return .versions(own.filter { pending.contains($0.number) }, after: head)
    case .ahead(let beyond):
      guard let deletion = beyond.first, deletion.event == .delete,
        deletion.number == document.head.number + 1
      else { return nil }
      if beyond.count == 1 { return .histories(deletion: deletion) }
      // The rename, or an autosave that found the file before that was written.
      guard !beyond[1].isDeletion, let head, !head.isDeletion,
        try target.holds(beyond[1], try source.content(of: document.head))
      else { return nil }
      return .file(beyond[1], deletion: deletion)
    }
  }

  // MARK: History

  /// Copies versions and labels, and ends the history with the deletion that is to end it here.
  private func writeHistory(
    _ versions: [Version], after head: Version?, as id: UUID
  ) throws(StoreError) -> Deletion {
    let deletion = try self.deletion()
    var copy = HistoryCopy(of: versions.count + 1, from: source, to: target)
    let isSame = id == document.id
    let newest =
      isSame
      ? try copy.write(versions + [deletion], after: head)
      : try copy.write(versions + [deletion], as: id)
    guard let newest else { throw StoreError(.invalid, "there is nothing to move") }
    var moves = try labels(as: id, copy)
    // What was pruned can be brought back there, too.
    if head == nil, isSame {
      for former in try FormerChains(source).of(id) {
        try copy.writeChain(from: former.head)
        let current = try inStore { () throws(GitError) in
          try target.repository.references.find(former.name)
        }
        // A move that was stopped may have put it there.
        if current != former.head {
          moves.append(.init(former.name, to: former.head, expecting: current))
        }
      }
    }
    let alias = try copy.put(.blob, id.bytes + [UInt8(ascii: "\n")])
    try copy.finish()
    let locks = try WriteLock.all(paths: [newest.path], documents: [id], in: target)
    defer { for lock in locks { lock.release() } }
    guard try target.head(of: id)?.commit == head?.commit else {
      throw changed("'\(newest.path)' was saved by another program meanwhile")
    }
    try ReferenceGuard(target).checkAndRemember()
    try inStore { () throws(GitError) in
      // The path it had finds it, where it finds nothing else.
      let name = ReferenceNames.alias(of: newest.path)
      if try target.repository.references.find(name) == nil {
        moves.append(.init(name, to: alias, expecting: nil))
      }
      moves.append(
        .init(ReferenceNames.chain(of: id), to: newest.commit, expecting: head?.commit))
      try target.repository.references.move(moves)
    }
    return Deletion(there: newest, here: deletion)
  }

  /// Labels that were given later, where they are not there as they are here.
  private func labels(as id: UUID, _ copy: HistoryCopy) throws(StoreError) -> [References.Move] {
    var tags: [[UInt8]: ObjectID] = [:]
    let prefix = ReferenceNames.labels(of: document.id)
    try inStore { () throws(GitError) in
      try source.repository.references.forEach(below: prefix) { (name, tag) throws(GitError) in
        if case .success(let tag) = tag {
          tags[Array(name.utf8.dropFirst(prefix.utf8.count))] = tag
        }
        return true
      }
    }
    if tags.isEmpty { return [] }
    var moves: [References.Move] = []
    for version in own {
      guard let found = tags[version.persistentIdentifier] else { continue }
      let identifier =
        id == document.id ? version.persistentIdentifier : version.identifier(in: id).bytes
      let object = try inStore { () throws(GitError) in
        try source.repository.objects.read(found)
      }
      guard object.kind == .tag, var tag = Tag(bytes: object.bytes), tag.target == version.tree
      else { continue }
      tag.name = identifier
      let isSame = id == document.id
      let written = try copy.put(.tag, isSame ? object.bytes : tag.bytes)
      let name = ReferenceNames.labels(of: id) + String(decoding: identifier, as: UTF8.self)
      let current = try inStore { () throws(GitError) in
        try target.repository.references.find(name)
      }
      if current != written { moves.append(.init(name, to: written, expecting: current)) }
    }
    return moves
  }

  // MARK: Files

  /// Puts the file there, when the history is, and ends the history here.
  /// - Parameters:
  ///   - first: The number of the first version that comes.
  ///   - history: Gives the deletion that the history there ends with.
  private func place(
    _ snapshot: Snapshot, _ id: UUID, first: Int, history: () throws(StoreError) -> Deletion
  ) throws(StoreError) -> Version {
    try target.requireNoLinkOnTheWay(to: path)
    if case .package = snapshot.content {
      try target.requirePackageName(path, insteadOf: document.path)
    }
    if snapshot.size > target.settings.sizeLimit {
      throw StoreError(
        .tooBig,
        "'\(document.path)' has \(snapshot.size) bytes, and the limit there is "
          + "\(target.settings.sizeLimit)",
        hints: ["raise it with: versions --library FOLDER config versions.sizeLimit BYTES"])
    }
    let isThere = try isInPlace(snapshot, id)
    let occupant = isThere ? nil : try self.occupant()
    let isMine = [snapshot.status.owner, 0].contains(Account.currentUser)
    var options = Replacement.Options(permissions: RecordedPermissions(snapshot))
    if case .flat = snapshot.content { options.modified = snapshot.status.modified }
    if isMine { options.model = source.location(of: document.path) }
    // Written in full before anything is told of it: mostly it is here that a disk is full.
    let replacement =
      isThere
      ? nil
      : try Replacement(
        snapshot.content, at: target.location(of: path), replacing: nil, options: options)
    defer { replacement?.discard() }
    let deletion = try history()
    if let occupant { _ = try target.delete(occupant) }
    let moved = try target.recordRename(
      of: Document(id: id, head: deletion.there), to: path, content: document.head,
      publish: { () throws(StoreError) in try replacement?.publish() })
    guard let moved else { throw changed("'\(path)' was saved by another program meanwhile") }
    try finish(with: deletion, in: id, moved: moved, first: first)
    return moved
  }

  /// Whether the file is where it is to be, and only the version that says so is missing.
  private func isInPlace(_ snapshot: Snapshot, _ id: UUID) throws(StoreError) -> Bool {
    guard let head = try target.head(of: id), head.event == .delete,
      head.number == document.head.number + 1
    else { return false }
    if case .document(let other) = try target.lookUp(path), !other.isDeleted { return false }
    return try target.snapshot(of: path)?.content == snapshot.content
  }

  /// The document that is at the path and is to go.
  private func occupant() throws(StoreError) -> Document? {
    let there = try onDisk { () throws(SystemError) in
      try FileStatus.find(target.location(of: path))
    }
    guard there != nil else { return nil }
    guard replacing else { throw StoreError(.targetExists, "'\(path)' exists already") }
    guard let snapshot = try target.snapshot(of: path) else { return nil }
    if case .document(let document) = try target.lookUp(path), document.isLocked {
      throw StoreError.locked(path)
    }
    _ = try target.save(snapshot, at: path, as: .autosave, label: nil)
    return try target.document(path)
  }

  /// Ends the history here, and takes the file away.
  private func finish(
    with deletion: Deletion, in id: UUID, moved: Version, first: Int
  ) throws(StoreError) {
    try Journal(target).record(
      "import", of: moved, trailers: [("Versions", Array("\(first)-\(moved.number)".utf8))])
    let last = try self.last(deletion, of: id)
    let name = ReferenceNames.chain(of: document.id)
    do throws(StoreError) {
      _ = try source.takeAway(snapshot, at: document.path) { (publish) throws(StoreError) in
        let lock = try WriteLock.document(document.id, in: source)
        defer { lock.release() }
        try ReferenceGuard(source).checkAndRemember()
        let hasMoved = try source.move(
          name, to: last.commit, expecting: document.head.commit, publish: publish)
        guard hasMoved else { throw StoreError(GitError.referenceMoved(name)) }
        return [last]
      }
    } catch {
      guard [.changedMeanwhile, .busy].contains(error.kind) else { throw error }
      throw StoreError(
        .changedMeanwhile,
        "'\(document.path)' was changed by another program while it was moved: it stays, and "
          + "'\(printable(target.location(of: moved.path).bytes))' is what it was before")
    }
  }

  /// The deletion as it is in this library's store.
  private func last(_ deletion: Deletion, of id: UUID) throws(StoreError) -> Version {
    if id == document.id, deletion.here == nil {
      var copy = HistoryCopy(of: 1, from: target, to: source)
      let last = try copy.write([deletion.there], after: document.head)
      try copy.finish()
      return last ?? deletion.there
    }
    let last: Version
    if let here = deletion.here { last = here } else { last = try self.deletion() }
    try inStore { () throws(GitError) in try source.repository.objects.synchronise() }
    return last
  }

  private func deletion() throws(StoreError) -> Version {
    try inStore { () throws(GitError) in
      _ = try source.repository.objects.write(.tree, [])
      return try source.write(
        Draft(deleting: document.head), of: document.id, after: document.head,
        to: source.repository.objects)
    }
  }

  private func changed(_ message: String) -> StoreError {
    StoreError(.changedMeanwhile, message, hints: ["run the same command again"])
  }
}
