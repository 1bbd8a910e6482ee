import Files

extension Library {
  /// The documents on disk below a folder, in the order of a scan.
  /// - Parameter problem: Called for what could not be looked at; nothing is lost by passing it.
  func scannedDocuments(
    below folder: DocumentPath? = nil, problem: (DocumentPath, StoreError) -> Void
  ) throws(StoreError) -> [(DocumentPath, FileStatus)] {
    var found: [(DocumentPath, FileStatus)] = []
    try LibraryScan(self, below: folder).forEach { (finding) in
      switch finding {
      case .document(let document): found.append((document.path, document.status))
      case .problem(let path?, let error): problem(path, error)
      case .problem(nil, let error):
        if let path = DocumentPath(folder?.bytes ?? folderName) { problem(path, error) }
      case .ignored, .otherName: break
      }
    }
    return found
  }

  var folderName: [UInt8] { folder.lastComponent }
}
