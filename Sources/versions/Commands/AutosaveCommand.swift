import VersionStore

/// `versions autosave`: makes versions without being asked for each one.
struct AutosaveCommand: Command {
  static let documents = OperandList(
    "DOC", .document, orNone: true,
    "a document, or a folder; without it, every changed document of the library")

  static let declaration = CommandDeclaration(
    "autosave", .saving, "make a version of each document that has changed",
    discussion: [
      """
      What is autosaved may be thinned out later; what is saved stays. Without DOC the whole \
      library is looked through, and documents that another program renamed, moved or deleted \
      keep their history.
      """
    ],
    operands: [documents], saves: true,
    examples: [
      .init("versions autosave", "every changed document of this library"),
      .init("versions autosave notes.txt", "only this one"),
    ],
    synonyms: ["auto", "save-all"])

  let documents: [[UInt8]]

  init(_ arguments: ParsedArguments) throws(UsageError) {
    documents = try arguments[Self.documents]
  }

  func run(_ context: borrowing Context) throws {
    let saving = try DocumentsSaving(context)
    if documents.isEmpty {
      try saving.runOverLibrary()
    } else {
      try saving.run(documents, as: .autosave, label: nil)
    }
  }
}
