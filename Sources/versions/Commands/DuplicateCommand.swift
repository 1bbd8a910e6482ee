import VersionStore

/// `versions duplicate`: begins a new document with the content of another one.
struct DuplicateCommand: Command {
  static let document = Operand("DOC", .document, "the document, or a folder with all below it")
  static let newPath = Operand("NEW", .newPath, "the path of the copy, where nothing may be yet")

  static let declaration = CommandDeclaration(
    "duplicate", .naming, "copy a document to a new one that remembers where it came from",
    discussion: [
      "The copy has a history of its own; its first version names the document it came from."
    ],
    operands: [document, newPath], saves: true,
    examples: [
      .init("versions duplicate letter.txt letter-to-bob.txt", "begin from another letter")
    ],
    synonyms: ["cp", "clone"])

  let document: [UInt8]
  let newPath: [UInt8]

  init(_ arguments: ParsedArguments) throws(UsageError) {
    document = try arguments[Self.document]
    newPath = try arguments[Self.newPath]
  }

  func run(_ context: borrowing Context) throws {
    let workplace = try Workplace(context)
    let answer = Answer(context)
    func write(_ outcome: RestoreOutcome) throws {
      try answer.write(
        "duplicated", outcome,
        "a copy of version \(outcome.version.origin?.number ?? 0), with a history of its own")
    }
    if !document.starts(with: "id:".utf8) {
      let location = try workplace.location(of: document)
      if let folder = location.folder {
        let target = try workplace.newPath(
          newPath, named: folder.name, in: location.library, for: self.document)
        for outcome in try location.library.duplicate(folder: folder, to: target) {
          try write(outcome)
        }
        return
      }
    }
    let (library, document) = try workplace.trackedDocument(self.document)
    let target = try workplace.newPath(
      newPath, named: document.path.name, in: library, for: self.document)
    try write(try library.duplicate(document, to: target))
  }
}
