import Files
import Git

extension Library {
  /// Deletes a document from disk; its history stays, with a version that says so.
  ///
  /// What is on disk becomes a version first.
  public func delete(_ document: Document) throws(StoreError) -> RestoreOutcome {
    try requireWritable()
    if document.isLocked { throw StoreError.locked(document.path) }
    if document.isDeleted, try snapshot(of: document.path) == nil {
      throw StoreError(.documentNotFound, "'\(document.path)' is deleted already")
    }
    return try remove(document, event: .delete, origin: nil)
  }

  /// Says that a document is gone that another program removed.
  func recordDeletion(of document: Document) throws(StoreError) -> Version? {
    let path = document.path
    return try append(to: document.id) { (head) throws(StoreError) in
      guard let head, head.path == path, !head.isDeletion else { return [] }
      // Looked at again under the lock: it may have come back.
      if try hasDocument(at: path) { return [] }
      if head.event == .lock { return [] }
      return [Draft(deleting: head)]
    }.last
  }

  func remove(
    _ document: Document, event: Event, origin: Version.Origin?
  ) throws(StoreError) -> RestoreOutcome {
    let (present, snapshot, kept) = try keepPresent(document)
    let expected = present.head.commit
    let versions = try takeAway(snapshot, at: document.path) {
      (publish) throws(StoreError) in
      try append(
        to: document.id,
        decide: { (head) throws(StoreError) in
          guard let head, head.commit == expected else {
            throw StoreError(
              .changedMeanwhile, "'\(document.path)' was saved by another program meanwhile",
              hints: ["nothing was deleted; run the same command again"])
          }
          return [Draft(deleting: head, event: event, origin: origin)]
        }, publish: publish)
    }
    guard let version = versions.last else {
      throw StoreError(.busy, "'\(document.path)' could not be deleted")
    }
    return RestoreOutcome(version: version, kept: kept, changed: true)
  }

  /// Removes a document's file together with the versions that say so.
  /// - Parameters:
  ///   - snapshot: What is there, a version by now; nil for nothing.
  ///   - write: Writes the versions, and calls what it is given when only the reference is to move.
  func takeAway(
    _ snapshot: Snapshot?, at path: DocumentPath,
    during write: (_ publish: () throws(StoreError) -> Void) throws(StoreError) -> [Version]
  ) throws(StoreError) -> [Version] {
    let location = location(of: path)
    let aside = location.parent.appending(".versions-\(UUID())")
    let versions: [Version]
    do throws(StoreError) {
      versions = try write { () throws(StoreError) in
        guard let snapshot else { return }
        try takeAway(location, to: aside, expecting: snapshot)
      }
    } catch {
      // Whatever stopped it after the file was taken away: the document is where it was.
      try? FileSystem.renameExclusively(aside, to: location)
      throw error
    }
    try onDisk { () throws(SystemError) in
      try FileSystem.removeAll(aside)
      if snapshot != nil { try Folder.synchronise(location.parent) }
    }
    return versions
  }

  /// Moves a document's file aside; the caller puts it back where this throws.
  private func takeAway(
    _ location: FilePath, to aside: FilePath, expecting snapshot: Snapshot
  ) throws(StoreError) {
    try onDisk { () throws(SystemError) in try FileSystem.rename(location, to: aside) }
    guard try onDisk({ () throws(SystemError) in try snapshot.isStill(at: aside) }) else {
      throw StoreError(
        .changedMeanwhile,
        "'\(printable(location.bytes))' was changed by another program meanwhile",
        hints: ["nothing was deleted; run the same command again"])
    }
    try onDisk { () throws(SystemError) in try Folder.synchronise(location.parent) }
  }
}

extension Library {
  /// Deletes all documents below a folder, and the folders that are empty then; each becomes a
  /// version first.
  /// - Parameter report: Called with what became of each.
  public func delete(
    folder: DocumentPath, report: (Result<RestoreOutcome, StoreError>) throws -> Void
  ) throws {
    try requireWritable()
    var problems: [StoreError] = []
    let documents = try trackedDocuments(below: folder) { problems.append($0) }
    for problem in problems { try report(.failure(problem)) }
    for document in documents {
      let result: Result<RestoreOutcome, StoreError>
      do throws(StoreError) {
        result = .success(try delete(document))
      } catch {
        result = .failure(error)
      }
      try report(result)
    }
    removeEmptyFolders(location(of: folder))
  }

  /// The living documents below a folder; those that had no version get one.
  func trackedDocuments(
    below folder: DocumentPath, report: (StoreError) throws(StoreError) -> Void
  ) throws(StoreError) -> [Document] {
    var problems: [StoreError] = []
    try saveAll(below: folder) { outcome in
      if case .failed(_, let error) = outcome { problems.append(error) }
    }
    for problem in problems { try report(problem) }
    return try documents().filter { !$0.isDeleted && $0.path.isBelow(folder) }
      .sorted { $0.path < $1.path }
  }

  func removeEmptyFolders(_ folder: FilePath) {
    for entry in (try? Folder.entries(of: folder)) ?? [] where entry.kind == .folder {
      removeEmptyFolders(folder.appending(entry.name))
    }
    // Fails where anything is left, which is what is wanted.
    try? Folder.remove(folder)
  }
}
