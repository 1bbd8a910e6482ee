import VersionStore

/// `versions log`: everything that happened in the library.
struct LogCommand: Command {
  static let document = OptionalOperand(
    "DOC", .document, "only this document, or the documents below this folder")

  static let declaration = CommandDeclaration(
    "log", .looking, "list every event in the library, newest first",
    discussion: [
      """
      Saves and autosaves, restores, renames, deletions and all other events of all documents in \
      one list, deleted documents too.
      """
    ],
    operands: [document], options: VersionFilter.options, pages: true,
    examples: [
      .init("versions log -n 20", "what happened last"),
      .init("versions log --event rename --event delete --since 2w", "what went where"),
    ],
    synonyms: ["events", "journal"])

  let document: [UInt8]?
  let filter: VersionFilter

  init(_ arguments: ParsedArguments) throws(UsageError) {
    document = try arguments[Self.document]
    filter = try VersionFilter(arguments)
  }

  func run(_ context: borrowing Context) throws {
    let workplace = try Workplace(context)
    let filter = try ResolvedFilter(filter, workplace.surroundings)
    let failures = Failures(context.diagnostics)
    let scope = try HistoryScope(document, workplace)
    var table = VersionTable(.log, context, colour: context.colour)
    var log = try LibraryLog(scope.library, below: scope.folder, document: scope.document) {
      failures.report($1)
    }
    try filter.write(
      next: { try log.next() }, size: { try scope.library.size(of: $0) },
      write: { try table.write($0, size: $1, before: $2) })
    try failures.finish()
  }
}
