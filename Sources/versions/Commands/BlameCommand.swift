import VersionStore

/// `versions blame`: which version, who and when, for each line, emoji or element.
struct BlameCommand: Command {
  static let document = Operand("DOC", .document, "the document, on disk or no longer")
  static let version = OptionalOperand(
    "VERSION", .version, "which version; without it, the latest one")
  static let lines = ValueOption(
    "--lines", short: "L", "A,B", .linesOfGit,
    "only these lines of the text: 10,20 or 10,+5, or 10 and all that follow")
  static let since = ValueOption(
    "--since", "TIME", .time, "look no further back than TIME; what is older gets a '^'")

  static let partName = ValueOption(
    "--part", "NAME", .needle, repeated: .refused,
    "only this file of a package, or the files in this folder of it")

  static let declaration = CommandDeclaration(
    "blame", .looking, "tell which version made each line, emoji or element",
    discussion: [
      """
      A line of a text belongs to the oldest version from which it came down unchanged. For a \
      drawing it is told who added, moved and resized each emoji and who set the background, for \
      a JSON document who gave each element its value.
      """,
      """
      Renames change nothing. For 'current' as VERSION, what is not saved yet is marked as such. \
      Of a file package all texts, drawings and JSON documents are told, each under its name, and \
      a remark says what was left out.
      """,
    ],
    operands: [document, version], options: [lines, since, partName], pages: true,
    examples: [
      .init("versions blame notes.txt", "the latest version, line by line"),
      .init("versions blame notes.txt -L 10,20 --since 2w", "who changed these lines lately"),
      .init("versions blame art.emojiart 12", "the emojis of version 12"),
      .init("versions blame note.textbundle --part text.md", "one file of a package"),
    ],
    synonyms: ["annotate", "praise", "who"])

  let document: [UInt8]
  let version: [UInt8]?
  let lines: ClosedRange<Int>?
  let since: [UInt8]?
  let part: [UInt8]?

  init(_ arguments: ParsedArguments) throws(UsageError) {
    document = try arguments[Self.document]
    version = try arguments[Self.version]
    lines = try arguments[Self.lines]
    since = try arguments[Self.since]
    part = try arguments[Self.partName]
  }

  func run(_ context: borrowing Context) throws {
    let workplace = try Workplace(context)
    let selector = try version.map { try VersionSelector($0) } ?? .latest
    var options = BlameOptions(lines: lines, part: part)
    if let since {
      options.since = try ResolvedFilter.time(since, option: "--since")
        .start(in: workplace.surroundings)
    }
    let (library, document) = try workplace.documentToRead(self.document)
    let blame = try library.blame(
      try library.resolve(selector, in: document), of: document, options: options)
    if case .parts(_, let skipped) = blame, let remark = Self.remark(onSkipped: skipped) {
      context.warn("skipped", remark)
    }
    try BlameTable(context).write(blame, asked: part)
  }

  /// Which files of a package are not told of.
  private static func remark(onSkipped paths: [[UInt8]]) -> String? {
    guard let first = paths.first else { return nil }
    let name = VisibleText.quoted(first)
    return paths.count == 1
      ? "left out \(name), which is no text, drawing or JSON"
      : "left out \(name) and \(paths.count - 1) more, which are no text, drawing or JSON"
  }
}
