import Files
import VersionStore

/// `versions init`: makes a folder a library.
struct InitCommand: Command {
  static let folder = OptionalOperand(
    "FOLDER", .folder, "the folder; without it, the current one")

  static let store = ValueOption(
    "--store", "PATH", .newPath, repeated: .refused,
    "keep the versions at PATH instead, such as outside of a folder that is synchronised")

  static let declaration = CommandDeclaration(
    "init", .library, "make a folder a library",
    discussion: [
      """
      From then on every document in the folder can have versions. They are kept in the folder \
      '.versions' inside it, which stock git reads as a bare repository. Documents stay as they \
      are: the first save or autosave makes their first version.
      """,
      "A folder that is a library already stays as it is.",
    ],
    operands: [folder], options: [store],
    examples: [
      .init("versions init ~/Writing", "keep versions of what is in ~/Writing"),
      .init("versions init ~/Sync --store ~/sync-versions", "and do not synchronise them"),
    ],
    synonyms: ["create", "new", "start", "setup"])

  let folder: [UInt8]?
  /// Where the store is to be; nil for inside the folder.
  let storePath: [UInt8]?

  init(_ arguments: ParsedArguments) throws(UsageError) {
    folder = try arguments[Self.folder]
    storePath = try arguments[Self.store]
  }

  func run(_ context: borrowing Context) throws {
    let workplace = try Workplace(context)
    let given = folder ?? [UInt8(ascii: ".")]
    let path = workplace.absolute(given)
    let (library, isNew) = try make(
      path, store: storePath.map { workplace.absolute($0) }, workplace.surroundings)
    if isNew { try tellOfOuterLibrary(library, workplace, context) }
    if context.globals.json {
      var line = JSONLine()
      line.field("library", path: library.folder.bytes)
      line.field("id", ifAny: library.settings.library?.description)
      line.field("result", isNew ? "made" : "unchanged")
      return try context.output.write(line.finished())
    }
    let name = VisibleText.quoted(library.folder.bytes)
    try context.output.write(
      isNew ? "\(name) is a library now\n" : "\(name) is a library already\n")
  }

  /// Says where the versions are that documents in a new library had in an outer one.
  private func tellOfOuterLibrary(
    _ library: Library, _ workplace: Workplace, _ context: borrowing Context
  ) throws {
    guard let folder = try Library.folder(above: library.folder.parent),
      let inner = library.folder.relative(to: folder).flatMap(DocumentPath.init)
    else { return }
    let outer = try Library(folder, surroundings: workplace.surroundings)
    var count = 0
    try outer.forEachDocument(damaged: { _, _ in }) { document in
      if !document.isDeleted, document.path.isBelow(inner) { count += 1 }
    }
    if count == 0 { return }
    context.warn(
      "outer-library",
      "\(VisibleText.quoted(folder.bytes)) has versions of \(count) document\(count == 1 ? "" : "s") "
        + "in it, which stay there",
      hints: [
        "list them with: versions list --library \(ShellWord.quoted(folder.bytes)) "
          + ShellWord.quoted(library.folder.bytes)
      ])
  }

  /// Makes the library, or opens the one that is there.
  private func make(
    _ path: FilePath, store: FilePath?, _ surroundings: Surroundings
  ) throws -> (library: Library, isNew: Bool) {
    do throws(StoreError) {
      return (try Library.create(path, storeElsewhere: store, surroundings: surroundings), true)
    } catch {
      if error.kind != .libraryExists { throw error }
    }
    let library = try Library(path, surroundings: surroundings)
    if let store, store != library.store {
      throw CommandFailure(
        .targetExists,
        "\(VisibleText.quoted(library.folder.bytes)) is a library already, with its store in "
          + VisibleText.quoted(library.store.bytes),
        hints: [
          "move the store, and name its new place in "
            + VisibleText.quoted(library.folder.appending(Array(".versions".utf8)).bytes)
        ])
    }
    return (library, false)
  }
}
