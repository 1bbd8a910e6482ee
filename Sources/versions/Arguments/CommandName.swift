/// The commands by name, in the order in which the overview lists them.
enum CommandName: String, CaseIterable, Sendable {
  case initialise = "init"
  case save, autosave, watch
  case list, status, log, show, diff, blame, find
  case restore, copy, undo
  case rename, duplicate, delete
  case label, lock, unlock
  case `import`, export
  case prune, purge, compact
  case verify, stats
  case config
  case gitConfig = "git-config"
  case gitDriver = "git-driver"
  case help, completions

  /// Names that are kept for commands to come.
  static let reserved = ["sync", "browse"]

  /// The type that is the command; its declaration is built when it is first asked for.
  var type: any Command.Type {
    switch self {
    case .initialise: InitCommand.self
    case .save: SaveCommand.self
    case .autosave: AutosaveCommand.self
    case .watch: WatchCommand.self
    case .list: ListCommand.self
    case .status: StatusCommand.self
    case .log: LogCommand.self
    case .show: ShowCommand.self
    case .diff: DiffCommand.self
    case .blame: BlameCommand.self
    case .find: FindCommand.self
    case .restore: RestoreCommand.self
    case .copy: CopyCommand.self
    case .undo: UndoCommand.self
    case .rename: RenameCommand.self
    case .duplicate: DuplicateCommand.self
    case .delete: DeleteCommand.self
    case .label: LabelCommand.self
    case .lock: LockCommand.self
    case .unlock: UnlockCommand.self
    case .import: ImportCommand.self
    case .export: ExportCommand.self
    case .verify: VerifyCommand.self
    case .stats: StatsCommand.self
    case .prune: PruneCommand.self
    case .purge: PurgeCommand.self
    case .compact: CompactCommand.self
    case .config: ConfigCommand.self
    case .gitConfig: GitConfigCommand.self
    case .gitDriver: GitDriverCommand.self
    case .help: HelpCommand.self
    case .completions: CompletionsCommand.self
    }
  }

  /// All declarations, for the overview, the manual page and completions.
  static var declarations: [CommandDeclaration] { allCases.map { $0.type.declaration } }

  /// The command of this name.
  static func find(_ name: [UInt8]) throws(UsageError) -> any Command.Type {
    let text = String(decoding: name, as: UTF8.self)
    if let command = CommandName(rawValue: text) { return command.type }
    if reserved.contains(text) { throw .reservedCommand(text) }
    throw .unknownCommand(name)
  }

  /// Commands that a wrong name may have meant, the likeliest first.
  static func suggestions(for name: [UInt8]) -> [String] {
    let text = String(decoding: name, as: UTF8.self)
    let visible = declarations.filter { !$0.isHidden }
    let synonyms = visible.filter { $0.synonyms.contains(text) }.map(\.name)
    return synonyms.isEmpty ? Suggestion.closest(to: name, among: visible.map(\.name)) : synonyms
  }
}
