import Files
import VersionStore

extension DocumentVersion {
  /// What the version holds.
  /// - Throws: `versionNotFound` for one that says the document was deleted.
  public func contents() async throws -> FileContents {
    let stored = self.stored
    return try await DocumentStorage(settings.surroundings).perform(at: url) { library, _ in
      FileContents(try library.content(of: stored))
    }
  }

  /// Puts the version's content in the place of a document's; what is there becomes a version first.
  ///
  /// The document keeps its name, as somebody may have given it another since; only where the
  /// version's extension is another one does it get that, as the content is of that type.
  /// - Parameter item: The document; nil for the one the version is of. Where nothing is, the
  ///   content is put there.
  /// - Returns: Where the document is now, which may be under another extension.
  @discardableResult
  public func replaceItem(at item: FileURL? = nil) async throws -> FileURL {
    let item = item ?? url
    await settings.prepareForReading(item.path)
    let (own, stored, surroundings) = (url, self.stored, settings.surroundings)
    let place = try await DocumentStorage(surroundings).perform(at: item) { library, path in
      let (source, _) = try locate(own, surroundings)
      return try DocumentVersion.replace(path, in: library, with: stored, of: source)
    }
    await settings.openDocuments?.moved(from: item, to: place)
    for document in await settings.openDocuments?.documents(at: place) ?? [] {
      try await document.noticeChanges()
    }
    return place
  }

  /// Gives the version a name, or another one; an empty one takes it away.
  /// - Parameter label: One line of at most 200 bytes.
  public func setLabel(_ label: String) async throws {
    let stored = self.stored
    _ = try await DocumentStorage(settings.surroundings).perform(at: url) { library, _ in
      try library.label(stored, label)
    }
  }

  /// Says whether thinning may take the version, being an autosave: one that it may not take has the
  /// label `pinned`, or another one.
  ///
  /// A label that a person gave stays, and keeps the version, whatever is said here.
  public func setDiscardable(_ isDiscardable: Bool) async throws {
    let stored = self.stored
    _ = try await DocumentStorage(settings.surroundings).perform(at: url) { library, _ in
      if isDiscardable { try library.unpin(stored) } else { try library.pin(stored) }
    }
  }

  /// Says that this conflict version, and those before it, have been dealt with.
  public func markResolved() async throws {
    guard isConflict, !isResolved else { return }
    let stored = self.stored
    _ = try await DocumentStorage(settings.surroundings).perform(at: url) { library, _ in
      try library.resolveConflict(stored)
    }
    for document in await settings.openDocuments?.documents(at: url) ?? [] {
      try await document.noticeChanges()
    }
  }

  private static func replace(
    _ path: DocumentPath, in library: Library, with version: Version, of source: Library
  ) throws -> FileURL {
    let target = path.withExtension(of: FileName(version.path.name))
    let content = try source.content(of: version)
    guard try library.snapshot(of: path) != nil else {
      let owner = try library.present(at: target)?.id
      let isAtHome = source.folder == library.folder
      _ = try library.write(
        content, at: target, over: nil, as: .restore,
        origin: isAtHome
          ? Version.Origin(
            document: owner == version.document ? nil : version.document, number: version.number)
          : nil)
      return FileURL(library.location(of: target))
    }
    // What is on disk is a version before anything moves.
    if case .document(let document) = try library.lookUp(path), document.isLocked {
      throw StoreError(.locked, "'\(path)' is locked")
    }
    _ = try library.save(path, as: .autosave)
    var document = try library.saved(at: path)
    if target != path {
      _ = try library.rename(document, to: target)
      document = try library.document(target)
    }
    if source.folder == library.folder {
      _ = try library.restore(document, to: version)
    } else if let snapshot = try library.snapshot(of: target) {
      _ = try library.write(content, at: target, over: .content(snapshot.content), as: .restore)
    }
    return FileURL(library.location(of: target))
  }
}

extension DocumentPath {
  /// The path with the extension of another name; the same where that has the same one.
  fileprivate func withExtension(of other: FileName) -> DocumentPath {
    let own = FileName(name)
    if own.extension == other.extension { return self }
    let renamed = FileName(stem: own.stem, extension: other.extension).bytes
    return DocumentPath((folder.map { $0.bytes + [UInt8(ascii: "/")] } ?? []) + renamed) ?? self
  }
}
