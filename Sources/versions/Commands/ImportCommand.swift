import Files
import VersionStore

/// `versions import`: takes over histories from elsewhere.
struct ImportCommand: Command {
  static let source = Operand(
    "SOURCE", .document, "a git repository, a bundle, another library, or a folder of copies")
  static let paths = ListOption(
    "--path", "FILE", .document, "only this file or folder of the source; may be repeated")
  static let target = ValueOption(
    "--as", "PATH", .newPath, repeated: .refused,
    "another path for the document, or with '/' at its end a folder for all")
  static let branch = ValueOption(
    "--branch", "NAME", .bytes, repeated: .refused,
    "this branch of a git repository instead of the one that is checked out")
  static let merge = Flag(
    "--merge", "join what is imported, by time, with a document that has versions of its own")

  static let declaration = CommandDeclaration(
    "import", .library, "take over histories, with their times and authors",
    discussion: [
      "What SOURCE is, is found out by looking at it:",
      .terms([
        (
          "a git repository",
          "each file of the branch that is checked out, followed through renames; a file or folder of a work tree, only that"
        ),
        ("a git bundle", "the same; a bundle of a whole history"),
        (
          "another library",
          "its documents with their identities, numbers and labels; a document of one, only that"
        ),
        (
          "a folder of copies",
          "note-1.txt, note (2).txt, 'note 2026-01-03.txt', note.txt~ and note.txt.~3~ become the versions of note.txt; one of them, only that"
        ),
      ]),
      """
      Each commit that changed a file is a version, in the order of time, those of merged branches \
      too, with its author and times; the first line of its message is the label. The newest \
      version is put on disk where nothing is; a file that is there stays as it is.
      """,
      """
      Importing again adds only what is new. An import that was interrupted is finished by running \
      it again. Nothing of the settings, hooks and filters of a repository is used.
      """,
      """
      Numbers never change their meaning. So a document that has versions of its own is left alone \
      (exit code 4), unless you say --as, or --merge: that makes a new document of both histories \
      at the same path, numbered anew, and keeps the old one, deleted, as id:UUID.
      """,
    ],
    operands: [source], options: [paths, target, branch, merge], saves: true,
    examples: [
      .init("versions import ~/project --path notes.md", "notes.md with its history in git"),
      .init("versions import backup/letters --as letters/", "dated copies, below a folder"),
      .init("versions import library.bundle", "what 'versions export' made"),
    ],
    synonyms: ["fetch", "pull", "load"])

  let source: [UInt8]
  let paths: [[UInt8]]
  let target: [UInt8]?
  let branch: [UInt8]?
  let merging: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    source = try arguments[Self.source]
    paths = try arguments[Self.paths]
    target = try arguments[Self.target]
    branch = try arguments[Self.branch]
    merging = arguments[Self.merge]
  }

  func run(_ context: borrowing Context) throws {
    let workplace = try Workplace(context)
    let library = try workplace.library()
    var options = ImportOptions()
    options.paths = paths.map { FilePath($0).normalised.bytes }
      .filter { !$0.elementsEqual(".".utf8) }
    options.branch = branch.map { String(decoding: $0, as: UTF8.self) }
    options.merging = merging
    options.target = try target.map { try place($0, in: library, workplace) }
    let answer = Answer(context)
    let failures = Failures(context.diagnostics)
    let diagnostics = context.diagnostics
    var unwritten: (any Error)?
    try library.importHistories(from: workplace.absolute(source), options: options) { report in
      switch report {
      case .reading(let done, let total):
        diagnostics.progress("reading commits", done: done, total: total)
      case .progress(let done, let total):
        diagnostics.progress("importing versions", done: done, total: total)
      case .done(let outcome):
        do {
          try write(outcome, to: answer)
        } catch {
          unwritten = unwritten ?? error
        }
      case .failed(let error): failures.report(error)
      }
    }
    if let unwritten { throw unwritten }
    try failures.finish()
  }

  private func place(
    _ target: [UInt8], in library: Library, _ workplace: Workplace
  ) throws -> ImportOptions.Target {
    let location = try workplace.location(of: target)
    guard location.library.folder == library.folder else {
      throw CommandFailure(
        .usage, "\(VisibleText.quoted(target)) is not in the library",
        hints: ["name a path in '\(library.folder)'"])
    }
    switch location.place {
    case .library:
      throw CommandFailure(
        .usage, "\(VisibleText.quoted(target)) is the library itself, where documents come anyway")
    case .folder(let path): return .folder(path)
    case .document(let path):
      return target.last == UInt8(ascii: "/") ? .folder(path) : .document(path)
    }
  }

  private func write(_ outcome: ImportOutcome, to answer: Answer) throws {
    let number = outcome.version.number
    let versions = outcome.added == 1 ? "1 version" : "\(outcome.added) versions"
    if let joined = outcome.joined {
      try answer.write(
        "joined", outcome.version,
        "\(versions) imported and joined, up to version \(number); what was there is id:\(joined)")
    } else if outcome.added == 0 {
      try answer.write("unchanged", outcome.version, "nothing new since version \(number)")
    } else {
      try answer.write("imported", outcome.version, "\(versions) imported, up to version \(number)")
    }
  }
}
