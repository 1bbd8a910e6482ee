import VersionStore

/// `versions list`: the versions of a document, or the documents of the library.
struct ListCommand: Command {
  static let document = OptionalOperand(
    "DOC", .document, "a document, or a folder; without it, the documents of the library")
  static let changed = Flag("--changed", "only documents that differ from their latest version")
  static let deleted = Flag("--deleted", "only documents that were deleted")
  static let ignored = Flag("--ignored", "only files that are no documents, each with the reason")

  static let declaration = CommandDeclaration(
    "list", .looking, "list the versions of a document, or the documents of the library",
    discussion: [
      """
      For a document: each version, newest first, with its number, time, event, size, change in \
      size, person and label. Versions from before a rename are there under the old name, and \
      those of a deleted document too.
      """,
      """
      For a library or a folder: each document with the number of its versions, the time of the \
      latest one, and whether the file now differs from it.
      """,
    ],
    operands: [document], options: VersionFilter.options + [changed, deleted, ignored],
    exclusive: [[changed, deleted, ignored]], pages: true,
    examples: [
      .init("versions list notes.txt", "all versions of notes.txt"),
      .init("versions list notes.txt --since yesterday --event save", "what was saved since then"),
      .init("versions list --deleted", "documents that can be brought back"),
      .init("versions list notes.txt --json -n 1", "the latest version, for a script"),
    ],
    synonyms: ["ls", "history", "versions", "dir"])

  /// Which documents of a library are listed.
  enum Selection: Equatable, Sendable {
    case all, changed, deleted, ignored
  }

  let document: [UInt8]?
  let filter: VersionFilter
  let selection: Selection

  init(document: [UInt8]?, filter: VersionFilter, selection: Selection) {
    self.document = document
    self.filter = filter
    self.selection = selection
  }

  init(_ arguments: ParsedArguments) throws(UsageError) {
    let changed = arguments[Self.changed]
    let deleted = arguments[Self.deleted]
    let ignored = arguments[Self.ignored]
    self.init(
      document: try arguments[Self.document], filter: try VersionFilter(arguments),
      selection: changed ? .changed : deleted ? .deleted : ignored ? .ignored : .all)
  }

  func run(_ context: borrowing Context) throws {
    let workplace = try Workplace(context)
    let filter = try ResolvedFilter(filter, workplace.surroundings)
    guard let document else {
      return try listDocuments(of: try workplace.library(), below: nil, filter, context)
    }
    if !document.starts(with: "id:".utf8) {
      if let (library, folder) = try workplace.locationToList(document) {
        return try listDocuments(of: library, below: folder, filter, context)
      }
    }
    if selection != .all {
      let (library, path) = try workplace.documentPath(document)
      // Neither on disk nor known: said, rather than nothing listed.
      if try library.snapshot(of: path) == nil { _ = try workplace.documentToRead(document) }
      return try listDocuments(of: library, below: path, filter, context)
    }
    try listVersions(document, workplace, filter, context)
  }

  private func listVersions(
    _ argument: [UInt8], _ workplace: Workplace, _ filter: ResolvedFilter,
    _ context: borrowing Context
  ) throws {
    let (library, path, start) = try history(argument, workplace)
    var history = start
    var table = VersionTable(.history(current: path), context, colour: context.colour)
    try filter.write(
      next: { try history.next() }, size: { try library.size(of: $0) },
      write: { try table.write($0, size: $1, before: $2) })
  }

  private func history(
    _ argument: [UInt8], _ workplace: Workplace
  ) throws -> (Library, DocumentPath, History) {
    do {
      let (library, document) = try workplace.documentToRead(argument)
      return (library, document.path, try library.history(of: document))
    } catch let error as StoreError where error.kind == .damaged {
      // What is whole can still be listed; the damage is told after it.
      guard !argument.starts(with: "id:".utf8) else { throw error }
      let (library, path) = try workplace.documentPath(argument)
      guard let whole = try library.history(ofDamaged: path) else { throw error }
      return (library, path, whole)
    }
  }

  private func listDocuments(
    of library: Library, below folder: DocumentPath?, _ filter: ResolvedFilter,
    _ context: borrowing Context
  ) throws {
    let failures = Failures(context.diagnostics)
    var table = DocumentTable(context, colour: context.colour, ignored: selection == .ignored)
    if selection == .ignored {
      return try table.writeIgnored(library, below: folder, failures)
    }
    var rows: [ListedDocument] = []
    var written = 0
    try library.forEachListed(
      below: folder, deleted: selection == .deleted, living: selection != .deleted,
      onlyChanged: selection == .changed,
      problem: { failures.report($1) },
      { listed in
        try Interruption.checkpoint()
        guard passes(listed, filter) else { return true }
        if let problem = listed.problem, problem.kind != .tooBig { failures.report(problem) }
        if filter.isReversed {
          rows.append(listed)
        } else {
          try table.write(listed)
          written += 1
        }
        return written < filter.most
      })
    for listed in rows.reversed().prefix(filter.most) { try table.write(listed) }
    try failures.finish()
  }

  private func passes(_ listed: ListedDocument, _ filter: ResolvedFilter) -> Bool {
    if selection == .changed, listed.state == .same || listed.state == .deleted { return false }
    guard let head = listed.document?.head else { return !filter.isSelective }
    return filter.passes(head)
  }
}
