import Files
import VersionStore

/// `versions restore`: brings a version back.
struct RestoreCommand: Command {
  static let document = Operand("DOC", .document, "the document, on disk or no longer")
  static let version = Operand("VERSION", .version, "which version")
  static let destination = ValueOption(
    "--to", "PATH", .newPath, repeated: .refused,
    "write a copy to PATH, where nothing may be yet, and leave the document alone")
  static let force = Flag("--force", "replace a file that is write-protected")
  static let keepTime = Flag(
    "--keep-time", "give the file the version's own modification time instead of the present one")

  static let declaration = CommandDeclaration(
    "restore", .returning, "bring a version back",
    discussion: [
      """
      What the document holds now becomes a version first, and the restore is a version itself: \
      nothing is lost, and 'versions undo' takes it back. A deleted document comes back where it \
      was, with missing folders. A file with several names (hard links) keeps them: it is \
      written in place, when what it held is safe.
      """,
      "'versions help selectors' explains how to name a VERSION.",
    ],
    operands: [document, version], options: [destination, force, keepTime],
    exclusive: [[destination, force]], saves: true,
    examples: [
      .init("versions restore notes.txt 12", "notes.txt as it was in version 12"),
      .init("versions restore notes.txt 2h --to earlier.txt", "a copy of the state 2 hours ago"),
      .init("versions restore lost.txt latest", "bring back a deleted document"),
    ],
    synonyms: ["revert", "checkout", "rollback", "recover", "back"])

  let document: [UInt8]
  let version: [UInt8]
  /// Where a copy goes; nil for the document's own place.
  let destination: [UInt8]?
  let replacesProtected: Bool
  let keepsTime: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    document = try arguments[Self.document]
    version = try arguments[Self.version]
    destination = try arguments[Self.destination]
    replacesProtected = arguments[Self.force]
    keepsTime = arguments[Self.keepTime]
  }

  func run(_ context: borrowing Context) throws {
    let workplace = try Workplace(context)
    let selector = try VersionSelector(version)
    let (library, document) =
      try destination == nil
      ? workplace.documentToChange(self.document) : workplace.documentToRead(self.document)
    guard case .version(let version) = try library.resolve(selector, in: document) else {
      throw CommandFailure(
        .usage, "'current' is what is there already; name a version to bring back")
    }
    let options = RestoreOptions(force: replacesProtected, keepingTime: keepsTime)
    let answer = Answer(context)
    if let destination {
      return try copy(version, to: destination, of: library, options, workplace, context)
    }
    let outcome = try library.restore(document, to: version, options: options)
    if outcome.changed {
      try answer.write(
        "restored", outcome,
        "version \(version.number) is back, as version \(outcome.version.number)")
    } else {
      try answer.write(
        "unchanged", outcome, "holds what version \(version.number) holds; nothing to do")
    }
  }

  /// Where a target lies, nil where that is in no library; the store is no place for a copy.
  private func location(of target: FilePath, _ workplace: Workplace) throws -> Location? {
    do {
      return try workplace.location(of: target.bytes)
    } catch let error as StoreError where error.kind == .libraryNotFound {
      return nil
    }
  }

  private func copy(
    _ version: Version, to destination: [UInt8], of library: Library, _ options: RestoreOptions,
    _ workplace: Workplace, _ context: borrowing Context
  ) throws {
    var target = workplace.absolute(destination)
    if let status = try FileStatus.find(target, followingLink: true), status.kind == .folder {
      target = target.appending(version.path.name)
    }
    // Inside the library the copy is a document; elsewhere it is a file like any other.
    var path: DocumentPath?
    if let location = try location(of: target, workplace),
      location.library.folder == library.folder, case .document(let inside) = location.place,
      try library.ignoreReason(for: inside) == nil
    {
      path = inside
      target = library.location(of: inside)
    }
    let made = try library.copyOut(version, to: target, as: path, options: options)
    if context.globals.json {
      var line = JSONLine()
      line.fields(of: made ?? version)
      line.field("result", "copied")
      line.field("to", path: target.bytes, encodingKey: "toEncoding")
      return try context.output.write(line.finished())
    }
    let name = VisibleText.string(version.path.bytes)
    try context.output.write(
      "\(name): version \(version.number) copied to \(VisibleText.quoted(destination))\n")
  }
}
