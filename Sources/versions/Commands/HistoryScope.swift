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
      let location = try workplace.location(of: argument)
      switch location.place {
      case .document: break
      case .folder, .library:
        library = location.library
        folder = location.folder
        return
      }
    }
    (library, document) = try workplace.documentToRead(argument)
  }
}
