import VersionStore

/// `versions prune`: thins old autosaves.
struct PruneCommand: Command {
  static let documents = OperandList(
    "DOC", .document, orNone: true,
    "a document, or a folder for all documents below it; without it, the whole library")
  static let last = count("--keep-last", "keep the last N versions")
  static let within = ValueOption(
    "--keep-within", "SPAN", .span, "keep all of the last SPAN: 90m, 12h, 30d, 8w or 1y")
  static let hourly = count("--keep-hourly", "keep the newest version of each of the last N hours")
  static let daily = count("--keep-daily", "keep the newest version of each of the last N days")
  static let weekly = count("--keep-weekly", "keep the newest version of each of the last N weeks")
  static let monthly = count(
    "--keep-monthly", "keep the newest version of each of the last N months")
  static let yearly = count("--keep-yearly", "keep the newest version of each of the last N years")
  static let likeMacOS = Flag(
    "--like-macos",
    "keep all of the last day, one an hour of the day before, one a day of the last 30 days, one a week of what is older"
  )
  static let yes = Flag("--yes", "do it; without this nothing is changed")
  static let undo = Flag(
    "--undo", "bring back what was pruned and not let go by 'compact --expire'")

  private static func count(_ name: String, _ help: String) -> ValueOption<Int> {
    ValueOption(name, "N", .number(1...PrunePolicy.largestCount), help)
  }

  private static let rules: [any DeclaredOption] = [
    last, within, hourly, daily, weekly, monthly, yearly, likeMacOS,
  ]

  static let declaration = CommandDeclaration(
    "prune", .upkeep, "thin old autosaves by a policy",
    discussion: [
      """
      Without --yes it only shows, for each version, whether it would be kept or go, and why. The \
      policy is what is given here, or else the library's setting 'prune'. Periods without versions \
      do not count: --keep-daily 7 keeps a version of each of the last seven days that have any.
      """,
      """
      Only autosaves ever go. Kept in any case are the first and the latest version, whatever was \
      saved, restored, copied, imported or labelled, what those came from or replaced, and the last \
      version that is not empty. Numbers and content of what is kept do not change.
      """,
      """
      What went can be brought back with --undo, until 'versions compact --expire'.
      """,
    ],
    operands: [documents], options: rules + [yes, undo],
    exclusive: [[undo, last], [undo, within], [undo, likeMacOS]],
    saves: true, pages: true,
    examples: [
      .init("versions prune --like-macos", "what the desktop's rules would keep"),
      .init("versions prune --keep-last 5 --keep-daily 30 notes.txt --yes", "thin one document"),
      .init("versions config prune 'last=5 daily=30 weekly=52'", "a policy for the library"),
      .init("versions prune --undo notes.txt", "bring back what went"),
    ],
    synonyms: ["thin", "forget", "clean", "expire"])

  let documents: [[UInt8]]
  let policy: PrunePolicy
  let isMeant: Bool
  let undoes: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    documents = try arguments[Self.documents]
    var policy = PrunePolicy()
    policy.last = try arguments[Self.last] ?? 0
    policy.within = try arguments[Self.within] ?? 0
    policy.hourly = try arguments[Self.hourly] ?? 0
    policy.daily = try arguments[Self.daily] ?? 0
    policy.weekly = try arguments[Self.weekly] ?? 0
    policy.monthly = try arguments[Self.monthly] ?? 0
    policy.yearly = try arguments[Self.yearly] ?? 0
    policy.likeMacOS = arguments[Self.likeMacOS]
    self.policy = policy
    isMeant = arguments[Self.yes]
    undoes = arguments[Self.undo]
  }

  func run(_ context: borrowing Context) throws {
    let failures = Failures(context.diagnostics)
    let chosen = try ChosenDocuments(documents, try Workplace(context), failures)
    if undoes {
      try undo(chosen, failures, context)
    } else {
      let policy = try policy(for: chosen.library)
      if isMeant {
        try prune(chosen, policy, failures, context)
      } else {
        try preview(chosen, policy, failures, context)
      }
    }
    try failures.finish()
  }

  private func policy(for library: Library) throws -> PrunePolicy {
    if !policy.isEmpty { return policy }
    if let policy = library.settings.prunePolicy { return policy }
    throw CommandFailure(
      .emptyPolicy, "no policy says what to keep",
      hints: [
        "give rules, as in: versions prune --like-macos",
        "or keep a policy in the library: versions config prune 'last=5 daily=30 weekly=52'",
      ])
  }

  private func preview(
    _ chosen: ChosenDocuments, _ policy: PrunePolicy, _ failures: Failures,
    _ context: borrowing Context
  ) throws {
    let sources = try chosen.library.pruneSources()
    var table = PruneTable(context)
    for document in chosen.documents {
      try Interruption.checkpoint()
      // The table lives outside of the closure that may fail.
      var plan: PrunePlan?
      try failures.attempt {
        plan = try chosen.library.planPrune(document, by: policy, sources: sources)
      }
      if let plan { try table.write(plan, named: chosen.isNamed(document)) }
    }
    try table.finish()
  }

  private func prune(
    _ chosen: ChosenDocuments, _ policy: PrunePolicy, _ failures: Failures,
    _ context: borrowing Context
  ) throws {
    let output = context.output
    let globals = context.globals
    var written: (any Error)?
    try chosen.library.prune(chosen.documents, by: policy) { document, result in
      do {
        switch result {
        case .success(let numbers):
          try PruneTable.write(
            document, "pruned", numbers, "pruned \(PruneTable.versions(numbers))", output, globals)
        case .failure(let error): failures.report(error)
        }
      } catch {
        written = error
      }
    }
    if let written { throw written }
  }

  private func undo(
    _ chosen: ChosenDocuments, _ failures: Failures, _ context: borrowing Context
  ) throws {
    for document in chosen.documents {
      try Interruption.checkpoint()
      try failures.attempt {
        guard try chosen.library.canUndoPrune(document) else {
          guard chosen.isNamed(document) else { return }
          throw CommandFailure(
            .nothingToUndo, "'\(document.path)' has no pruned versions that can be brought back")
        }
        let numbers = try chosen.library.undoPrune(document)
        if numbers.isEmpty { return }
        try PruneTable.write(
          document, "unpruned", numbers, PruneTable.areBack(numbers), context.output,
          context.globals)
      }
    }
  }
}
