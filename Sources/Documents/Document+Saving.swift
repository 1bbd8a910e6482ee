import Files
import VersionStore

/// How a document is saved to a place.
public enum SaveOperation: Sendable {
  /// Nothing must be there.
  case creating
  /// What is there is a version afterwards.
  case overwriting
}

extension Document {
  /// Saves the document, as a version that a person meant.
  /// - Parameters:
  ///   - url: Where to; nil for where the document is. Another place is the document's from then on.
  ///   - operation: Whether something may be there.
  ///   - label: A name for the version.
  /// - Throws: `conflict` or `vanished` where the file is not what the document was made from; its
  ///   content is a version then. What the disk and the store say.
  public func save(
    to url: FileURL? = nil, for operation: SaveOperation = .overwriting, label: String? = nil
  ) async throws {
    try await turns.run {
      guard var target = url ?? fileURL else {
        throw DocumentError(
          .noFile, "'\(localizedName)' was never saved", hints: ["say where it is to be"])
      }
      // The same place under another name must not pass for another one.
      if target != fileURL { target = try await place(of: target) }
      if operation == .overwriting, target == fileURL, draft == nil {
        try requireOpen()
        try await store(as: .save, label: label, userInteractionPermitted: true)
        return
      }
      try await reportingErrors(true) {
        try await self.storeElsewhere(target, operation, label)
      }
    }
  }

  /// Saves the changes that are not on disk yet; a draft is kept where `recover` finds it.
  ///
  /// The content is handed over at once, and editing goes on while it is written.
  /// - Returns: Whether there was something to save.
  @discardableResult
  public func autosave(userInteractionPermitted: Bool = true) async throws -> Bool {
    try await turns.run {
      try await autosaveInTurn(userInteractionPermitted: userInteractionPermitted)
    }
  }

  /// Autosaves as nobody asked who has the document open: a conflict is told them when they close it.
  @discardableResult
  func autosaveUnasked(userInteractionPermitted: Bool) async throws -> Bool {
    try await turns.run {
      let wasInConflict = isInConflict
      defer { if isInConflict, !wasInConflict { isConflictUntold = true } }
      return try await autosaveInTurn(userInteractionPermitted: userInteractionPermitted)
    }
  }

  private func autosaveInTurn(userInteractionPermitted: Bool) async throws -> Bool {
    guard isOpen, hasUnautosavedChanges else {
      schedule.noteSnapshot()
      // What could not be saved was undone.
      if isOpen { states.set(.savingError, false) }
      return false
    }
    try await store(as: .autosave, userInteractionPermitted: userInteractionPermitted)
    return true
  }

  func autosaveOnSchedule() async {
    // Whoever is to hear of it did so in `handleError`, and it is tried again.
    _ = try? await autosaveUnasked(userInteractionPermitted: true)
  }

  /// Writes the document where it is.
  func store(
    as event: Event, label: String? = nil, userInteractionPermitted: Bool
  ) async throws {
    do {
      try await reportingErrors(userInteractionPermitted) {
        do {
          if event == .autosave { try self.checkAutosavingSafety() }
          try await self.storeOnce(as: event, label)
        } catch {
          self.states.set(.savingError, true)
          throw error
        }
      }
      states.set(.savingError, false)
      schedule.noteSuccess()
    } catch {
      if changes.hasUnautosavedChanges { schedule.noteFailure() }
      throw error
    }
  }

  private func storeOnce(as event: Event, _ label: String?) async throws {
    let token = changes.token
    schedule.noteSnapshot()
    guard let fileURL else { return try await storeDraft(token) }
    let wasInConflict = isInConflict
    // The document may have another place when it was handed over.
    let source = try await snapshot(beside: fileURL.folder)
    let writing = Writing(
      source: source, url: self.fileURL ?? fileURL,
      base: known.map(Writing.Base.known) ?? .nothing, event: event, label: label,
      isInConflict: wasInConflict)
    switch try await perform(writing) {
    case .written(let written):
      take(written, token, isAutosave: event == .autosave)
    case .conflict:
      // Safe as a version, though not in the file.
      changes.autosaved(token)
      isInConflict = true
      states.set(.inConflict, true)
      if !wasInConflict || event != .autosave {
        throw conflict()
      }
    case .vanished:
      changes.autosaved(token)
      isInConflict = true
      states.set(.inConflict, true)
      throw DocumentError(
        .vanished, "the file of '\(localizedName)' is gone",
        hints: ["its content is a version; save it again, or under another name"])
    }
  }

  func conflict() -> DocumentError {
    DocumentError(
      .conflict, "the file of '\(localizedName)' was changed or removed by another program",
      hints: ["both contents are versions; choose one, or save under another name"])
  }

  /// Writes the document to another place, which is its own then.
  private func storeElsewhere(
    _ target: FileURL, _ operation: SaveOperation, _ label: String?
  ) async throws {
    try await settings.declarePackage(at: target)
    let token = changes.token
    schedule.noteSnapshot()
    let type = fileType
    if let other = settings.types.type(forExtension: target.name.extension) {
      fileType = other.identifier
    }
    do {
      let writing = Writing(
        source: try await snapshot(beside: target.folder), url: target,
        base: operation == .creating ? .nothing : .anything, event: .save, label: label,
        keepsConflicts: false)
      guard case .written(let written) = try await perform(writing) else { return }
      isInConflict = false
      hasEarlierConflicts = false
      isLocked = false
      updateEditingState()
      states.set(states.current.subtracting([.inConflict, .savingError]))
      let (opened, home) = (opened, home)
      take(written, token, isAutosave: false)
      await rememberLibrary()
      // What was replaced there is not what was opened; and a version of another library is not in this
      // one.
      let isVersion = if case .version? = opened { true } else { false }
      self.opened = isVersion && home !== self.home ? known : opened ?? known
    } catch {
      fileType = type
      states.set(.savingError, true)
      if isOpen, changes.hasUnautosavedChanges { schedule.noteFailure() }
      throw error
    }
    if draft != nil {
      draft = nil
      await storage.leaveDraft(removing: true)
    }
    schedule.noteSuccess()
    if !isOpen { becomeOpen() }
    await settings.openDocuments?.present(self)
  }

  /// Takes over what is on disk now; edits made meanwhile stay unsaved.
  func take(_ written: Writing.Written, _ token: ChangeToken, isAutosave: Bool) {
    if isAutosave { changes.autosaved(token) } else { changes.saved(token) }
    // What was on disk when the document was opened is a version since its first save.
    if case .content? = opened, let before = written.outcome.before { opened = .version(before) }
    known = .version(written.outcome.version)
    fileModificationDate = written.modified
    move(to: written.url)
  }

  /// The document's content for a save; it is handed over before anything else can happen.
  func snapshot(beside folder: FilePath) async throws -> Writing.Source {
    var place = folder
    if try FileStatus.find(folder) == nil {
      // A library that was renamed is followed; any other folder is made with the file.
      if folder == fileURL?.folder { place = await self.place()?.folder ?? folder }
      while try FileStatus.find(place) == nil, place != place.parent { place = place.parent }
    }
    let scratch = FileURL(place.appending(".versions-\(UUID())"))
    handing = Handing(url: scratch)
    defer { handing = nil }
    do {
      try await write(to: scratch)
    } catch {
      try? await storage.perform { try FileSystem.removeAll(scratch.path) }
      throw error
    }
    return handing?.contents.map(Writing.Source.contents) ?? .scratch(scratch)
  }

  func perform(_ writing: Writing) async throws -> Writing.Outcome {
    states.set(.progressAvailable, true)
    defer { states.set(.progressAvailable, false) }
    var writing = writing
    if writing.url == fileURL { writing.url = await place() ?? writing.url }
    let (surroundings, now) = (settings.surroundings, writing)
    return try await storage.perform { try now.run(surroundings) }
  }

  /// A place with links resolved, as documents know theirs.
  private func place(of url: FileURL) async throws -> FileURL {
    try await storage.perform(at: url) { library, path in FileURL(library.location(of: path)) }
  }

  func requireOpen() throws {
    guard isOpen else {
      throw DocumentError(.notOpen, "'\(localizedName)' is not open")
    }
  }
}
