import VersionStore

/// Whose history a command goes through: a document's, a folder's, or the whole library's.
struct HistoryScope {
  let library: Library
  private(set) var folder: DocumentPath?
  private(set) var document: Document?

  /// Reads an argument; nil is the library around the current folder.
  init(_ argument: [UInt8]?, _ workplace: Workplace) throws {
    guard let argument else {
      library = try workplace.library()
      return
    }
    if !argument.starts(with: "id:".utf8) {
      if let (library, folder) = try workplace.locationToList(argument) {
        self.library = library
        self.folder = folder
        return
      }
    }
    (library, document) = try workplace.documentToRead(argument)
  }
}
