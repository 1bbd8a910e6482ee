import Files
import VersionStore

/// `versions show`: prints the content of a version.
struct ShowCommand: Command {
  static let document = Operand("DOC", .document, "the document, on disk or no longer")
  static let version = OptionalOperand(
    "VERSION", .version, "which version; without it, the latest one")
  static let partName = ValueOption(
    "--part", "NAME", .bytes, repeated: .refused, "print one part of a file package")
  static let facts = Flag("--info", "print the facts about the version instead of its content")

  static let declaration = CommandDeclaration(
    "show", .looking, "print the content of a version, exact bytes",
    discussion: [
      """
      Into a pipe or a file go the exact bytes; on a terminal, what would steer it is made \
      visible.
      """,
      "'versions help selectors' explains how to name a VERSION.",
    ],
    operands: [document, version], options: [facts, partName], pages: true,
    examples: [
      .init("versions show notes.txt 12", "version 12"),
      .init("versions show notes.txt yesterday > old.txt", "as it was at the end of yesterday"),
      .init("versions show drawing.emojiart latest~1 --info", "about the one before the latest"),
    ],
    synonyms: ["cat", "print", "view", "get"])

  let document: [UInt8]
  let version: [UInt8]?
  let showsFacts: Bool
  /// The part of a package to print.
  let part: [UInt8]?

  init(_ arguments: ParsedArguments) throws(UsageError) {
    document = try arguments[Self.document]
    version = try arguments[Self.version]
    showsFacts = arguments[Self.facts]
    part = try arguments[Self.partName]
  }

  func run(_ context: borrowing Context) throws {
    let workplace = try Workplace(context)
    let selector = try version.map { try VersionSelector($0) } ?? .latest
    let selection = try workplace.select(selector, in: document)
    let (library, selected, path) = (selection.library, selection.selected, selection.path)
    if showsFacts {
      return try VersionFacts(context).write(selected, of: path, in: library)
    }
    let content: DocumentContent
    switch selected {
    case .version(let version): content = try library.content(of: version)
    case .current:
      guard let snapshot = try library.snapshot(of: path) else {
        throw CommandFailure(
          .versionNotFound, "'\(path)' is not on disk, so it has no 'current'",
          hints: ["the latest version: versions show \(ShellWord.quoted(path.bytes))"])
      }
      content = snapshot.content
    }
    let bytes = try bytes(of: content, path)
    if context.globals.json {
      var line = JSONLine()
      if case .version(let version) = selected {
        line.fields(of: version)
      } else {
        line.field("document", path: path.bytes)
        line.field("size", bytes.count)
      }
      if String(validating: bytes, as: UTF8.self) != nil {
        line.field("text", text: bytes)
      } else {
        line.field("base64", Base64.encode(bytes))
      }
      return try context.output.write(line.finished())
    }
    if context.isForPeople {
      // What stands in a document never steers the terminal; a pipe or a file gets the exact bytes.
      return try context.output.write(VisibleText.lines(bytes))
    }
    try bytes.withRawBytes { (raw) throws(OutputFailure) in try context.output.write(raw) }
  }

  private func bytes(of content: DocumentContent, _ path: DocumentPath) throws -> [UInt8] {
    switch content {
    case .flat(let bytes, _), .link(let bytes):
      guard part == nil else {
        throw CommandFailure(.usage, "'\(path)' is no package and has no parts")
      }
      return bytes
    case .package(let parts):
      let names = parts.compactMap { (part) -> [UInt8]? in
        if case .folder = part.kind { nil } else { part.path }
      }
      guard let part else {
        throw CommandFailure(
          .usage,
          "'\(path)' is a package of \(names.count == 1 ? "1 part" : "\(names.count) parts"); "
            + "say which one to show",
          hints: names.prefix(10).map { "--part \(ShellWord.quoted($0))" })
      }
      for candidate in parts where candidate.path == part {
        switch candidate.kind {
        case .file(let bytes, _), .link(let bytes): return bytes
        case .folder: break
        }
      }
      throw CommandFailure(
        .versionNotFound, "'\(path)' has no part \(VisibleText.quoted(part))",
        hints: names.prefix(10).map { "--part \(ShellWord.quoted($0))" })
    }
  }
}
