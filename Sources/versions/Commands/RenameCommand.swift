import VersionStore

/// `versions rename`: moves a document with its history.
struct RenameCommand: Command {
  static let oldPath = Operand("OLD", .document, "the document, or a folder with all below it")
  static let newPath = Operand("NEW", .newPath, "its new path, where nothing may be yet")

  static let declaration = CommandDeclaration(
    "rename", .naming, "rename or move a document with its history",
    discussion: [
      "The old path points to the new one from then on, and 'versions undo' takes it back.",
      """
      A NEW in another library moves the document there with all its versions, which keep their \
      numbers, and its labels. The old library keeps them as those of a deleted document. To take \
      it back, move it back.
      """,
    ],
    operands: [oldPath, newPath], saves: true,
    examples: [
      .init("versions rename todo.txt done/todo-2026.txt", "move it, all versions included"),
      .init("versions rename novel.txt ~/Archive/", "move it to another library, likewise"),
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
        var target = try workplace.newPlace(newPath, named: folder.name)
        // What an earlier run made of the new path is no folder to go into.
        if let unfinished = location.library.unfinishedMove(of: folder, to: target.library),
          try workplace.location(of: newPath).folder == unfinished
        {
          target.path = unfinished
        }
        if target.library.store != location.library.store {
          return try move(folder, of: location.library, to: target, context)
        }
        for version in try location.library.rename(folder: folder, to: target.path) {
          try answer.write("renamed", version, "renamed, version \(version.number)")
        }
        return
      }
    }
    let (library, document) = try workplace.trackedDocument(oldPath)
    let target = try workplace.newPlace(newPath, named: document.path.name)
    let old = VisibleText.quoted(document.path.bytes)
    if target.library.store != library.store {
      let outcome = try library.move(document, to: target.path, in: target.library)
      return try answer.write(
        "moved", outcome,
        "moved from \(old) in \(VisibleText.quoted(library.folder.bytes)), version "
          + "\(outcome.version.number)")
    }
    let outcome = try library.rename(document, to: target.path)
    try answer.write(
      outcome.changed ? "renamed" : "unchanged", outcome,
      outcome.changed
        ? "renamed from \(old), version \(outcome.version.number)" : "has this name already")
  }

  /// Moves a folder's documents to another library.
  private func move(
    _ folder: DocumentPath, of library: Library, to target: (library: Library, path: DocumentPath),
    _ context: borrowing Context
  ) throws {
    let answer = Answer(context)
    let failures = Failures(context.diagnostics)
    let isLeft = try library.move(folder: folder, to: target.path, in: target.library) { result in
      switch result {
      case .success(let outcome):
        try answer.write(
          "moved", outcome,
          "moved from \(VisibleText.quoted(library.folder.bytes)), version "
            + "\(outcome.version.number)")
      case .failure(let error): failures.report(error)
      }
    }
    if isLeft {
      context.diagnostics.warn(
        "left", "\(VisibleText.quoted(oldPath)) is not empty: what is no document stays")
    }
    try failures.finish()
  }
}
