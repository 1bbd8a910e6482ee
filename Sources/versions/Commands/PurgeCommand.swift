import VersionStore

/// `versions purge`: forgets versions, or a document, for good.
struct PurgeCommand: Command {
  static let document = Operand("DOC", .document, "the document")
  static let version = OptionalOperand(
    "VERSION", .version, "the version to forget; without it, the document with all its versions")
  static let reason = ValueOption(
    "--reason", short: "m", "TEXT", .label, repeated: .refused,
    "why, one line, for the library's journal")
  static let yes = Flag("--yes", "do it; without this nothing is changed")

  static let declaration = CommandDeclaration(
    "purge", .upkeep, "forget a version or a document for good",
    discussion: [
      """
      Without --yes it only says what would be forgotten. Nothing brings back what is: the content \
      is gone from the store when the command returns. The journal keeps who did it, when and why. \
      The file on disk stays.
      """,
      """
      Content that other versions or documents hold, too, stays, and is told. The latest version \
      cannot be forgotten by itself: the file on disk mostly holds the same.
      """,
    ],
    operands: [document, version], options: [reason, yes], saves: true,
    examples: [
      .init("versions purge letter.txt 12 --yes -m 'had a password'", "forget version 12"),
      .init("versions purge letter.txt --yes", "forget the document with all its versions"),
    ],
    synonyms: ["erase", "shred", "destroy", "obliterate"])

  let document: [UInt8]
  let version: [UInt8]?
  let reason: String?
  let isMeant: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    document = try arguments[Self.document]
    version = try arguments[Self.version]
    reason = try arguments[Self.reason]
    isMeant = arguments[Self.yes]
  }

  func run(_ context: borrowing Context) throws {
    let workplace = try Workplace(context)
    // What an earlier one did not finish may be just this.
    var finished: [FinishedPurge] = []
    if isMeant {
      finished = try workplace.library(of: document).finishPurges()
      for purge in finished { try write(purge, context) }
    }
    let library: Library
    let document: Document
    do {
      (library, document) = try workplace.documentToChange(self.document)
    } catch let error as StoreError where error.kind == .documentNotFound {
      if finished.contains(where: { $0.numbers == nil }) { return }
      throw error
    }
    let numbers: [Int]?
    do {
      numbers = try version.map { [try number($0, of: document, in: library)] }
    } catch let error as StoreError where error.kind == .versionNotFound {
      if finished.contains(where: { $0.path == document.path }) { return }
      throw error
    }
    let plan = try library.planPurge(document, numbers: numbers)
    warn(of: plan, context)
    guard isMeant else { return try preview(plan, context) }
    try write(try library.purge(plan, reason: reason), context)
  }

  /// The number of a version, which may be one that was pruned.
  private func number(
    _ text: [UInt8], of document: Document, in library: Library
  ) throws -> Int {
    let selector = try VersionSelector(text)
    do {
      guard case .version(let version) = try library.resolve(selector, in: document) else {
        throw CommandFailure(.usage, "'current' is the file on disk, which stays")
      }
      return version.number
    } catch let error as StoreError where error.kind == .versionNotFound {
      guard case .number(let number) = selector.base, selector.stepsBack == 0,
        try library.planPurge(document).versions.contains(where: { $0.number == number })
      else { throw error }
      return number
    }
  }

  private func warn(of plan: PurgePlan, _ context: borrowing Context) {
    guard !plan.shared.isEmpty else { return }
    let shown = plan.shared.prefix(5).map { version in
      version.document == plan.document.id
        ? "version \(version.number)" : "version \(version.number) of '\(version.path)'"
    }
    let more = plan.shared.count - shown.count
    context.warn(
      "shared-content",
      "content that is to be forgotten stays, as others hold it, too: "
        + shown.joined(separator: ", ") + (more > 0 ? " and \(more) more" : ""),
      hints: ["forget those as well, where it is to go for good"])
  }

  private func preview(_ plan: PurgePlan, _ context: borrowing Context) throws {
    let count = PruneTable.counted(plan.versions.count, "version")
    if context.globals.json {
      for version in plan.versions {
        var line = JSONLine()
        line.fields(of: version)
        line.field("keep", false)
        try context.output.write(line.finished())
      }
      return
    }
    if context.globals.endsNamesWithNull {
      return try context.output.write(plan.document.path.bytes + [0])
    }
    let name = VisibleText.string(plan.document.path.bytes)
    try context.output.write(
      plan.numbers.map { "\(name): version \($0) would be forgotten for good; add --yes\n" }
        ?? "\(name): all \(count) would be forgotten for good; add --yes\n")
  }

  private func write(_ purge: FinishedPurge, _ context: borrowing Context) throws {
    if !purge.unreadable.isEmpty {
      context.warn(
        "unreadable",
        "damaged files in the store cannot be read, and may hold anything: "
          + purge.unreadable.map { "'\(VisibleText.string($0.bytes))'" }.joined(separator: ", "),
        hints: ["remove them by hand, where they are not needed"])
    }
    if context.globals.json {
      var line = JSONLine()
      line.field("document", path: purge.path.bytes)
      line.field("result", "purged")
      line.field("versions", ifAny: purge.numbers?.description)
      return try context.output.write(line.finished())
    }
    if context.globals.endsNamesWithNull { return try context.output.write(purge.path.bytes + [0]) }
    let name = VisibleText.string(purge.path.bytes)
    try context.output.write(
      purge.numbers.map { "\(name): version \($0) is forgotten\n" }
        ?? "\(name): forgotten with all its versions; the file stays\n")
  }
}
