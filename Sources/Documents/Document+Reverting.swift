import Files
import VersionStore

/// What a document is taken back to.
public enum RevertTarget: Sendable {
  /// What a person last saved; what was opened where nobody ever did.
  case lastSaved
  /// What was on disk when the document was opened.
  case lastOpened
  /// Any version.
  case version(DocumentVersion)
}

extension Document {
  /// Takes the document back to another content; what it holds now becomes a version first.
  public func revert(to target: RevertTarget = .lastSaved) async throws {
    try await turns.run {
      try requireOpen()
      guard await place() != nil else {
        throw DocumentError(.noFile, "'\(localizedName)' was never saved")
      }
      disableEditing()
      defer { enableEditing() }
      if changes.hasUnautosavedChanges {
        try await store(as: .autosave, userInteractionPermitted: true)
      }
      try await reportingErrors(true) {
        guard let url = self.fileURL else { return }
        let opened = self.opened
        let surroundings = self.settings.surroundings
        let reading = try await self.storage.perform {
          let (library, path) = try locate(url, surroundings)
          if let version = try target.version(opened, in: library, at: path) {
            _ = try library.restore(try library.saved(at: path), to: version)
          } else if case .lastOpened = target, case .content(let content)? = opened {
            // What was opened had no version.
            let present = try library.saved(at: path).head
            _ = try library.write(content, at: path, over: .version(present), as: .save)
          }
          return try Reading.read(url, surroundings)
        }
        try await self.take(reading)
      }
    }
  }

  /// Refuses changes of the document from now on; what it holds becomes a version first.
  public func lock() async throws {
    try await autosave()
    try await setLock { try $0.lock($1).version }
  }

  /// Allows changes again; a read-only file is made writable for its owner.
  public func unlock() async throws {
    try await setLock { library, document in
      let place = library.location(of: document.path)
      let status = try FileStatus(of: place)
      if status.permissions & 0o222 == 0 {
        try FileSystem.setPermissions(place, status.permissions | 0o200)
      }
      return try library.unlock(document).version
    }
  }

  private func setLock(
    _ change: @escaping @Sendable (Library, VersionStore.Document) throws -> Version
  ) async throws {
    try await turns.run {
      try requireOpen()
      guard let url = await place() else {
        throw DocumentError(.noFile, "'\(localizedName)' was never saved")
      }
      let (head, locked) = try await storage.perform(at: url) { library, path in
        let version = try change(library, try library.saved(at: path))
        return (version, version.event == .lock)
      }
      known = .version(head)
      isLocked = locked
      updateEditingState()
    }
  }
}

extension RevertTarget {
  /// The version that is meant; nil for what is on disk.
  fileprivate func version(
    _ opened: KnownContent?, in library: Library, at path: DocumentPath
  ) throws -> Version? {
    switch self {
    case .version(let version): return version.stored
    case .lastOpened: break
    case .lastSaved:
      guard let document = try library.present(at: path) else { break }
      do throws(StoreError) {
        if case .version(let saved) = try library.resolve(VersionSelector("saved"), in: document) {
          return saved
        }
      } catch {
        guard error.kind == .versionNotFound else { throw error }
      }
    }
    if case .version(let version)? = opened { return version }
    return nil
  }
}
