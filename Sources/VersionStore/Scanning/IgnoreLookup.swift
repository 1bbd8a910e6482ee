import Files

/// Answers for single paths whether they are ignored, without looking through the library.
///
/// Folders that were asked about are remembered with their rules: a lookup serves one run of a
/// command, or a watcher until an ignore file changes.
public struct IgnoreLookup {
  /// What is known of a folder.
  enum FolderState {
    /// Its entries are documents, but for what these rules ignore.
    case open(IgnoreRules)
    /// All of it is ignored.
    case ignored(IgnoreReason)
    /// It is a document, or in one.
    case package(DocumentPath)
  }

  private let library: Library
  private let storeElsewhere: DocumentPath?
  private var known: [DocumentPath?: FolderState] = [:]

  /// Makes a lookup that knows nothing yet.
  public init(_ library: Library) {
    self.library = library
    storeElsewhere = library.storeElsewhereInside
  }

  /// Why a path is no document, nil where it is one or could become one.
  ///
  /// A path in a package is ignored only together with all of the package. Links are not followed.
  public mutating func reason(for path: DocumentPath) throws(StoreError) -> IgnoreReason? {
    let status = try onDisk { () throws(SystemError) in
      try FileStatus.find(library.location(of: path))
    }
    return try reason(for: path, status?.kind)
  }

  /// The same for a path of which is known what stands there, nil for nothing.
  mutating func reason(
    for path: DocumentPath, _ kind: FileStatus.Kind?
  ) throws(StoreError) -> IgnoreReason? {
    switch try state(ofFolder: path.folder) {
    case .ignored(let reason): return reason
    case .package: return nil
    case .open(let rules):
      let isFolder = kind == .folder
      if let reason = rules.reason(for: path, isFolder: isFolder) { return reason }
      if let reason = kind?.ignoreReason { return reason }
      guard isFolder, case .ignored(let reason) = try state(ofFolder: path) else { return nil }
      return reason
    }
  }

  /// The package that a path is in, nil where it is in none; the package itself is not in it.
  public mutating func package(around path: DocumentPath) throws(StoreError) -> DocumentPath? {
    guard case .package(let package) = try state(ofFolder: path.folder) else { return nil }
    return package
  }

  /// What is known of a folder, nil for the library itself.
  mutating func state(ofFolder folder: DocumentPath?) throws(StoreError) -> FolderState {
    if let state = known[folder] { return state }
    let state = try lookAt(folder)
    known[folder] = state
    return state
  }

  private mutating func lookAt(_ folder: DocumentPath?) throws(StoreError) -> FolderState {
    guard let folder else {
      var rules = IgnoreRules()
      try rules.addFile(in: nil, of: library)
      rules.addSettings(in: nil, of: library)
      return .open(rules)
    }
    let above = try state(ofFolder: folder.folder)
    guard case .open(var rules) = above else { return above }
    if folder == storeElsewhere { return .ignored(.ownStore) }
    if let reason = rules.reason(for: folder, isFolder: true) { return .ignored(reason) }
    let location = library.location(of: folder)
    let isPackage = library.isPackageName(folder.name)
    let status = try onDisk { () throws(SystemError) in try FileStatus.find(location) }
    guard let status else { return isPackage ? .package(folder) : .open(rules) }
    guard status.kind == .folder else { return .open(rules) }
    if let reason = try library.reasonToLeaveAlone(location) { return .ignored(reason) }
    if isPackage { return .package(folder) }
    try rules.addFile(in: folder, of: library)
    return .open(rules)
  }
}

extension Library {
  /// Why a path of this library is no document, nil where it is one or could become one.
  ///
  /// For many paths, an `IgnoreLookup` is faster.
  public func ignoreReason(for path: DocumentPath) throws(StoreError) -> IgnoreReason? {
    var lookup = IgnoreLookup(self)
    return try lookup.reason(for: path)
  }

  /// The package that a path is in, nil where it is in none; the package itself is not in it.
  public func package(around path: DocumentPath) throws(StoreError) -> DocumentPath? {
    var lookup = IgnoreLookup(self)
    return try lookup.package(around: path)
  }

  /// Why all of a folder below the library's own is left alone for what is in it.
  func reasonToLeaveAlone(_ location: FilePath) throws(StoreError) -> IgnoreReason? {
    func has(_ name: String) throws(StoreError) -> Bool {
      do throws(SystemError) {
        return try FileStatus.find(location.appending(name)) != nil
      } catch {
        // A folder that may not be looked into is told when it is read.
        if error.code == .permissionDenied { return false }
        throw StoreError(error)
      }
    }
    if try has(".versions"), Library.isLibrary(location) { return .innerLibrary }
    for part in IgnoreReason.partsOfRepository {
      if try !has(part) { return nil }
    }
    return .bareRepository
  }

  /// Whether a folder is a library, a damaged one too.
  static func isLibrary(_ folder: FilePath) -> Bool {
    do throws(StoreError) {
      return try store(in: folder) != nil
    } catch {
      return true
    }
  }
}

extension IgnoreReason {
  /// What every git repository has in its own folder.
  static let partsOfRepository = ["HEAD", "objects", "refs"]
}

extension FileStatus.Kind {
  /// Why a thing of this kind is no document.
  var ignoreReason: IgnoreReason? {
    switch self {
    case .pipe: .pipe
    case .socket: .socket
    case .device: .device
    case .file, .folder, .link: nil
    }
  }
}
