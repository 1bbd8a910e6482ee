import Files
import Git

/// One save on its way.
struct Saving {
  let library: Library
  let snapshot: Snapshot
  /// The name of the tree that holds the same; nil where it is not known yet.
  let tree: ObjectID?
  let path: DocumentPath
  let event: Event
  let label: String?

  /// Nil where the path changed hands meanwhile.
  func attempt() throws(StoreError) -> SaveOutcome? {
    switch try library.lookUp(path) {
    case .document(let document):
      return try extend(document)
    case .moved, .unknown:
      // A file at a path whose document is elsewhere now begins another document.
      return try begin()
    }
  }

  private func extend(_ document: Document) throws(StoreError) -> SaveOutcome? {
    // Mostly nothing changed, and then nothing is written, not even a lock.
    let decision = try decide(after: document.head)
    if label == nil, case .nothing = decision { return .unchanged(document.head) }
    let tree = try writeContent()
    var head = document.head
    var changedHands = false
    // An alias that was lost is set again.
    let lock = document.lostItsAlias ? try WriteLock.path(path, in: library) : nil
    defer { lock?.release() }
    let alias = document.lostItsAlias ? path : nil
    let versions = try library.append(to: document.id, alias: alias) {
      (newest) throws(StoreError) in
      guard let newest, newest.path == path else {
        changedHands = true
        return []
      }
      head = newest
      let same = newest.commit == document.head.commit
      return drafts(same ? decision : try decide(after: newest), after: newest, tree: tree)
    }
    if changedHands { return nil }
    library.rememberPlace(of: document.id, at: path, snapshot.status)
    guard let version = versions.first else {
      guard let label else { return .unchanged(head) }
      let former = try library.label(head, label)
      head.label = label
      return .labelled(head, replacing: former)
    }
    return version.event == .conflict ? .conflict(version) : .saved(version)
  }

  private func begin() throws(StoreError) -> SaveOutcome? {
    let tree = try writeContent()
    let lock = try WriteLock.path(path, in: library)
    defer { lock.release() }
    let id: UUID
    switch try library.lookUp(path) {
    case .document: return nil
    case .moved: id = UUID()
    case .unknown(let reserved): id = reserved ?? UUID()
    }
    let draft = firstDraft(tree: tree)
    let versions = try library.append(to: id, alias: path) { (newest) in
      newest == nil ? [draft] : []
    }
    library.rememberPlace(of: id, at: path, snapshot.status)
    return versions.first.map(SaveOutcome.saved)
  }

  private func writeContent() throws(StoreError) -> ObjectID {
    try inStore { () throws(GitError) in
      try ContentTree.write(
        snapshot.content, name: path.name, to: library.repository.objects)
    }
  }

  /// The first version of a document.
  func firstDraft(tree: ObjectID) -> Draft {
    Draft(event, snapshot, tree: tree, at: path, label: label, library: library)
  }

  /// What is to become of the content after a version.
  enum Decision {
    /// The version has it already.
    case nothing
    /// It is a version of its own.
    case append
    /// The version locks the document, and another program wrote all the same.
    case conflict
  }

  /// Decides what is to follow a version.
  /// - Throws: `locked` where a person saves a locked document.
  func decide(after head: Version) throws(StoreError) -> Decision {
    let same = try library.holds(head, snapshot.content, named: tree)
    if head.event == .lock {
      guard event == .autosave else { throw StoreError.locked(path) }
      if same { return .nothing }
      return try library.isKeptAsConflict(snapshot.content, before: head) ? .nothing : .conflict
    }
    guard same else { return .append }
    if event == .autosave { return .nothing }
    return try library.wasMeant(head) ? .nothing : .append
  }

  /// The versions that are to follow the newest one.
  /// - Parameter tree: The content's, written already.
  func drafts(
    _ decision: Decision, after head: Version, tree: ObjectID
  ) -> [Draft] {
    switch decision {
    case .nothing: []
    case .append:
      [Draft(event, snapshot, tree: tree, at: path, label: label, library: library)]
    case .conflict:
      // The document stays as it was locked; what was written is kept in front of it.
      [
        Draft(.conflict, snapshot, tree: tree, at: path, library: library),
        Draft(.lock, contentOf: head),
      ]
    }
  }
}
