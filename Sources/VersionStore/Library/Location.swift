import Files

/// Where a path that a person named lies: which library, and what in it.
public struct Location {
  /// What a path stands for.
  public enum Place: Sendable, Equatable {
    /// The library's own folder.
    case library
    /// A folder that is no document.
    case folder(DocumentPath)
    /// A document, on disk or not.
    case document(DocumentPath)
  }

  /// The library.
  public let library: Library
  /// What it is there.
  public let place: Place
  /// The path that was given, where it is a link and the place is what it leads to.
  public let link: DocumentPath?

  /// The folder whose documents are meant, nil for the whole library; only for folders.
  public var folder: DocumentPath? {
    if case .folder(let path) = place { path } else { nil }
  }

  /// Finds the library of a path and the path in it.
  ///
  /// A symbolic link to a file inside the library is that file under another name; one that leads
  /// elsewhere is a document itself. A link to a library's folder is that library, where the link is
  /// in none itself, or the path ends with a slash. A path inside a file package is the package.
  /// - Parameters:
  ///   - path: As the person gave it; nothing need be there.
  ///   - current: The folder that a relative path begins at.
  ///   - named: The library's folder, where the person said which; nil to look above the path.
  /// - Throws: `libraryNotFound`, `notADocument` for the store itself.
  public init(
    of path: FilePath, from current: FilePath, named: FilePath? = nil, surroundings: Surroundings
  ) throws(StoreError) {
    let (resolved, link, start) = try Location.resolve(
      path.absolute(from: current), isFolder: path.bytes.last == UInt8(ascii: "/"))
    let library: Library
    if let named {
      library = try Library(named.absolute(from: current), surroundings: surroundings)
    } else {
      guard let folder = try Library.folder(above: start) else {
        throw StoreError(
          .libraryNotFound, "no library at or above '\(printable(path.bytes))'",
          hints: ["make a folder one with: versions init FOLDER"])
      }
      library = try Library(folder, surroundings: surroundings)
    }
    self.library = library
    self.link = link?.relative(to: library.folder).flatMap(DocumentPath.init)
    place = try Location.place(resolved, asGiven: path, in: library)
  }

  /// Where a resolved path is in a library.
  private static func place(
    _ path: FilePath, asGiven: FilePath, in library: Library
  ) throws(StoreError) -> Place {
    if path == library.folder { return .library }
    guard let relative = path.relative(to: library.folder), let found = DocumentPath(relative)
    else {
      throw StoreError(
        .libraryNotFound,
        "'\(printable(asGiven.bytes))' is not in the library '\(printable(library.folder.bytes))'")
    }
    let parts = found.bytes.split(separator: UInt8(ascii: "/"))
    guard !parts[0].elementsEqual(Library.storeName) else {
      throw StoreError(
        .notADocument, "'\(printable(asGiven.bytes))' is in the store, which has no versions itself"
      )
    }
    // A path inside a package is the package, where that is a folder.
    for count in parts.indices {
      let outer = Array(parts[...count].joined(separator: [UInt8(ascii: "/")]))
      guard library.isPackageName(Array(parts[count])), let candidate = DocumentPath(outer) else {
        continue
      }
      if count == parts.count - 1 { return .document(candidate) }
      if try kind(of: candidate, in: library) == .folder { return .document(candidate) }
    }
    return try kind(of: found, in: library) == .folder ? .folder(found) : .document(found)
  }

  private static func kind(
    of path: DocumentPath, in library: Library
  ) throws(StoreError) -> FileStatus.Kind? {
    try onDisk { () throws(SystemError) in
      try FileStatus.find(library.location(of: path))
    }?.kind
  }

  /// Resolves the links in a path of which the last parts need not exist.
  /// - Parameter isFolder: Whether a folder is meant, as a slash at the end says.
  /// - Returns: The path, the link that led there, and where to look for a library: a path that is a
  ///   link is in the one around it, and not in one that it leads to.
  private static func resolve(
    _ path: FilePath, isFolder: Bool
  ) throws(StoreError) -> (path: FilePath, link: FilePath?, start: FilePath) {
    if let status = try onDisk({ () throws(SystemError) in try FileStatus.find(path) }) {
      guard status.kind == .link else {
        let resolved = try onDisk { () throws(SystemError) in try FileSystem.resolved(path) }
        return (resolved, nil, resolved)
      }
      let itself = try resolveFolder(path.parent).appending(path.lastComponent)
      let target: FilePath
      do throws(SystemError) {
        target = try FileSystem.resolved(path)
      } catch {
        return (itself, nil, itself.parent)
      }
      let around = try Library.folder(above: itself.parent)
      if around == nil || isFolder, try Library.store(in: target) != nil {
        return (target, nil, target)
      }
      // Followed inside its own library only, and not into the store.
      guard let library = around, let inside = target.relative(to: library),
        !inside.starts(with: Library.storeName + [UInt8(ascii: "/")]),
        try Library.folder(above: target.parent) == library
      else { return (itself, nil, itself.parent) }
      return (target, itself, target)
    }
    let resolved = try resolveFolder(path.parent).appending(path.lastComponent)
    return (resolved, nil, resolved)
  }

  /// Resolves all links in a path to a folder that need not exist: what is below a link is where
  /// the link leads, in the library or out of it.
  private static func resolveFolder(_ path: FilePath) throws(StoreError) -> FilePath {
    let there = try onDisk { () throws(SystemError) in
      try FileStatus.find(path, followingLink: true)
    }
    if there != nil {
      return try onDisk { () throws(SystemError) in try FileSystem.resolved(path) }
    }
    let parent = path.parent
    return parent == path
      ? path : try resolveFolder(parent).appending(path.lastComponent)
  }
}

extension Library {
  /// Paths that look the same as one that nothing is known of: in another Unicode form, or in other
  /// letter case; on disk or with versions.
  public func lookalikes(of path: DocumentPath) -> [DocumentPath] {
    let folder = path.folder
    var found: Set<DocumentPath> = []
    let wanted = String(decoding: path.name, as: UTF8.self)
    let lowered = wanted.lowercased()
    let place = folder.map { location(of: $0) } ?? self.folder
    for entry in (try? Folder.entries(of: place)) ?? [] where entry.name != path.name {
      // String compares canonically, which is the question here.
      let name = String(decoding: entry.name, as: UTF8.self)
      guard name == wanted || name.lowercased() == lowered else { continue }
      let whole = (folder.map { $0.bytes + [UInt8(ascii: "/")] } ?? []) + entry.name
      if let candidate = DocumentPath(whole) { found.insert(candidate) }
    }
    return found.sorted()
  }
}
