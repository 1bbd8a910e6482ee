import Content
import VersionStore

/// `versions diff`: what differs between two states of a document, or of two documents.
struct DiffCommand: Command {
  static let document = Operand("DOC", .document, "the document, on disk or no longer")
  static let older = OptionalOperand(
    "A", .version, "the older version; without it the latest one, with --with the current state")
  static let newer = OptionalOperand(
    "B", .version, "the newer version, with --with one of OTHER; without it the current state")
  static let other = ValueOption(
    "--with", "OTHER", .document, repeated: .refused, "compare with another document")
  static let sideBySide = Flag(
    "--side-by-side", short: "y", "show texts in two columns, as wide as the terminal")
  static let word = Flag("--word", "show changed words where they stand instead of lines")
  static let format = ValueOption(
    "--format", "FORMAT", .choice(of: PatchFormat.self),
    "print a patch that turns the older side of DOC into the newer one: unified")
  static let stat = Flag("--stat", "print how many lines were added and removed")
  static let nameOnly = Flag("--name-only", "print the names of what differs")
  static let quiet = Flag("--quiet", short: "q", "print nothing; the exit code tells")
  static let ignoreFormat = Flag(
    "--ignore-format", "do not count what only has another form, such as other line ends")
  static let context = ValueOption(
    "--unified", short: "U", "N", .number(0...1_000_000),
    "show N unchanged lines around each change; 3 unless told")
  static let ignoreSpaceChange = Flag(
    "--ignore-space-change", short: "b", "let all runs of blanks count as the same")
  static let ignoreAllSpace = Flag("--ignore-all-space", short: "w", "let blanks not count")
  static let ignoreBlankLines = Flag(
    "--ignore-blank-lines", "let added and removed blank lines not count")
  static let patience = Flag("--patience", "match lines first that occur once on each side")

  static let declaration = CommandDeclaration(
    "diff", .looking, "compare two versions, or a version with the file as it is",
    discussion: [
      """
      Without A and B, the latest version with the file as it is; with A alone, A with the file as \
      it is. With --with, A is a version of DOC and B one of OTHER, and each is the file as it is \
      unless it is given. What is not there counts as an empty side.
      """,
      """
      Texts are compared by line with the changed words marked: by colour, or without it as \
      [-old-] and {+new+}. Drawings are compared by emoji, JSON by path, file packages by part. \
      What the eye cannot see is said in words.
      """,
      """
      Exit code 0 means no difference, 1 that they differ. 'versions help selectors' explains how \
      to name a version, 'versions help diff-json' the objects of --json.
      """,
    ],
    operands: [document, older, newer],
    options: [
      other, sideBySide, word, format, stat, nameOnly, quiet, ignoreFormat, context,
      ignoreSpaceChange, ignoreAllSpace, ignoreBlankLines, patience,
    ],
    exclusive: [
      [format, stat, nameOnly, quiet, sideBySide, word],
      [GlobalOptions.json, format, stat, nameOnly, sideBySide, word],
    ],
    pages: true,
    examples: [
      .init("versions diff notes.txt", "what changed since the latest version"),
      .init("versions diff notes.txt 3 7", "what changed between two versions"),
      .init("versions diff drawing.emojiart yesterday", "what changed since yesterday"),
      .init("versions diff notes.txt --with other.txt", "two documents as they are"),
      .init("versions diff notes.txt 3 --format unified > p.diff", "a patch for 'git apply'"),
    ],
    synonyms: ["compare", "difference"])

  let document: [UInt8]
  let older: [UInt8]?
  let newer: [UInt8]?
  let other: [UInt8]?
  let presentation: DifferencePresentation
  let ignoresFormat: Bool
  let options: ComparisonOptions

  init(_ arguments: ParsedArguments) throws(UsageError) {
    document = try arguments[Self.document]
    older = try arguments[Self.older]
    newer = try arguments[Self.newer]
    other = try arguments[Self.other]
    ignoresFormat = arguments[Self.ignoreFormat]
    let isPatch = try arguments[Self.format] != nil
    let wanted: [(DifferencePresentation, Bool)] = [
      (.sideBySide, arguments[Self.sideBySide]), (.words, arguments[Self.word]),
      (.patch, isPatch), (.counts, arguments[Self.stat]), (.names, arguments[Self.nameOnly]),
      (.nothing, arguments[Self.quiet]),
    ]
    presentation = wanted.first { $0.1 }?.0 ?? .lines
    var options = ComparisonOptions()
    options.context = try arguments[Self.context] ?? options.context
    if arguments[Self.ignoreSpaceChange] { options.whitespace = .ignoringChange }
    if arguments[Self.ignoreAllSpace] { options.whitespace = .ignoringAll }
    options.ignoresBlankLines = arguments[Self.ignoreBlankLines]
    if arguments[Self.patience] { options.algorithm = .patience }
    self.options = options
  }

  func run(_ context: borrowing Context) throws {
    let workplace = try Workplace(context)
    let first = try older.map { try VersionSelector($0) }
    let second = try newer.map { try VersionSelector($0) } ?? .current
    let from: Selection
    let to: Selection
    if let other {
      from = try workplace.select(first ?? .current, in: document)
      to = try workplace.select(second, in: other)
    } else {
      let both = try workplace.select([first ?? .latest, second], in: document)
      (from, to) = (both[0], both[1])
    }
    if other == nil, case .version(let one) = from.selected, case .version(let two) = to.selected,
      one.tree == two.tree
    {
      return
    }
    let old = try ComparedState(from)
    let new = try ComparedState(to)
    let comparison = Comparison(old: old.side, new: new.side, options: options)
    guard comparison.isDifferent(ignoringFormat: ignoresFormat) else { return }
    try write(comparison, old, new, context)
    throw ReportedFailure(code: .no)
  }

  private func write(
    _ comparison: Comparison, _ old: ComparedState, _ new: ComparedState,
    _ context: borrowing Context
  ) throws {
    if presentation == .nothing { return }
    if context.globals.json {
      if let remark = comparison.remark { context.warn("fallback", remark) }
      if comparison.isCoarse { context.warn("coarse", PeoplePresentation.coarseRemark) }
      let json = DifferenceJSON(ignoresFormat: ignoresFormat)
      return try json.eachLine(comparison) { (line) throws(OutputFailure) in
        try context.output.write(line)
      }
    }
    switch presentation {
    case .nothing: break
    case .patch:
      let patch = PatchPresentation(path: old.path, ignoresFormat: ignoresFormat)
      try context.output.write(
        context.output.isTerminal
          ? try patch.visible(comparison) : try patch.bytes(comparison))
    case .counts:
      let stat = StatPresentation(
        path: old.path, ignoresFormat: ignoresFormat, isForPeople: context.isForPeople,
        endsNamesWithNull: context.globals.endsNamesWithNull, colour: context.colour,
        width: Self.width)
      try context.output.write(stat.bytes(comparison))
    case .names:
      let names = NamePresentation(
        path: old.path, ignoresFormat: ignoresFormat,
        endsNamesWithNull: context.globals.endsNamesWithNull)
      try context.output.write(names.bytes(comparison))
    case .lines, .words, .sideBySide:
      let people = PeoplePresentation(
        colour: context.colour, texts: textLayout, ignoresFormat: ignoresFormat)
      let heading = old.heading(before: new, ofOtherDocument: other != nil)
      try context.output.write(people.bytes(comparison, heading: heading))
    }
  }

  private var textLayout: PeoplePresentation.TextLayout {
    switch presentation {
    case .sideBySide: .sideBySide(width: Self.width)
    case .words: .words
    default: .lines
    }
  }

  /// Columns of the terminal; for a pipe what the environment says, else 80.
  private static var width: Int {
    Terminal.width() ?? Terminal.environment("COLUMNS").flatMap { Int($0) } ?? 80
  }
}

/// The formats of patches.
enum PatchFormat: String, CaseIterable, Sendable {
  case unified
}

/// The ways in which differences are presented; `--json` goes before them.
enum DifferencePresentation: Sendable {
  case lines, words, sideBySide
  case patch, counts, names, nothing
}
