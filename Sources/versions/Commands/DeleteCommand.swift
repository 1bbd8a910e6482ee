import VersionStore

/// `versions delete`: deletes documents and keeps their history.
struct DeleteCommand: Command {
  static let documents = OperandList(
    "DOC", .document, "a document, or a folder for all documents below it")

  static let declaration = CommandDeclaration(
    "delete", .naming, "delete documents and keep their versions",
    discussion: [
      """
      What a document holds becomes a version first. 'versions list --deleted' lists what was \
      deleted, 'versions undo' and 'versions restore' bring it back.
      """
    ],
    operands: [documents], saves: true,
    examples: [
      .init("versions delete draft.txt", "remove the file, keep its versions")
    ],
    synonyms: ["rm", "remove", "del", "unlink", "trash"])

  let documents: [[UInt8]]

  init(_ arguments: ParsedArguments) throws(UsageError) {
    documents = try arguments[Self.documents]
  }

  func run(_ context: borrowing Context) throws {
    let workplace = try Workplace(context)
    let answer = Answer(context)
    let failures = Failures(context.diagnostics)
    for argument in documents {
      try Interruption.checkpoint()
      try failures.attempt {
        if !argument.starts(with: "id:".utf8) {
          let location = try workplace.locationToMove(argument)
          guard location.place != .library else {
            throw CommandFailure(
              .usage, "\(VisibleText.quoted(argument)) is the library itself",
              hints: ["name the documents or folders in it that are to be deleted"])
          }
          if let folder = location.folder {
            try location.library.delete(folder: folder) { result in
              switch result {
              case .success(let outcome):
                try answer.write(
                  "deleted", outcome, "deleted, version \(outcome.version.number)")
              case .failure(let error): failures.report(error)
              }
            }
            return
          }
        }
        let (library, document) = try workplace.trackedDocument(argument)
        let outcome = try library.delete(document)
        try answer.write("deleted", outcome, "deleted, version \(outcome.version.number)")
      }
    }
    try failures.finish()
  }
}
