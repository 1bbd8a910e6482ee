import Files
import VersionStore

extension DocumentBrowser {
  /// Gives a document another name, with its history.
  /// - Parameter name: The name; without the document's extension it keeps that.
  /// - Throws: `targetExists` where the name is taken, `badName`.
  public func rename(_ url: FileURL, to name: FileName) async throws -> FileURL {
    let suffix = url.name.extension
    let whole =
      name.extension == suffix ? name : FileName(stem: name.bytes, extension: suffix)
    return try await rearrange(url) { library in
      let (path, document) = try library.saved(url)
      let target = try library.path(whole, in: path.folder)
      _ = try library.rename(document, to: target)
      return FileURL(library.location(of: target))
    }
  }

  /// Moves a document to another folder of the library, with its history.
  /// - Parameter conflict: What is done where its name is taken there.
  public func move(
    _ url: FileURL, to folder: FilePath, ifTaken conflict: NameConflict = .keepBoth
  ) async throws -> FileURL {
    if conflict == .replace { await settings.prepareForReading(folder.appending(url.name.bytes)) }
    let moved = try await rearrange(url) { library in
      let place = try library.folderPath(folder)
      let (path, document) = try library.saved(url)
      if path.folder == place { return url }
      func rename(to target: DocumentPath) throws -> FileURL {
        _ = try library.rename(document, to: target)
        return FileURL(library.location(of: target))
      }
      let name = FileName(path.name)
      let target = try library.path(name, in: place)
      switch conflict {
      case .keepBoth: return try library.withFreeName(name, in: place, rename)
      case .refuse: return try rename(to: target)
      case .replace:
        if try library.snapshot(of: target) != nil {
          let other = try library.saved(FileURL(library.location(of: target))).1
          _ = try library.delete(other)
        }
        return try rename(to: target)
      }
    }
    // One that was replaced may be open.
    if conflict == .replace { try await noticeChanges(at: moved) }
    return moved
  }

  /// Moves a document to another library with all its versions and their labels; this one keeps them,
  /// too, with a version that says that it was deleted.
  /// - Parameter conflict: What is done where its name is taken there.
  public func move(
    _ url: FileURL, to other: DocumentBrowser, folder: FilePath? = nil,
    ifTaken conflict: NameConflict = .keepBoth
  ) async throws -> FileURL {
    await settings.prepareForReading(url.path)
    if other.library == library {
      return try await move(url, to: folder ?? library, ifTaken: conflict)
    }
    let (target, surroundings) = (other.library, other.settings.surroundings)
    let place = try await perform { library in
      let (path, document) = try library.saved(url)
      let other = try Library(target, surroundings: surroundings)
      let inside = try other.folderPath(folder ?? target)
      func move(to path: DocumentPath) throws -> FileURL {
        _ = try library.move(document, to: path, in: other, replacing: conflict == .replace)
        return FileURL(other.location(of: path))
      }
      let name = FileName(path.name)
      if conflict == .keepBoth { return try other.withFreeName(name, in: inside, move) }
      return try move(to: try other.path(name, in: inside))
    }
    await settings.openDocuments?.moved(from: url, to: place)
    try await noticeChanges(at: place)
    return place
  }

  /// Deletes a document; its versions stay, and bring it back.
  public func delete(_ url: FileURL) async throws {
    await settings.askOtherPrograms(at: url.path)
    try await settings.openDocuments?.autosave(below: url.path)
    for document in await settings.openDocuments?.documents(at: url) ?? [] {
      try await document.close()
    }
    try await perform { library in
      _ = try library.delete(try library.saved(url).1)
    }
  }

  /// Changes a document's place; open documents are saved before, and follow.
  private func rearrange(
    _ url: FileURL, _ work: @escaping @Sendable (Library) throws -> FileURL
  ) async throws -> FileURL {
    await settings.prepareForReading(url.path)
    let place = try await perform(work)
    await settings.openDocuments?.moved(from: url, to: place)
    return place
  }
}
