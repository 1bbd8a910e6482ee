import Files
import Git

/// What a source is, told by looking at it.
enum ImportOrigin {
  case repository(GitFolder, below: [UInt8], in: DocumentPath?)
  case bundle(FilePath)
  case library(FilePath)
  case copies(FilePath, in: DocumentPath?)

  /// The folder of the library in which the source's documents are, nil where they are elsewhere.
  var automaticFolder: DocumentPath? {
    switch self {
    case .repository(_, _, let folder), .copies(_, let folder): folder
    case .bundle, .library: nil
    }
  }

  /// Looks at a source.
  /// - Returns: What it is, and the paths in it that were named by naming a file of it.
  static func find(
    _ source: FilePath, for library: Library
  ) throws(StoreError) -> (ImportOrigin, [[UInt8]]) {
    let resolved: FilePath
    let status: FileStatus
    do throws(SystemError) {
      resolved = try FileSystem.resolved(source)
      status = try FileStatus(of: resolved)
    } catch {
      guard error.code == .noSuchFile || error.code == .notAFolder else { throw StoreError(error) }
      throw StoreError(.documentNotFound, "there is no '\(printable(source.bytes))' to import")
    }
    switch status.kind {
    case .folder: return (try folder(resolved, for: library), [])
    case .file: return try file(resolved, for: library)
    default:
      throw StoreError(
        .wrongKind, "'\(printable(source.bytes))' is neither a file nor a folder")
    }
  }

  private static func folder(
    _ folder: FilePath, for library: Library
  ) throws(StoreError) -> ImportOrigin {
    if folder != library.folder, try Library.store(in: folder) != nil {
      return .library(folder)
    }
    let place = try place(of: folder, in: library)
    guard let (repository, below) = try GitFolder.above(folder) else {
      return .copies(folder, in: place)
    }
    if repository.own == library.store {
      throw StoreError(
        .wrongKind, "'\(printable(folder.bytes))' is the library's own store")
    }
    if below.isEmpty {
      // A library in a repository is imported its own part of it.
      if let inside = library.folder.relative(to: folder) {
        return .repository(repository, below: inside, in: nil)
      }
      return .repository(repository, below: [], in: place)
    }
    if repository.workTree == nil {
      throw StoreError(
        .wrongKind, "'\(printable(folder.bytes))' is a part of a git repository's own files")
    }
    return .repository(repository, below: below, in: place)
  }

  private static func file(
    _ file: FilePath, for library: Library
  ) throws(StoreError) -> (ImportOrigin, [[UInt8]]) {
    let head = try onDisk { () throws(SystemError) in try File(file).read(atMost: 16) }
    if head.starts(with: "# v2 git bundle".utf8) || head.starts(with: "# v3 git bundle".utf8) {
      return (.bundle(file), [])
    }
    if let above = try Library.folder(above: file.parent), above != library.folder,
      let path = file.relative(to: above)
    {
      return (.library(above), [path])
    }
    let place = try place(of: file.parent, in: library)
    if let (repository, below) = try GitFolder.above(file.parent), repository.workTree != nil {
      return (.repository(repository, below: below, in: place), [file.lastComponent])
    }
    return (.copies(file.parent, in: place), [CopyName(file.lastComponent).base])
  }

  /// Where a folder is in the library; nil for the library's own folder and for one elsewhere.
  private static func place(
    of folder: FilePath, in library: Library
  ) throws(StoreError) -> DocumentPath? {
    guard let relative = folder.relative(to: library.folder) else { return nil }
    if folder == library.store || folder.relative(to: library.store) != nil {
      throw StoreError(
        .wrongKind, "'\(printable(folder.bytes))' is in the library's own store")
    }
    return DocumentPath(relative)
  }

  /// What the source is after all, where git knows nothing of the part of its work tree that was
  /// named: copies that a person kept there.
  func untracked(
    _ histories: [ForeignHistory], _ selected: [[UInt8]]
  ) -> (ImportOrigin, [[UInt8]])? {
    guard case .repository(let repository, let below, let place) = self,
      let workTree = repository.workTree, !below.isEmpty || !selected.isEmpty
    else { return nil }
    let isTracked = histories.contains { history in
      selected.isEmpty
        || history.versions.contains { version in selected.contains(version.path.bytes) }
    }
    if isTracked { return nil }
    let folder = below.isEmpty ? workTree : workTree.appending(below)
    return (.copies(folder, in: place), selected.map { CopyName($0).base })
  }

  /// Reads what histories the source has.
  func open(
    _ library: Library, _ options: ImportOptions, report: @escaping (ImportReport) -> Void
  ) throws(StoreError) -> any ForeignSource {
    switch self {
    case .repository(let folder, let below, _):
      return try GitSource(
        .repository(folder, below: below), branch: options.branch, library: library,
        report: report)
    case .bundle(let path):
      return try GitSource(
        .bundle(path), branch: options.branch, library: library,
        report: report)
    case .library(let folder):
      return try LibrarySource(
        try Library(folder, surroundings: library.surroundings), report: { report(.failed($0)) })
    case .copies(let folder, _):
      return try CopiesSource(folder, library: library, report: { report(.failed($0)) })
    }
  }
}
