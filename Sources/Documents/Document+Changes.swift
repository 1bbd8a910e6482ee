extension Document {
  /// The content as it is now, for a save that a subclass makes by itself.
  public func changeCountToken() -> ChangeToken { changes.token }

  /// Takes note that the content of a moment is on disk; changes made since then stay unsaved.
  public func updateChangeCount(with token: ChangeToken, isAutosave: Bool) {
    if isAutosave { changes.autosaved(token) } else { changes.saved(token) }
    if !changes.hasUnautosavedChanges { schedule.noteSnapshot() }
  }

  /// When the document is autosaved; it may be changed at any time.
  public var autosaveTiming: AutosaveTiming {
    get { schedule.timing }
    set { schedule.timing = newValue }
  }

  /// What the document is up to.
  public var documentState: State { states.current }

  /// What the document is up to: now, and whenever it changes, until the sequence is given up.
  public var documentStates: AsyncStream<State> { states.stream() }

  func updateEditingState() {
    states.set(.editingDisabled, timesDisabled > 0 || isLocked)
  }
}
