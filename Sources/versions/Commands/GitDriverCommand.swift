import Content
import Files
import VersionStore

/// `versions git-driver`: answers to git where it asks how to compare, to show and to merge a file.
struct GitDriverCommand: Command {
  static let arguments = OperandList(
    "ARGUMENT", .bytes, orNone: true, "what git gives, in the order in which it does")
  static let textconv = Flag("--textconv", "print FILE as lines that git compares")
  static let merge = Flag("--merge", "merge three files, the result into the second one")

  static let declaration = CommandDeclaration(
    "git-driver", .library, "compare, show and merge files for git",
    discussion: [
      """
      'versions git-config' has git call this; nobody needs to type it. Without an option it \
      compares, as git's external diff: PATH OLD-FILE OLD-HEX OLD-MODE NEW-FILE NEW-HEX NEW-MODE, \
      then a renamed file's new path, or PATH alone for one that is not merged yet.
      """,
      """
      --textconv FILE prints a drawing emoji by emoji, JSON with its keys in order, a text as it \
      is, nothing of which steers the terminal.
      """,
      """
      --merge BASE OURS THEIRS [SIZE [PATH [LABELS]]] joins what changed in different emojis, \
      elements or lines. A text in conflict gets marks; a drawing and JSON keep what is ours there, \
      so that they stay whole, and standard error tells what is in conflict. Exit code 0 means \
      merged, 1 conflicts; any failure is 129 or more and leaves OURS alone.
      """,
    ],
    operands: [arguments], options: [textconv, merge],
    exclusive: [[textconv, merge]],
    examples: [
      .init("versions git-driver --textconv art.emojiart", "what git compares of a drawing"),
      .init("versions git-driver --merge base.json mine.json yours.json", "merge into mine.json"),
    ])

  let arguments: [[UInt8]]
  let isTextconv: Bool
  let isMerge: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    self.arguments = try arguments[Self.arguments]
    isTextconv = arguments[Self.textconv]
    isMerge = arguments[Self.merge]
  }

  func run(_ context: borrowing Context) throws {
    if isMerge { return try merge(context) }
    if isTextconv {
      guard arguments.count == 1 else { throw wrongCount("--textconv", "FILE") }
      let file = FilePath(arguments[0])
      let bytes = try GitFile.read(file)
      return try context.output.write(
        ReadableForm(name: file.lastComponent, bytes: bytes).text)
    }
    switch arguments.count {
    case 1:
      try context.output.write(VisibleText.string(arguments[0]) + ": not merged yet\n")
    case 7, 9:
      try GitDifference(arguments).write(context)
    default:
      throw wrongCount(
        nil, "PATH, or PATH OLD-FILE OLD-HEX OLD-MODE NEW-FILE NEW-HEX NEW-MODE")
    }
  }

  /// Whatever goes wrong, git must take it for a failure and not for a conflict.
  private func merge(_ context: borrowing Context) throws {
    let conflicts: [String]
    do {
      guard (3...8).contains(arguments.count) else {
        throw wrongCount("--merge", "BASE OURS THEIRS [SIZE [PATH [LABELS]]]")
      }
      conflicts = try GitMerge(arguments).run()
    } catch {
      let failure = Versions.failure(of: error)
      throw CommandFailure(.mergeFailed, failure.message, hints: failure.hints)
    }
    guard !conflicts.isEmpty else { return }
    let name = VisibleText.quoted(GitMerge.path(arguments))
    for conflict in conflicts { context.warn("conflict", "\(name): \(conflict)") }
    throw ReportedFailure(code: .no)
  }

  private func wrongCount(_ option: String?, _ usage: String) -> CommandFailure {
    CommandFailure(
      .usage,
      "'git-driver\(option.map { " " + $0 } ?? "")' was given "
        + (arguments.count == 1 ? "1 argument" : "\(arguments.count) arguments"),
      hints: ["it takes \(usage)"])
  }
}
