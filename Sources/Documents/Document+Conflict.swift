import Files
import VersionStore

/// Whose content stands after a conflict.
public enum ConflictChoice: Sendable {
  /// What this document holds.
  case document
  /// What is on disk; a file that is gone cannot be chosen.
  case file
}

extension Document {
  /// Looks at the file for what another program did to it.
  ///
  /// A file that was moved is followed; one that was changed is read again where nothing was edited
  /// here, and becomes a conflict where something was.
  /// Called when the application comes to the front, or something tells that the file changed.
  public func noticeChanges() async throws {
    try await turns.run {
      guard isOpen, let url = await place(), !isInConflict else { return }
      try await reportingErrors(true) {
        let known = self.known
        let surroundings = self.settings.surroundings
        let reading = try await self.read(url)
        let isSame = try await self.storage.perform {
          let (library, path) = try locate(reading.url, surroundings)
          guard let known, let snapshot = try library.snapshot(of: path) else { return false }
          // A version of another library, from which it was moved, is not in this one.
          return (try? library.isStill(known, snapshot)) ?? false
        }
        if isSame {
          self.fileModificationDate = reading.modified
          self.isLocked = reading.isLocked
          self.noteConflicts(reading)
          self.updateEditingState()
          self.move(to: reading.url)
        } else if self.changes.hasUnautosavedChanges {
          try await self.store(as: .autosave, userInteractionPermitted: true)
        } else {
          self.disableEditing()
          defer { self.enableEditing() }
          try await self.take(reading)
        }
      }
    }
  }

  /// Ends a conflict, one that was there when the document was opened, too. What is not chosen stays
  /// as a version.
  public func resolveConflict(keeping choice: ConflictChoice) async throws {
    try await turns.run {
      try requireOpen()
      guard let url = await place(), isInConflict || hasEarlierConflicts else { return }
      try await reportingErrors(true) {
        switch choice {
        case .document:
          let token = self.changes.token
          self.schedule.noteSnapshot()
          let writing = Writing(
            source: try await self.snapshot(beside: url.folder), url: url, base: .anything,
            event: .save, keepsConflicts: false)
          guard case .written(let written) = try await self.perform(writing) else { return }
          self.take(written, token, isAutosave: false)
          self.isInConflict = false
          self.states.set(self.states.current.subtracting([.inConflict, .savingError]))
        case .file:
          self.disableEditing()
          defer { self.enableEditing() }
          if self.changes.hasUnautosavedChanges {
            try await self.store(as: .autosave, userInteractionPermitted: true)
          }
          try await self.take(try await self.read(url))
          self.states.set(.savingError, false)
        }
        try await self.markResolved()
      }
    }
  }

  private func markResolved() async throws {
    guard let url = fileURL else { return }
    known = try await storage.perform(at: url) { library, path in
      let document = try library.saved(at: path)
      var version = document.head
      if let newest = try library.unresolvedConflicts(of: document).first,
        let merge = try library.resolveConflict(newest)
      {
        version = merge
      }
      return .version(version)
    }
    hasEarlierConflicts = false
    states.set(.inConflict, false)
  }
}
