import VersionStore

/// The documents that a command over histories is about: those that were named, those below folders,
/// or all of a library; deleted ones have histories, too.
struct ChosenDocuments {
  let library: Library
  let documents: [Document]
  private let named: Set<UUID>

  /// - Parameter arguments: Documents and folders, all of one library; none for the whole library.
  init(_ arguments: [[UInt8]], _ workplace: Workplace, _ failures: Failures) throws {
    var library: Library?
    var folders: [DocumentPath?] = []
    var documents: [Document] = []
    var named: Set<UUID> = []
    for argument in arguments {
      let scope = try HistoryScope(argument, workplace)
      if let library, library.folder != scope.library.folder {
        throw CommandFailure(
          .usage, "\(VisibleText.quoted(argument)) is in another library than the first document",
          hints: ["run the command once for each library"])
      }
      library = library ?? scope.library
      if let document = scope.document {
        if named.insert(document.id).inserted { documents.append(document) }
      } else {
        folders.append(scope.folder)
      }
    }
    let chosen = try library ?? workplace.library()
    if arguments.isEmpty { folders = [nil] }
    if !folders.isEmpty {
      var below: [Document] = []
      try chosen.forEachDocument(damaged: { _, error in failures.report(error) }) { document in
        if !named.contains(document.id), folders.contains(where: { document.path.isBelow($0) }) {
          below.append(document)
        }
      }
      documents += below.sorted { $0.path < $1.path }
    }
    self.library = chosen
    self.documents = documents
    self.named = named
  }

  /// Whether a document was named itself.
  func isNamed(_ document: Document) -> Bool { named.contains(document.id) }
}
