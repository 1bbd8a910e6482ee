import Files
import Git

/// What is to be done with one history: which document it becomes, and which versions are new.
struct ImportPlan {
  /// Its place in the source.
  let history: Int
  /// The document.
  let id: UUID
  /// Where it is, or is to be.
  let path: DocumentPath
  /// The newest version there is, nil for a new document.
  let head: Version?
  /// The versions of the source that are new, in their order.
  let pending: [Int]
  /// Whether the document was renamed here, so that what comes is at its new path.
  let keepsPath: Bool
  /// The document whose versions are joined with what comes; nil mostly.
  let joining: Document?
}

extension Library {
  /// Finds out what is to be done with a history.
  /// - Throws: `targetExists` where another document has the path, or versions of its own stand in
  ///   the way; `locked`.
  func plan(
    _ history: ForeignHistory, at index: Int, merging: Bool
  ) throws(StoreError) -> ImportPlan {
    guard let last = history.versions.last else {
      throw StoreError(.invalid, "there is nothing to import")
    }
    if let head = try head(of: history.identity) {
      return try plan(history, at: index, after: head)
    }
    let path = last.path
    var joining: Document?
    if case .document(let document) = try lookUp(path), !document.isDeleted {
      // One that was joined with what was there is known by its versions.
      let (known, _) = try known(document.head)
      if history.versions.allSatisfy({ known.contains($0.source) }) {
        return ImportPlan(
          history: index, id: document.id, path: path, head: document.head, pending: [],
          keepsPath: true, joining: nil)
      }
      guard merging else { throw occupied(path) }
      if document.isLocked { throw StoreError.locked(path) }
      joining = document
    }
    let id = joining.map {
      UUID(naming: Array("join\n".utf8) + $0.id.bytes + history.identity.bytes)
    }
    return ImportPlan(
      history: index, id: id ?? history.identity, path: path, head: nil,
      pending: Array(history.versions.indices), keepsPath: false, joining: joining)
  }

  private func plan(
    _ history: ForeignHistory, at index: Int, after head: Version
  ) throws(StoreError) -> ImportPlan {
    let (known, newest) = try known(head)
    var pending = history.versions.indices.filter {
      let version = history.versions[$0]
      if let own = version.own, known.contains(own.identifier.bytes) { return false }
      return !known.contains(version.source)
    }
    func plan(_ keepsPath: Bool) -> ImportPlan {
      ImportPlan(
        history: index, id: history.identity, path: head.path, head: head,
        pending: pending, keepsPath: keepsPath, joining: nil)
    }
    guard let first = pending.first, let last = history.versions.last else { return plan(true) }
    if head.event == .lock { throw StoreError.locked(head.path) }
    if let number = history.versions[first].own?.number {
      // The same document in two libraries: only what comes after all that is here.
      guard number > head.number, first > 0, pending.count == history.versions.count - first,
        history.versions[first - 1].own?.identifier == head.identifier
      else { throw diverged(head.path) }
      return plan(false)
    }
    let sources = Set(history.versions.map(\.source))
    guard let newest, let source = newest.source,
      history.forgets || sources.contains(Array(source.utf8))
    else { throw diverged(head.path) }
    // What was done here since then must not have changed the content.
    var candidate = head
    var renamed = false
    while candidate.commit != newest.commit, let parent = candidate.parent {
      if !candidate.isDeletion, try !holdSame(candidate, newest) {
        throw StoreError(
          .targetExists,
          "'\(head.path)' has versions of its own since it was imported, and the source has new ones",
          hints: ["import the source beside it with: --as NEWPATH"])
      }
      renamed = renamed || candidate.event == .rename
      candidate = try version(parent)
    }
    // The newest state of the source stays the newest.
    if !pending.contains(history.versions.count - 1), !last.isDeletion {
      pending.append(history.versions.count - 1)
    }
    return plan(renamed)
  }

  /// What the versions of a chain were in their sources, with the identifiers of all, and the newest
  /// version that was imported.
  func known(_ head: Version) throws(StoreError) -> (Set<[UInt8]>, newest: Version?) {
    var known: Set<[UInt8]> = []
    var newest: Version?
    var history = History(self, document: head.document, from: head.commit, labels: nil)
    while let version = try history.next() {
      if let identifier = version.identifier { known.insert(identifier.bytes) }
      if let source = version.source {
        known.insert(Array(source.utf8))
        newest = newest ?? version
      }
    }
    return (known, newest)
  }

  private func holdSame(_ a: Version, _ b: Version) throws(StoreError) -> Bool {
    if a.tree == b.tree { return true }
    if a.isDeletion || b.isDeletion { return false }
    return try content(of: a) == content(of: b)
  }

  private func occupied(_ path: DocumentPath) -> StoreError {
    StoreError(
      .targetExists, "'\(path)' has versions of its own already",
      hints: [
        "import it beside with: --as NEWPATH",
        "or join both histories, by time, in a new document at this path with: --merge",
      ])
  }

  private func diverged(_ path: DocumentPath) -> StoreError {
    StoreError(
      .targetExists,
      "'\(path)' was imported before, and its history there is another one by now",
      hints: ["import it as it is now beside it with: --as NEWPATH"])
  }
}
