import VersionStore

/// `versions rename`: moves a document with its history.
struct RenameCommand: Command {
  static let oldPath = Operand("OLD", .document, "the document, or a folder with all below it")
  static let newPath = Operand("NEW", .newPath, "its new path, where nothing may be yet")

  static let declaration = CommandDeclaration(
    "rename", .naming, "rename or move a document with its history",
    discussion: [
      "The old path points to the new one from then on, and 'versions undo' takes it back."
    ],
    operands: [oldPath, newPath], saves: true,
    examples: [
      .init("versions rename todo.txt done/todo-2026.txt", "move it, all versions included")
    ],
    synonyms: ["mv", "move"])

  let oldPath: [UInt8]
  let newPath: [UInt8]

  init(_ arguments: ParsedArguments) throws(UsageError) {
    oldPath = try arguments[Self.oldPath]
    newPath = try arguments[Self.newPath]
  }

  func run(_ context: borrowing Context) throws {
    let workplace = try Workplace(context)
    let answer = Answer(context)
    if !oldPath.starts(with: "id:".utf8) {
      let location = try workplace.locationToMove(oldPath)
      if let folder = location.folder {
        let target = try newPlace(named: folder.name, workplace, in: location.library)
        for version in try location.library.rename(folder: folder, to: target) {
          try answer.write("renamed", version, "renamed, version \(version.number)")
        }
        return
      }
    }
    let (library, document) = try workplace.trackedDocument(oldPath)
    let target = try newPlace(named: document.path.name, workplace, in: library)
    let outcome = try library.rename(document, to: target)
    let old = VisibleText.quoted(document.path.bytes)
    try answer.write(
      outcome.changed ? "renamed" : "unchanged", outcome,
      outcome.changed
        ? "renamed from \(old), version \(outcome.version.number)" : "has this name already")
  }

  private func newPlace(
    named name: [UInt8], _ workplace: Workplace, in library: Library
  ) throws -> DocumentPath {
    try workplace.newPath(newPath, named: name, in: library)
  }
}
