import Files
import VersionStore

extension DocumentBrowser {
  /// Makes a document from a template: "Untitled", "Untitled 2" …
  /// - Parameters:
  ///   - template: What it begins with.
  ///   - folder: Where it is to be; nil for the library's own folder.
  /// - Returns: Where it is; it has its first version.
  public func create(
    from template: DocumentTemplate, in folder: FilePath? = nil
  ) async throws -> FileURL {
    let name = settings.types.name(template.name, for: template.type)
    let target = folder ?? library
    try await settings.declarePackage(at: FileURL(target.appending(name.bytes)))
    switch template.source {
    case .contents(let contents):
      return try await perform { library in
        let place = try library.folderPath(target)
        return try library.withFreeName(name, in: place) { path in
          _ = try library.write(contents.stored, at: path, over: nil, as: .save)
          return FileURL(library.location(of: path))
        }
      }
    case .file(let file, let mode):
      return try await importDocument(
        at: FileURL(file), to: target, mode: mode, named: name, ifTaken: .keepBoth)
    }
  }

  /// Brings a file or a folder of parts from anywhere into the library.
  /// - Parameters:
  ///   - source: The file; a document of this library or another one, too.
  ///   - folder: Where it is to be; nil for the library's own folder.
  ///   - mode: Whether the file stays.
  ///   - name: Another name for it.
  ///   - conflict: What is done where the name is taken.
  /// - Returns: Where it is; it has a version.
  public func importDocument(
    at source: FileURL, to folder: FilePath? = nil, mode: ImportMode = .copy,
    named name: FileName? = nil, ifTaken conflict: NameConflict = .keepBoth
  ) async throws -> FileURL {
    let target = folder ?? library
    await settings.prepareForReading(source.path)
    try await settings.declarePackage(at: FileURL(target.appending((name ?? source.name).bytes)))
    let place = try await perform { library in
      guard let content = try DocumentContent.read(at: source.path) else {
        throw StoreError(
          .documentNotFound, "'\(printable(source.path.bytes))' is not on disk")
      }
      let url = try DocumentBrowser.put(
        content, named: name ?? source.name, in: try library.folderPath(target), of: library,
        as: .import, conflict)
      if mode == .move, source != url { try library.remove(source.path, holding: content) }
      return url
    }
    if mode == .move { await settings.openDocuments?.moved(from: source, to: place) }
    try await noticeChanges(at: place)
    return place
  }

  /// Copies a document beside itself, as "Letter copy"; the copy knows where it came from.
  public func duplicate(_ url: FileURL, named name: FileName? = nil) async throws -> FileURL {
    await settings.prepareForReading(url.path)
    let own = url.name
    let wished =
      name ?? FileName(stem: own.stem + Array(" copy".utf8), extension: own.extension)
    return try await perform { library in
      let (path, document) = try library.saved(url)
      return try library.withFreeName(wished, in: path.folder) { target in
        _ = try library.duplicate(document, to: target)
        return FileURL(library.location(of: target))
      }
    }
  }

  /// Lets open documents at a place see what is there now.
  func noticeChanges(at url: FileURL) async throws {
    for document in await settings.openDocuments?.documents(at: url) ?? [] {
      try await document.noticeChanges()
    }
  }

  /// Puts content under a name.
  static func put(
    _ content: DocumentContent, named name: FileName, in folder: DocumentPath?, of library: Library,
    as event: Event, _ conflict: NameConflict
  ) throws -> FileURL {
    if conflict == .keepBoth {
      return try library.withFreeName(name, in: folder) { path in
        _ = try library.write(content, at: path, over: nil, as: event)
        return FileURL(library.location(of: path))
      }
    }
    let path = try library.path(name, in: folder)
    var known: KnownContent?
    if conflict == .replace, let snapshot = try library.snapshot(of: path) {
      known = .content(snapshot.content)
    }
    _ = try library.write(content, at: path, over: known, as: event)
    return FileURL(library.location(of: path))
  }
}

extension Library {
  /// A document of the library as it is on disk, with a version of that.
  func saved(_ url: FileURL) throws -> (DocumentPath, VersionStore.Document) {
    let (own, path) = try locate(url, surroundings)
    guard own.folder == folder else {
      throw StoreError(
        .libraryNotFound,
        "'\(printable(url.path.bytes))' is not in the library '\(printable(folder.bytes))'")
    }
    return (path, try saved(at: path))
  }

  /// Removes a file whose content is safe in this library; one that is a document of any library is
  /// deleted there, with a version.
  func remove(_ file: FilePath, holding content: DocumentContent) throws {
    if try Library.folder(above: try FileSystem.resolved(file.parent)) != nil {
      let (other, path) = try locate(FileURL(file), surroundings)
      _ = try other.delete(try other.saved(at: path))
      return
    }
    // Moved aside first: what another program wrote in the last moment is put back.
    let aside = file.parent.appending(".versions-\(UUID())")
    try FileSystem.rename(file, to: aside)
    guard try DocumentContent.read(at: aside) == content else {
      try FileSystem.renameExclusively(aside, to: file)
      throw StoreError(
        .changedMeanwhile, "'\(printable(file.bytes))' was changed while it was imported",
        hints: ["it is in the library as it was, and stays where it is"])
    }
    try FileSystem.removeAll(aside)
    try Folder.synchronise(file.parent)
  }
}
