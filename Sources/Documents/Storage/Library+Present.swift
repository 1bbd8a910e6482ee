import Files
import VersionStore

extension Library {
  /// Makes a version of what another program wrote at a path, before it is asked which versions there
  /// are. A file that is gone, or new, is left to who looks at the whole library: it may be a rename.
  func saveWritten(at path: DocumentPath) throws {
    guard case .document(let document) = try lookUp(path), !document.isDeleted,
      document.path == path, let status = try FileStatus.find(location(of: path)),
      !isBeingEmptied(path)
    else { return }
    try autosave(at: [TouchedPath(path, status)]) { _ in }
  }

  /// The document at a path: the one whose file is there, or that was there last and is elsewhere.
  ///
  /// A file at a path whose document was moved away is another one, without versions yet: nil.
  func present(at path: DocumentPath) throws(StoreError) -> VersionStore.Document? {
    switch try lookUp(path) {
    case .document(let document): return document
    case .moved(let document): return try snapshot(of: path) == nil ? document : nil
    case .unknown: return nil
    }
  }

  /// Whether there is a `conflict` version that nobody has dealt with.
  ///
  /// Cheaper than to find all of them: the newest one, or what dealt with it, is the answer.
  /// - Parameter settled: A version that has none at or before it, to look no further.
  func hasUnresolvedConflict(
    of document: VersionStore.Document, after settled: Version?
  ) throws(StoreError) -> Bool {
    var history = try history(of: document)
    var resolved = 0
    while let version = try history.next(), version.number > resolved,
      version.commit != settled?.commit
    {
      if version.event == .conflict { return true }
      if [.merge, .restore, .copy].contains(version.event), let origin = version.origin,
        origin.document == nil || origin.document == document.id
      {
        resolved = max(resolved, origin.number)
      }
    }
    return false
  }

  /// The document whose file is at a path; one that has no versions yet gets its first.
  func saved(at path: DocumentPath) throws(StoreError) -> VersionStore.Document {
    if let document = try present(at: path) { return document }
    _ = try save(path, as: .autosave)
    return try document(path)
  }
}
