import VersionStore

/// `versions save`: makes a version of each document.
struct SaveCommand: Command {
  static let documents = OperandList(
    "DOC", .document, "a document, or a folder for all documents below it")
  static let label = ValueOption(
    "--label", short: "m", "LABEL", .label, repeated: .refused,
    "name the version: one line of at most 200 bytes")

  static let declaration = CommandDeclaration(
    "save", .saving, "make a version of each document",
    discussion: [
      """
      When it returns, the version is safely on disk. A document that has not changed since its \
      last save makes no new version; one that was so far only autosaved makes one.
      """,
      "With several documents all are tried; the exit code is that of the first failure.",
    ],
    operands: [documents], options: [label], saves: true,
    examples: [
      .init("versions save notes.txt", "keep notes.txt as it is now"),
      .init("versions save -m 'sent to Anna' letter.txt drawing.emojiart", "with a label on both"),
    ],
    synonyms: ["commit", "add", "snapshot", "checkpoint", "record"])

  let documents: [[UInt8]]
  let label: String?

  init(_ arguments: ParsedArguments) throws(UsageError) {
    documents = try arguments[Self.documents]
    label = try arguments[Self.label]
  }

  func run(_ context: borrowing Context) throws {
    try DocumentsSaving(context).run(documents, as: .save, label: label)
  }
}
