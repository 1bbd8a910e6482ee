import Files

/// A walk through a library's folder that finds the documents on disk, and what is none.
///
/// Folders are read one at a time, in the order of their entries' bytes; links are never followed;
/// what vanishes meanwhile is passed over. Nothing is written.
public struct LibraryScan {
  private let library: Library
  private let top: DocumentPath?
  private let storeElsewhere: DocumentPath?
  private var entering: ((DocumentPath?) -> Void)?
  private var leaving: ((DocumentPath?) -> Void)?

  /// Prepares a scan.
  /// - Parameter top: Where it is to begin: a folder, or a single document; nil for everything.
  public init(_ library: Library, below top: DocumentPath? = nil) {
    self.library = library
    self.top = top
    storeElsewhere = library.storeElsewhereInside
  }

  /// The same scan, which tells of each folder before its entries are read, and when it was looked
  /// through; nil is the library's own folder.
  public func telling(
    entering: @escaping (DocumentPath?) -> Void, leaving: @escaping (DocumentPath?) -> Void
  ) -> LibraryScan {
    var scan = self
    scan.entering = entering
    scan.leaving = leaving
    return scan
  }

  /// Calls a function with each finding, as it is found.
  /// - Throws: Only what the function throws: what the scan cannot look at is a finding.
  public func forEach(
    _ body: (ScanFinding) throws(StoreError) -> Void
  ) throws(StoreError) {
    guard let top else {
      return try scan(nil, rules: IgnoreRules(), body)
    }
    let state: IgnoreLookup.FolderState
    do throws(StoreError) {
      // Below a link to a folder is nothing that a scan of everything would find.
      guard try library.linkOnTheWay(to: top) == nil else { return }
      var lookup = IgnoreLookup(library)
      state = try lookup.state(ofFolder: top.folder)
    } catch {
      return try body(.problem(top, error))
    }
    switch state {
    case .open(let rules): try look(at: top, kind: nil, rules: rules, body)
    case .ignored(let reason):
      if try status(of: top, body) != nil { try body(.ignored(top, isFolder: false, reason)) }
    case .package(let package): try look(at: package, kind: nil, rules: IgnoreRules(), body)
    }
  }

  /// Looks at the entries of a folder whose own rules are still to be read.
  private func scan(
    _ folder: DocumentPath?, rules: IgnoreRules,
    _ body: (ScanFinding) throws(StoreError) -> Void
  ) throws(StoreError) {
    entering?(folder)
    defer { leaving?(folder) }
    var rules = rules
    let entries: [Folder.Entry]
    do throws(SystemError) {
      entries = try Folder.entries(
        of: folder.map(library.location) ?? library.folder, lookingAtFiles: true)
    } catch {
      if error.code == .noSuchFile || error.code == .notAFolder { return }
      return try body(.problem(folder, StoreError(error)))
    }
    let special = SpecialEntries(entries)
    if let folder, special.mayBeLeftAlone {
      do throws(StoreError) {
        if let reason = try library.reasonToLeaveAlone(library.location(of: folder)) {
          return try body(.ignored(folder, isFolder: true, reason))
        }
      } catch {
        return try body(.problem(folder, error))
      }
    }
    if special.hasIgnoreFile {
      do throws(StoreError) {
        try rules.addFile(in: folder, of: library)
      } catch {
        // Without its rules, what they ignore counts as documents; that must not go unsaid.
        try body(.problem(folder, error))
      }
    }
    rules.addSettings(in: folder, of: library)
    for entry in entries {
      guard let path = DocumentPath.entry(entry.name, of: folder) else { continue }
      try look(at: path, kind: entry.kind, entry.status, rules: rules, body)
    }
  }

  /// Looks at one path in a folder with these rules.
  private func look(
    at path: DocumentPath, kind: FileStatus.Kind?, _ status: FileStatus? = nil,
    rules: IgnoreRules, _ body: (ScanFinding) throws(StoreError) -> Void
  ) throws(StoreError) {
    var seen = status
    var kind = kind
    if kind == nil {
      seen = try self.status(of: path, body)
      kind = seen?.kind
    }
    guard let kind else { return }
    let isFolder = kind == .folder
    if let reason = rules.reason(for: path, isFolder: isFolder) ?? kind.ignoreReason {
      return try body(.ignored(path, isFolder: isFolder, reason))
    }
    let found: FoundDocument.Kind
    switch kind {
    case .folder:
      if path == storeElsewhere { return try body(.ignored(path, isFolder: true, .ownStore)) }
      guard library.isPackageName(path.name) else { return try scan(path, rules: rules, body) }
      do throws(StoreError) {
        if let reason = try library.reasonToLeaveAlone(library.location(of: path)) {
          return try body(.ignored(path, isFolder: true, reason))
        }
      } catch {
        return try body(.problem(path, error))
      }
      found = .package
    case .link:
      if case .inside(let target) = library.destination(ofLink: path) {
        return try body(.otherName(path, of: target))
      }
      found = .link
    default: found = .file
    }
    if seen == nil { seen = try self.status(of: path, body) }
    guard let seen else { return }
    // It became something else since the folder was read; the next scan sees it as that.
    guard seen.kind == kind else { return }
    try body(.document(FoundDocument(path: path, kind: found, status: seen)))
  }

  private func status(
    of path: DocumentPath, _ body: (ScanFinding) throws(StoreError) -> Void
  ) throws(StoreError) -> FileStatus? {
    do throws(SystemError) {
      return try FileStatus.find(library.location(of: path))
    } catch {
      try body(.problem(path, StoreError(error)))
      return nil
    }
  }
}

/// The entries of a folder that tell something about all of it.
private struct SpecialEntries {
  private(set) var hasIgnoreFile = false
  private(set) var mayBeLeftAlone = false

  init(_ entries: [Folder.Entry]) {
    var parts = 0
    for entry in entries {
      switch entry.name.first {
      case UInt8(ascii: "."):
        if entry.name == IgnoreFile.name { hasIgnoreFile = true }
        if entry.name == Library.storeName { mayBeLeftAlone = true }
      case UInt8(ascii: "H"), UInt8(ascii: "o"), UInt8(ascii: "r"):
        if SpecialEntries.partsOfRepository.contains(entry.name) { parts += 1 }
      default: break
      }
    }
    if parts == SpecialEntries.partsOfRepository.count { mayBeLeftAlone = true }
  }

  private static let partsOfRepository = IgnoreReason.partsOfRepository.map { Array($0.utf8) }
}
