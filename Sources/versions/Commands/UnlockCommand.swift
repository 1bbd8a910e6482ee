import VersionStore

/// `versions unlock`: allows new versions of a document again.
struct UnlockCommand: Command {
  static let document = Operand("DOC", .document, "the document")

  static let declaration = CommandDeclaration(
    "unlock", .guarding, "allow new versions of a document again",
    operands: [document], saves: true,
    examples: [
      .init("versions unlock contract.txt", "go on writing")
    ],
    synonyms: ["unfreeze", "unprotect"])

  let document: [UInt8]

  init(_ arguments: ParsedArguments) throws(UsageError) {
    document = try arguments[Self.document]
  }

  func run(_ context: borrowing Context) throws {
    let workplace = try Workplace(context)
    let (library, document) = try workplace.documentToChange(self.document)
    let outcome = try library.unlock(document)
    try Answer(context).write(
      outcome.changed ? "unlocked" : "unchanged", outcome,
      outcome.changed ? "unlocked, version \(outcome.version.number)" : "is not locked")
  }
}
