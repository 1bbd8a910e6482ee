import Files
import VersionStore

/// `versions log`: everything that happened in the library.
struct LogCommand: Command {
  static let document = OptionalOperand(
    "DOC", .document, "only this document, or the documents below this folder")
  static let sinceCommit = ValueOption(
    "--since-commit", "COMMIT", .bytes, "only what the log lists before COMMIT, which was seen")
  static let sinceDigest = ValueOption(
    "--since-digest", "FILE", .document, "only what came after the digest in FILE")
  static let digest = Flag("--digest", "print a small text that fixes all histories as they are")

  static let declaration = CommandDeclaration(
    "log", .looking, "list every event in the library, newest first",
    discussion: [
      """
      Saves and autosaves, restores, renames, deletions and all other events of all documents in \
      one list, deleted documents too; and what was done to histories: labels, prunes, purges, \
      imports and repairs, with all that the journal says of them.
      """,
      """
      A script that asks again gives the commit of the newest event it has seen, or keeps a digest: \
      that one also tells of events that came with an earlier time, as imports do. 'versions verify \
      --against' holds the library against a digest.
      """,
    ],
    operands: [document], options: LogFilter.options + [sinceCommit, sinceDigest, digest],
    exclusive: [[sinceCommit, sinceDigest, digest]], pages: true,
    examples: [
      .init("versions log -n 20", "what happened last"),
      .init("versions log --event rename --event delete --since 2w", "what went where"),
      .init("versions log --json --path 'letters/*.txt' --host desk", "an audit, for a script"),
      .init("versions log --digest > ~/library.digest", "to hold the library against it later"),
    ],
    synonyms: ["events", "journal", "audit"])

  let document: [UInt8]?
  let filter: LogFilter
  let sinceCommit: [UInt8]?
  let sinceDigest: [UInt8]?
  let digest: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    document = try arguments[Self.document]
    filter = try LogFilter(arguments)
    sinceCommit = try arguments[Self.sinceCommit]
    sinceDigest = try arguments[Self.sinceDigest]
    digest = arguments[Self.digest]
  }

  func run(_ context: borrowing Context) throws {
    let workplace = try Workplace(context)
    if digest {
      return try context.output.write(try LibraryDigest(of: try workplace.library()).bytes)
    }
    let filter = try self.filter.resolved(workplace.surroundings)
    let failures = Failures(context.diagnostics)
    let scope = try HistoryScope(document, workplace)
    var log = try AuditLog(
      scope.library, below: scope.folder, document: scope.document,
      after: try start(workplace)
    ) { failures.report($1) }
    var table = LogTable(context)
    var waiting: [LoggedEvent] = []
    var left = self.filter.limit ?? Int.max
    var problem: (any Error)?
    while left > 0 {
      try Interruption.checkpoint()
      do {
        guard let event = try log.next() else { break }
        guard filter.passes(event) else { continue }
        if self.filter.oldestFirst {
          waiting.append(event)
        } else {
          try table.write(event, in: scope.library)
          left -= 1
        }
      } catch let error as StoreError {
        // What cannot be read is told after what could be.
        problem = error
        break
      }
    }
    for event in waiting.reversed().prefix(left) { try table.write(event, in: scope.library) }
    if let problem { throw problem }
    try failures.finish()
  }

  private func start(_ workplace: Workplace) throws -> AuditLog.Start? {
    if let sinceCommit {
      if let start = AuditLog.Start(commit: sinceCommit) { return start }
      throw CommandFailure(
        .usage, "--since-commit: \(VisibleText.quoted(sinceCommit)) is no commit",
        hints: ["a commit has 40 digits, as 'versions log --json' prints them"])
    }
    guard let sinceDigest else { return nil }
    return .digest(try workplace.digest(sinceDigest))
  }
}

extension Workplace {
  /// Reads a digest from a file.
  func digest(_ argument: [UInt8]) throws -> LibraryDigest {
    let bytes: [UInt8]
    do {
      bytes = try GivenFile.read(absolute(argument))
    } catch let error as SystemError {
      throw CommandFailure(
        error.code == .noSuchFile ? .documentNotFound : .system,
        "\(VisibleText.quoted(argument)) cannot be read: \(error.code)",
        hints: ["make a digest with: versions log --digest > FILE"])
    }
    return try LibraryDigest(bytes)
  }
}
