import VersionStore

/// `versions lock`: refuses new versions of a document.
struct LockCommand: Command {
  static let document = Operand("DOC", .document, "the document")

  static let declaration = CommandDeclaration(
    "lock", .guarding, "refuse new versions of a document",
    discussion: [
      """
      Commands that would change it are refused with exit code 4. What other programs write \
      meanwhile is kept as conflict versions, never dropped.
      """
    ],
    operands: [document], saves: true,
    examples: [
      .init("versions lock contract.txt", "keep it as it is")
    ],
    synonyms: ["freeze", "protect"])

  let document: [UInt8]

  init(_ arguments: ParsedArguments) throws(UsageError) {
    document = try arguments[Self.document]
  }

  func run(_ context: borrowing Context) throws {
    let workplace = try Workplace(context)
    let (library, document) = try workplace.trackedDocument(self.document)
    let outcome = try library.lock(document)
    try Answer(context).write(
      outcome.changed ? "locked" : "unchanged", outcome,
      outcome.changed ? "locked, version \(outcome.version.number)" : "is locked already")
  }
}
