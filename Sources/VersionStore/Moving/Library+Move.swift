import Files
import Git

extension Library {
  /// Moves a document to another library with all its versions, which keep their numbers and
  /// identifiers, and with its labels; this library keeps them, too, and a version that says that the
  /// document was deleted.
  ///
  /// The history is there first, then the file, and only then does the file go here: whatever stops
  /// it, doing it again finishes it. Where the document went on in both libraries since an earlier
  /// move, what comes is a document with an identity of its own.
  /// - Parameters:
  ///   - document: A document of this library that is on disk.
  ///   - path: Where it is to be in the other library.
  ///   - other: The other library.
  ///   - replacing: Whether a document that is there is deleted, its content a version first.
  /// - Returns: The version that says so, which is the other library's.
  /// - Throws: `targetExists` where the path is taken, `locked`, `documentNotFound`, `tooBig`, and
  ///   `changedMeanwhile` where another program wrote the file meanwhile, which stays then.
  public func move(
    _ document: Document, to path: DocumentPath, in other: Library, replacing: Bool = false
  ) throws(StoreError) -> RestoreOutcome {
    try requireWritable()
    try other.requireWritable()
    guard other.store != store else { return try rename(document, to: path) }
    if document.isLocked { throw StoreError.locked(document.path) }
    let pass = try beginWriting()
    defer { pass.end() }
    if let moved = try finishTakingAway(document, movedTo: other) {
      return RestoreOutcome(version: moved, kept: nil, changed: true)
    }
    let (present, snapshot, kept) = try keepPresent(document)
    if document.isDeleted, snapshot == nil { throw notOnDisk(document, movedTo: other) }
    let move = try LibraryMove(
      present, snapshot, from: self, to: other, at: path, replacing: replacing)
    return RestoreOutcome(version: try move.run(), kept: kept, changed: true)
  }

  /// Takes away a file that was put back because the last step of a move could not be made durable.
  /// - Returns: The version that says where it is; nil where it was not moved, or is another by now.
  private func finishTakingAway(
    _ document: Document, movedTo other: Library
  ) throws(StoreError) -> Version? {
    guard document.isDeleted, let parent = document.head.parent,
      let head = try other.head(of: document.id), !head.isDeletion,
      let snapshot = try snapshot(of: document.path),
      try holds(try version(parent), snapshot.content)
    else { return nil }
    let there = try other.chain(from: head.commit, of: document.id)
    guard let index = there.firstIndex(where: { $0.identifier == document.head.identifier }),
      index > 0, there[index - 1].event == .rename,
      try other.holds(there[index - 1], snapshot.content)
    else { return nil }
    _ = try takeAway(snapshot, at: document.path) { (publish) throws(StoreError) in
      try publish()
      return []
    }
    return there[index - 1]
  }

  func notOnDisk(_ document: Document, movedTo other: Library) -> StoreError {
    if document.isDeleted, let there = try? other.head(of: document.id), !there.isDeletion {
      return StoreError(
        .documentNotFound,
        "'\(document.path)' was moved to '\(printable(other.location(of: there.path).bytes))'")
    }
    return StoreError(
      .documentNotFound, "'\(document.path)' is not on disk",
      hints: ["bring it back with: versions restore \(shellWord(document.path.bytes)) latest"])
  }
}

extension Library {
  /// Where a folder is on its way to in another library, as a move was stopped, or not all of its
  /// documents could go; nil where it is not.
  public func unfinishedMove(of folder: DocumentPath, to other: Library) -> DocumentPath? {
    FolderMoveNote(self).target(of: folder, in: other)
  }

  /// Moves all documents below a folder to a folder of another library, and removes the folders that
  /// are empty then.
  ///
  /// The new folder must not be there, unless it is there from the same move, which is finished then.
  /// - Parameter report: Called with what became of each.
  /// - Returns: Whether something that is no document is left.
  public func move(
    folder old: DocumentPath, to new: DocumentPath, in other: Library,
    report: (Result<RestoreOutcome, StoreError>) throws -> Void
  ) throws -> Bool {
    try requireWritable()
    let note = FolderMoveNote(self)
    let goesOn = note.target(of: old, in: other) == new
    if !goesOn,
      try onDisk({ () throws(SystemError) in
        try FileStatus.find(other.location(of: new))
      }) != nil
    {
      throw StoreError(.targetExists, "'\(new)' exists already")
    }
    guard !other.isPackageName(new.name) else {
      throw StoreError(
        .wrongKind, "a folder named '\(new)' would be one document, a package",
        hints: ["choose a name without that ending"])
    }
    var problems: [StoreError] = []
    let documents = try trackedDocuments(below: old) { problems.append($0) }
    for problem in problems { try report(.failure(problem)) }
    if !goesOn { try note.set(old, to: new, in: other) }
    var isWhole = problems.isEmpty
    for document in documents {
      guard let path = document.path.moved(from: old, to: new) else { continue }
      if surroundings.isStopped() { throw StoreError(.interrupted, "interrupted") }
      let result: Result<RestoreOutcome, StoreError>
      do throws(StoreError) {
        result = .success(try move(document, to: path, in: other))
      } catch {
        result = .failure(error)
        isWhole = false
      }
      try report(result)
    }
    if isWhole { note.remove() }
    removeEmptyFolders(location(of: old))
    return try FileStatus.find(location(of: old)) != nil
  }
}
