/// Everything that is known of a command without running it.
struct CommandDeclaration: Sendable {
  let name: String
  let group: CommandGroup
  /// One sentence in the imperative, in lower case and without a full stop.
  let summary: String
  let discussion: [Prose]
  let operands: [OperandDeclaration]
  let options: [OptionDeclaration]
  /// Full names of options of which only one may be given.
  let exclusive: [[String]]
  /// Whether it makes versions, so that `--author` says who does.
  let saves: Bool
  /// Whether its answer may be long, so that people get it through a pager.
  let pages: Bool
  let examples: [Example]
  /// Whether the overview leaves it out.
  let isHidden: Bool
  /// What people call it elsewhere, for "did you mean".
  let synonyms: [String]

  /// A command line and what it does.
  struct Example: Sendable {
    let line: String
    let meaning: String

    init(_ line: String, _ meaning: String) {
      self.line = line
      self.meaning = meaning
    }
  }

  init(
    _ name: String, _ group: CommandGroup, _ summary: String, discussion: [Prose] = [],
    operands: [any DeclaredOperand] = [], options: [any DeclaredOption] = [],
    exclusive: [[any DeclaredOption]] = [], saves: Bool = false, pages: Bool = false,
    examples: [Example],
    isHidden: Bool = false, synonyms: [String] = []
  ) {
    self.name = name
    self.group = group
    self.summary = summary
    self.discussion = discussion
    self.operands = operands.map(\.declaration)
    self.options = options.map(\.declaration)
    self.exclusive = exclusive.map { $0.map(\.declaration.long) }
    self.saves = saves
    self.pages = pages
    self.examples = examples
    self.isHidden = isHidden
    self.synonyms = synonyms
  }

  /// Its own options, then those that every command has.
  var allOptions: [OptionDeclaration] { options + commonOptions }

  /// The options that it shares with other commands.
  var commonOptions: [OptionDeclaration] {
    saves ? [GlobalOptions.author.declaration] + GlobalOptions.all : GlobalOptions.all
  }

  /// How it is used: `versions show DOC [VERSION] [OPTION...]`.
  var synopsis: String {
    let words = operands.map(\.synopsis) + ["[OPTION...]"]
    return "versions \(name) " + words.joined(separator: " ")
  }
}

/// The tasks by which the overview lists commands.
enum CommandGroup: CaseIterable, Sendable {
  case saving, looking, returning, naming, guarding, upkeep, library

  var title: String {
    switch self {
    case .saving: "Make versions"
    case .looking: "Look at versions"
    case .returning: "Bring something back"
    case .naming: "Move, copy and delete with history"
    case .guarding: "Label and guard"
    case .upkeep: "Keep the library small"
    case .library: "Libraries, settings and help"
    }
  }
}
