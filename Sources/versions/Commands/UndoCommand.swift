import VersionStore

/// `versions undo`: takes back what a command of ours did to a document.
struct UndoCommand: Command {
  static let document = Operand("DOC", .document, "the document, on disk or no longer")

  static let force = Flag("--force", "replace a file that is write-protected")

  static let declaration = CommandDeclaration(
    "undo", .returning, "take back the latest restore, copy, rename, delete or undo",
    discussion: [
      """
      The undo is a version itself, so that a second one takes back the first. Where the document \
      got new content since, it is refused with exit code 4; 'versions restore' brings back any \
      version then.
      """
    ],
    operands: [document], options: [force], saves: true,
    examples: [
      .init("versions undo notes.txt", "as if the last restore had not been")
    ],
    synonyms: ["redo", "unrestore", "undelete"])

  let document: [UInt8]
  let replacesProtected: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    document = try arguments[Self.document]
    replacesProtected = arguments[Self.force]
  }

  func run(_ context: borrowing Context) throws {
    let workplace = try Workplace(context)
    let (library, document) = try workplace.documentToChange(self.document)
    let outcome = try library.undo(
      document, options: RestoreOptions(force: replacesProtected))
    guard outcome.changed else {
      return try Answer(context).write(
        "unchanged", outcome, "holds already what it held before, version \(outcome.version.number)"
      )
    }
    let origin = outcome.version.origin?.number
    let state = outcome.version.isDeletion ? "deleted again" : "as in version \(origin ?? 0)"
    try Answer(context).write(
      "undone", outcome, "\(state), as version \(outcome.version.number)")
  }
}
