import Files
import VersionStore

/// `versions export`: gives histories away.
struct ExportCommand: Command {
  static let document = OptionalOperand(
    "DOC", .document, "a document, or a folder with all below it; without it, the whole library")
  static let format = ValueOption(
    "--format", "FORMAT", .choice(of: ExportFormat.self), repeated: .refused,
    "what it is made as")
  static let target = ValueOption(
    "--to", "PATH", .newPath, repeated: .refused, "where it is to be; nothing may be there yet")

  static let declaration = CommandDeclaration(
    "export", .library, "give a document or the library away, with all versions",
    discussion: [
      .terms([
        ("bundle", "one file, which 'git clone' takes"),
        ("git", "a git repository: one branch, ordinary file names, a commit for each version"),
        ("files", "a folder of numbered files, each with its time: letter-v0012.txt"),
        ("patches", "a folder of patches, which 'git am' and 'git apply' take"),
      ]),
      """
      Versions of several documents come in the order of time. Bundles and git repositories keep \
      all that is known of each version: 'versions import' makes the same versions of them. Files \
      have no room for deletions, and patches none for versions that change no content.
      """,
      "All but files need git. What is exported appears in one step, when it is whole.",
    ],
    operands: [document], options: [format, target],
    examples: [
      .init("versions export letter.txt --format files --to letters", "each version as a file"),
      .init("versions export --format bundle --to library.bundle", "all, in one file"),
    ],
    synonyms: ["archive", "push", "dump"])

  let document: [UInt8]?
  let format: ExportFormat
  let target: [UInt8]

  init(_ arguments: ParsedArguments) throws(UsageError) {
    document = try arguments[Self.document]
    let format = try arguments[Self.format]
    let target = try arguments[Self.target]
    guard let format else { throw .missingChoice(["--format"], command: "export") }
    guard let target else { throw .missingChoice(["--to"], command: "export") }
    self.format = format
    self.target = target
  }

  func run(_ context: borrowing Context) throws {
    let workplace = try Workplace(context)
    let (library, exported, folder) = try whatIsMeant(workplace)
    let diagnostics = context.diagnostics
    let outcome = try library.export(
      exported, below: folder, as: format, to: workplace.absolute(target)
    ) { done, total in
      diagnostics.progress("exporting versions", done: done, total: total)
    }
    try write(outcome, to: context)
  }

  /// The library, and the document or the folder of it that is meant.
  private func whatIsMeant(
    _ workplace: Workplace
  ) throws -> (Library, document: Document?, folder: DocumentPath?) {
    guard let document else { return (try workplace.library(), nil, nil) }
    if !document.starts(with: "id:".utf8) {
      let location = try workplace.location(of: document)
      switch location.place {
      case .library: return (location.library, nil, nil)
      case .folder(let path): return (location.library, nil, path)
      case .document: break
      }
    }
    let found = try workplace.documentToRead(document)
    return (found.library, found.document, nil)
  }

  private func write(_ outcome: ExportOutcome, to context: borrowing Context) throws {
    if context.globals.json {
      var line = JSONLine()
      line.field("result", "exported")
      line.field("format", format.rawValue)
      line.field("path", path: target)
      line.field("documents", outcome.documents)
      line.field("versions", outcome.versions)
      line.field("leftOut", outcome.leftOut)
      return try context.output.write(line.finished())
    }
    if context.globals.endsNamesWithNull { return try context.output.write(target + [0]) }
    func count(_ number: Int, _ thing: String) -> String {
      number == 1 ? "1 \(thing)" : "\(number) \(thing)s"
    }
    var sentence =
      ": \(count(outcome.versions, "version")) of \(count(outcome.documents, "document"))"
    if outcome.leftOut > 0 {
      sentence +=
        "; left out "
        + (format == .files
          ? count(outcome.leftOut, "deletion")
          : "\(count(outcome.leftOut, "version")) without a change")
    }
    try context.output.write(VisibleText.bytes(target) + Array("\(sentence)\n".utf8))
  }
}
