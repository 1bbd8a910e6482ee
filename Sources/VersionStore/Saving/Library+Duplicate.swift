import Files
import Git

extension Library {
  /// Copies a document to a path where nothing is; the copy is a document that knows where it
  /// came from.
  ///
  /// What the document holds on disk becomes a version first.
  public func duplicate(
    _ document: Document, to path: DocumentPath
  ) throws(StoreError) -> RestoreOutcome {
    try requireWritable()
    var source = document.head
    var kept: Version?
    var snapshot: Snapshot?
    if document.isLocked {
      snapshot = try self.snapshot(of: document.path)
    } else {
      let present = try keepPresent(document)
      source = present.document.head
      kept = present.kept
      snapshot = present.snapshot
    }
    if snapshot == nil, source.isDeletion {
      throw StoreError(
        .documentNotFound, "'\(document.path)' is deleted",
        hints: [
          "bring a version back as a copy with: versions restore "
            + "\(shellWord(document.path.bytes)) latest --to \(shellWord(path.bytes))"
        ])
    }
    let content: DocumentContent
    if let snapshot { content = snapshot.content } else { content = try self.content(of: source) }
    let permissions = snapshot.map(RecordedPermissions.init) ?? RecordedPermissions(source)
    let there = try onDisk { () throws(SystemError) in try FileStatus.find(location(of: path)) }
    guard there == nil else { throw StoreError(.targetExists, "'\(path)' exists already") }
    let replacement = try Replacement(
      content, at: location(of: path), replacing: nil, options: .init(permissions: permissions))
    let version = try begin(
      content, at: path, like: document.path, event: .duplicate,
      origin: Version.Origin(document: document.id, number: source.number),
      permissions: permissions
    ) { () throws(StoreError) in try replacement.publish() }
    return RestoreOutcome(version: version, kept: kept, changed: true)
  }
}

extension Library {
  /// Copies all documents below a folder to a folder that is not there yet.
  public func duplicate(
    folder: DocumentPath, to new: DocumentPath
  ) throws -> [RestoreOutcome] {
    try requireWritable()
    guard new != folder, !new.isBelow(folder) else {
      throw StoreError(.invalid, "'\(folder)' cannot be copied into itself")
    }
    if try onDisk({ () throws(SystemError) in try FileStatus.find(location(of: new)) }) != nil {
      throw StoreError(.targetExists, "'\(new)' exists already")
    }
    var outcomes: [RestoreOutcome] = []
    for document in try trackedDocuments(
      below: folder,
      report: { (error) throws(StoreError) in
        throw error
      })
    {
      if let path = document.path.moved(from: folder, to: new) {
        outcomes.append(try duplicate(document, to: path))
      }
    }
    return outcomes
  }
}
