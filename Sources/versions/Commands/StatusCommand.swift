/// `versions status`: another word for `versions list --changed`.
struct StatusCommand: Command {
  static let folder = OptionalOperand(
    "DOC", .document, "a document, or a folder; without it, the whole library")

  static let declaration = CommandDeclaration(
    "status", .looking, "list the documents that differ from their latest version",
    discussion: ["The same as 'versions list --changed'."],
    operands: [folder], pages: true,
    examples: [
      .init("versions status", "what the next autosave would keep")
    ],
    synonyms: ["st", "changes", "changed"])

  /// The listing that it stands for.
  let list: ListCommand

  init(_ arguments: ParsedArguments) throws(UsageError) {
    list = ListCommand(
      document: try arguments[Self.folder], filter: VersionFilter(), selection: .changed)
  }

  func run(_ context: borrowing Context) throws {
    try list.run(context)
  }
}
