import VersionStore

/// `versions prune`: thins old autosaves.
struct PruneCommand: Command {
  static let documents = OperandList(
    "DOC", .document, orNone: true,
    "a document, or a folder for all documents below it; without it, the whole library")
  static let yes = Flag("--yes", "do it; without this nothing is changed")
  static let undo = Flag(
    "--undo", "bring back what was pruned and not let go by 'compact --expire'")

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
      What went can be brought back with --undo, until 'versions compact --expire'. A document that \
      is named and has nothing to bring back is an error (4); a folder or library without is not.
      """,
    ],
    operands: [documents], options: PolicyOptions.all + [yes, undo],
    exclusive: [
      [undo, PolicyOptions.last], [undo, PolicyOptions.within], [undo, PolicyOptions.likeMacOS],
    ],
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
    policy = try PolicyOptions.policy(arguments)
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
    var found = false
    for document in chosen.documents {
      try Interruption.checkpoint()
      try failures.attempt {
        found = found || chosen.isNamed(document)
        guard try chosen.library.canUndoPrune(document) else {
          guard chosen.isNamed(document) else { return }
          throw CommandFailure(
            .nothingToUndo, "'\(document.path)' has no pruned versions that can be brought back")
        }
        found = true
        let numbers = try chosen.library.undoPrune(document)
        if numbers.isEmpty { return }
        try PruneTable.write(
          document, "unpruned", numbers, PruneTable.areBack(numbers), context.output,
          context.globals)
      }
    }
    if !found {
      context.warn("nothing-to-undo", "no document has pruned versions that can be brought back")
    }
  }
}
