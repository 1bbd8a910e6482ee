import VersionStore

/// `versions find`: in which versions a text appeared and vanished.
struct FindCommand: Command {
  static let text = Operand("TEXT", .needle, "what to look for, letter for letter")
  static let document = OptionalOperand(
    "DOC", .document, "only in this document, or in the documents below this folder")
  static let pattern = Flag("--regex", "TEXT is a POSIX extended regular expression")

  static let declaration = CommandDeclaration(
    "find", .looking, "find the versions in which a text appeared or vanished",
    discussion: [
      """
      The newest first, each as soon as it is found, deleted documents too. A version in which the \
      text merely stayed is not listed. The exit code is 1 where nothing is found.
      """,
      """
      Upper and lower case differ. A text in another encoding is read as its characters, and the \
      strings of JSON and drawings are read as what they say, whatever escapes they are written \
      with. An expression is matched within lines, whose ends are no part of them.
      """,
    ],
    operands: [text, document], options: [pattern], pages: true,
    examples: [
      .init("versions find 'unpaid invoice'", "in all documents"),
      .init("versions find --regex '[Tt]otal: [0-9]+' notes.txt", "in one of them"),
    ],
    synonyms: ["grep", "search", "pickaxe"])

  let text: [UInt8]
  let document: [UInt8]?
  let isPattern: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    text = try arguments[Self.text]
    document = try arguments[Self.document]
    isPattern = arguments[Self.pattern]
  }

  func run(_ context: borrowing Context) throws {
    let search = try isPattern ? TextSearch(regularExpression: text) : TextSearch(text)
    let workplace = try Workplace(context)
    let failures = Failures(context.diagnostics)
    let scope = try HistoryScope(document, workplace)
    var finder = try TextFinder(
      search, in: scope.library, below: scope.folder, document: scope.document
    ) { failures.report($1) }
    var table = FindingTable(context)
    var hasFound = false
    while let (version, change) = try finder.next() {
      try Interruption.checkpoint()
      guard let change else { continue }
      hasFound = true
      try table.write(version, change)
    }
    try failures.finish()
    if !hasFound { throw ReportedFailure(code: .no) }
  }
}
