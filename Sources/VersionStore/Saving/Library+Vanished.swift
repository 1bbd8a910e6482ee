import Files

extension Library {
  /// Finds out where a document went whose file another program moved, and records the new path.
  ///
  /// It looks through the whole library, as an autosave of it does.
  /// - Returns: The document where it is now; nil where it is gone.
  public func follow(_ document: Document) throws(StoreError) -> Document? {
    try requireWritable()
    var living: [DocumentPath: Document] = [:]
    try forEachDocument(damaged: { _, _ in }) { found in
      if !found.isDeleted { living[found.path] = found }
    }
    var renames = Renames(
      library: self, living: living, found: try scannedDocuments { _, _ in }, below: nil)
    try renames.find()
    for (found, path) in renames.found where found.id == document.id {
      guard let version = try recordRename(of: found, to: path) else { continue }
      return Document(id: document.id, head: version)
    }
    return nil
  }
}
