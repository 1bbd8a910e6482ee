import Files
extension Library {
  func scannedDocuments(
    below folder: DocumentPath? = nil, problem: (DocumentPath, StoreError) -> Void
  ) throws(StoreError) -> [(DocumentPath, FileStatus)] {
    []
  }
}

extension Library {
  public func reasonToIgnore(_ path: DocumentPath) throws(StoreError) -> String? { nil }
}
