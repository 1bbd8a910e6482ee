import VersionStore

extension Library {
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

  /// The document whose file is at a path; one that has no versions yet gets its first.
  func saved(at path: DocumentPath) throws(StoreError) -> VersionStore.Document {
    if let document = try present(at: path) { return document }
    _ = try save(path, as: .autosave)
    return try document(path)
  }
}
