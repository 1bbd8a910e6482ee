import Content
import Files
import VersionStore

extension Document {
  /// Reads the document from its file; a draft is just open then.
  /// - Throws: What the library and the subclass say; it stays closed then.
  public func open() async throws {
    try await turns.run {
      guard !isOpen else {
        throw DocumentError(.alreadyOpen, "'\(localizedName)' is open already")
      }
      if let fileURL {
        try await settings.declarePackage(at: fileURL)
        await settings.prepareForReading(fileURL.path)
        try await reportingErrors(true) { try await self.take(try await self.read(fileURL)) }
        opened = known
      }
      becomeOpen()
      await rememberLibrary()
      await settings.openDocuments?.present(self)
    }
  }

  /// Saves what is not on disk yet, and closes the document.
  /// - Throws: What kept it from being saved: the document is still open then, and nothing is lost.
  ///   A conflict is told once; closing again leaves the content as a conflict version.
  public func close() async throws { try await close(userInteractionPermitted: true) }

  func close(userInteractionPermitted: Bool) async throws {
    try await turns.run {
      guard isOpen else { return }
      if isConflictUntold {
        isConflictUntold = false
        throw conflict()
      }
      do {
        // What is edited while it is saved is saved, too.
        for _ in 0..<Document.mostSavesOfAClose where hasUnautosavedChanges {
          try await store(as: .autosave, userInteractionPermitted: userInteractionPermitted)
        }
      } catch {
        // What nobody would miss keeps nobody from leaving.
        guard !hasUnsavedChanges, !changes.hasChangesToMiss else { throw error }
      }
      await becomeClosed(keepingDraft: hasUnsavedChanges)
    }
  }

  /// A document that changes by being saved is closed all the same.
  private static let mostSavesOfAClose = 100

  /// Closes the document without saving what changed since the last save or autosave; a draft goes.
  public func closeWithoutSaving() async {
    await turns.run {
      guard isOpen else { return }
      await becomeClosed(keepingDraft: false)
    }
  }

  private func becomeClosed(keepingDraft: Bool) async {
    schedule.stop()
    undoManager.removeAll()
    isOpen = false
    if draft != nil { await storage.leaveDraft(removing: !keepingDraft) }
    home = nil
    settings.openDocuments?.remove(self)
    states.set(.closed)
  }

  func becomeOpen() {
    isOpen = true
    isInConflict = false
    states.set(states.current.subtracting([.closed, .savingError]))
    states.set(.inConflict, hasEarlierConflicts)
    updateEditingState()
    settings.openDocuments?.add(self)
    // What was changed before it was open is to be saved, too.
    if changes.hasUnautosavedChanges { schedule.noteChange() }
  }

  func read(_ url: FileURL) async throws -> Reading {
    states.set(.progressAvailable, true)
    defer { states.set(.progressAvailable, false) }
    let surroundings = settings.surroundings
    let settled = settled
    return try await storage.perform { try Reading.read(url, surroundings, settled: settled) }
  }

  /// Makes the document what was read.
  func take(_ reading: Reading) async throws {
    let before = fileType
    fileType = settings.types.type(of: reading.url.name, reading.contents)
    handing = Handing(url: reading.url, contents: reading.contents)
    defer { handing = nil }
    do {
      try await read(from: reading.url)
    } catch {
      fileType = before
      throw error
    }
    known = reading.known
    fileModificationDate = reading.modified
    isLocked = reading.isLocked
    isInConflict = false
    noteConflicts(reading)
    changes.update(.cleared)
    schedule.noteSnapshot()
    undoManager.removeAll()
    updateEditingState()
    move(to: reading.url)
  }

  /// Takes over whether there are conflict versions to be dealt with.
  func noteConflicts(_ reading: Reading) {
    hasEarlierConflicts = reading.hasConflicts
    if !reading.hasConflicts { settled = reading.head }
    states.set(.inConflict, hasEarlierConflicts)
  }

  func move(to url: FileURL) {
    if fileURL == url { return }
    fileURL = url
    fileURLDidChange()
    if isOpen {
      Task {
        await rememberLibrary()
        await settings.openDocuments?.present(self)
      }
    }
  }

  /// Does work again as long as an error handler says so.
  func reportingErrors<Result>(
    _ userInteractionPermitted: Bool, _ work: @MainActor () async throws -> Result
  ) async throws -> Result {
    while true {
      do {
        return try await work()
      } catch {
        let recovery = await handleError(
          error, userInteractionPermitted: userInteractionPermitted)
        guard recovery == .tryAgain else { throw error }
      }
    }
  }
}
