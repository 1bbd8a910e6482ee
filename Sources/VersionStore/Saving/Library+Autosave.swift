import Files
import Git

/// What happened to one document when a library was autosaved.
public enum AutosaveOutcome: Sendable {
  /// A new version, or what was written into a locked document.
  case saved(DocumentPath, SaveOutcome)
  /// Another program had renamed it.
  case renamed(from: DocumentPath, Version)
  /// Another program had deleted it.
  case deleted(DocumentPath, Version)
  /// It could not be saved, while the others were.
  case failed(DocumentPath, StoreError)
}

extension Library {
  /// Makes a version of every document that changed, and finds out what other programs renamed,
  /// moved and deleted.
  ///
  /// A document whose file is gone, while a file of no known path is the same one by inode and time
  /// of birth, or is the only one with the same content of at least 32 bytes, was renamed. Any
  /// other is deleted. A path with a living document never changes its identity.
  /// - Parameters:
  ///   - event: `.autosave`, or `.save` for a person's order.
  ///   - folder: Only documents below this folder; nil for all.
  ///   - label: A label for each version.
  ///   - report: Called for each document that something happened to; unchanged ones are passed over.
  public func saveAll(
    as event: Event = .autosave, below folder: DocumentPath? = nil, label: String? = nil,
    report: (AutosaveOutcome) -> Void
  ) throws(StoreError) {
    if let label { try Labels.validate(label) }
    try requireWritable()
    // A person's order is a version of each document that was only autosaved so far: those are to be
    // found among all.
    let isAutosave = event == .autosave && label == nil
    if isAutosave, let known = try recall() {
      return try saveChanged(since: known, below: folder, report: report)
    }
    try saveAllAnew(as: event, below: folder, label: label, report: report)
  }

  private func saveAllAnew(
    as event: Event, below folder: DocumentPath?, label: String?,
    report: (AutosaveOutcome) -> Void
  ) throws(StoreError) {
    var memory = LookMemory()
    // Where a file of another folder may be the one that is gone, all files are looked at.
    var found = try scannedDocuments { report(.failed($0, $1)) }
    var living: [DocumentPath: Document] = [:]
    var deletedPaths: Set<DocumentPath> = []
    var count = 0
    try forEachDocument(damaged: { id, error in
      // Its path is not known; the others are saved all the same.
      var error = error
      error.hints.insert("the document is id:\(id)", at: 0)
      if let path = DocumentPath("id:\(id)") { report(.failed(path, error)) }
    }) { document in
      count += 1
      if document.isDeleted {
        deletedPaths.insert(document.path)
        memory.noteDeleted(document.head)
      } else {
        living[document.path] = document
      }
    }
    // Asked only where there was one: for each new file it would be a look-up of what is not there.
    var deleted: [DocumentPath: Document] = [:]
    for (path, _) in found where living[path] == nil && deletedPaths.contains(path) {
      // What cannot be told is told when the file is saved.
      if let document = try? deletedDocument(at: path) { deleted[path] = document }
    }

    found += ignoredDocuments(living, besides: found)
    for (path, status) in found {
      memory.touch(path, try? FileMark(status, of: location(of: path)))
    }
    try keep(
      found, living: living, as: event, below: folder, label: label, deleted: deleted,
      settled: { memory.settle($0, $1) },
      report: {
        memory.note($0)
        report($0)
      })
    memory.keep(in: self)
    try Places(self).tidy(documents: count)
  }

  /// Renames, deletes and saves as what was found on disk says.
  /// - Parameters:
  ///   - found: Files that can be documents.
  ///   - living: Documents that are not deleted, by their paths.
  ///   - only: Paths of which versions are made, nil for all; the others are only looked at, as
  ///     what a document was renamed to.
  ///   - deleted: The deleted documents at paths that were found, nil where they are to be
  ///     looked up.
  ///   - isStill: Asked when a document was read, before it becomes a version: false where it is being
  ///     written by now, and what was read may be half of it.
  ///   - settled: Called with the newest version of each document whose file it holds now.
  func keep(
    _ found: [(DocumentPath, FileStatus)], living: [DocumentPath: Document], as event: Event,
    below folder: DocumentPath? = nil, label: String? = nil, only: Set<DocumentPath>? = nil,
    deleted: [DocumentPath: Document]? = nil, isStill: (DocumentPath) -> Bool = { _ in true },
    settled: (DocumentPath, Version) -> Void = { _, _ in }, report: (AutosaveOutcome) -> Void
  ) throws(StoreError) {
    var living = living
    var renames = Renames(
      library: self, living: living, found: found, below: folder)
    try renames.find()
    for (document, error) in renames.problems { report(.failed(document.path, error)) }
    var undecided: Set<DocumentPath> = []
    let together = RenameBatch(self).write(renames.found.map { (document: $0, path: $1) })
    for (index, (document, path)) in renames.found.enumerated() {
      do throws(StoreError) {
        var version = together[index]
        if version == nil { version = try recordRename(of: document, to: path) }
        guard let version else { continue }
        living[document.path] = nil
        living[path] = Document(id: document.id, head: version)
        report(.renamed(from: document.path, version))
      } catch {
        // Saved now, it would begin a second history; the next time it is renamed.
        undecided.insert(path)
        report(.failed(document.path, error))
      }
    }
    for document in renames.gone where only?.contains(document.path) ?? true {
      do throws(StoreError) {
        if let version = try recordDeletion(of: document) {
          living[document.path] = nil
          report(.deleted(document.path, version))
        }
      } catch {
        report(.failed(document.path, error))
      }
    }

    var batch = SaveBatch(self)
    func write() {
      for (path, result) in batch.write() {
        switch result {
        case .success(.unchanged(let version)):
          // What is kept beside a locked document is not what that holds.
          if version.event != .lock { settled(path, version) }
        case .success(let outcome):
          // What was written into a locked document has its lock after it.
          if case .conflict = outcome {} else { settled(path, outcome.version) }
          report(.saved(path, outcome))
        case .failure(let error): report(.failed(path, error))
        }
      }
    }
    let wanted = found.filter { path, _ in
      path.isBelow(folder) && !undecided.contains(path) && only?.contains(path) ?? true
    }
    var ahead = ReadingAhead(self, wanted)
    while let item = ahead.next() {
      let path = item.path
      do throws(StoreError) {
        guard let read = try item.result.get() else { continue }
        let snapshot = read.snapshot
        let saving = Saving(
          library: self, snapshot: snapshot, tree: read.tree, path: path, event: event,
          label: label)
        var document = living[path]
        if document == nil {
          if let deleted {
            document = deleted[path]
          } else {
            document = try deletedDocument(at: path)
          }
        }
        var decision: Saving.Decision?
        // A lock that forbids a save is told when it is its turn.
        if let document, !document.isLocked || event == .autosave {
          decision = try saving.decide(after: document.head)
        }
        if label == nil, case .nothing? = decision {
          // What is kept beside a locked document is not what that holds.
          if let document, !document.isLocked || read.tree == document.head.tree {
            settled(path, document.head)
          }
          continue
        }
        guard isStill(path) else {
          throw StoreError(.changedMeanwhile, "'\(path)' was written while it was read")
        }
        if snapshot.size > SaveBatch.largest { write() }
        batch.add(saving, document: document, decision)
        if batch.isFull { write() }
      } catch {
        report(.failed(path, error))
      }
    }
    write()
  }

  /// Documents that have versions though the rules say that their files are none: somebody saved
  /// them on purpose.
  private func ignoredDocuments(
    _ living: [DocumentPath: Document], besides found: [(DocumentPath, FileStatus)]
  ) -> [(DocumentPath, FileStatus)] {
    let known = Set(found.map(\.0))
    var ignored: [(DocumentPath, FileStatus)] = []
    for path in living.keys.sorted() where !known.contains(path) {
      // What may not be looked at was reported by the scan.
      guard (try? hasDocument(at: path)) == true else { continue }
      let status = try? FileStatus.find(location(of: path))
      if let status, status.kind == .file { ignored.append((path, status)) }
    }
    return ignored
  }

  /// The deleted document whose history goes on when a file is written at its path again.
  private func deletedDocument(at path: DocumentPath) throws(StoreError) -> Document? {
    guard case .document(let document) = try lookUp(path) else { return nil }
    return document
  }
}
