import Files
import VersionStore
import Watching

/// `versions watch`: autosaves whatever other programs write, until it is stopped.
struct WatchCommand: Command {
  static let folder = OptionalOperand(
    "FOLDER", .folder, "the library's folder; without it, the library around the current one")
  static let quietPeriod = ValueOption(
    "--quiet-period", "TIME", .duration(Setting.quietPeriods),
    "how long a document is left alone before it becomes a version; without it, the setting 'quietPeriod', or 0.5s"
  )
  static let longestWait = ValueOption(
    "--longest-wait", "TIME", .duration(Setting.longestWaits),
    "how long after its first change it becomes one though it still changes; without it, the setting 'longestWait', or 30s"
  )
  static let poll = Flag(
    "--poll", "look again and again instead of asking the system for events")
  static let status = Flag("--status", "say whether the library is watched, and since when")

  static let declaration = CommandDeclaration(
    "watch", .saving, "autosave whatever any program writes, until stopped",
    discussion: [
      """
      Follows all folders of the library and makes a version of each document that a program has \
      written and left alone: one version for each save, and now and then one of a document that \
      a program keeps on writing. Documents and folders that are renamed keep their history. What \
      changed while nobody watched is found at the start.
      """,
      """
      Changes that come from other machines, on a network's file system, tell nothing: there the \
      folders are looked at every two seconds or less often, as everywhere with --poll. Who holds \
      a file open after writing to it has it saved after the longest wait.
      """,
      """
      SIGINT and SIGTERM end it with exit code 0 when all that waits is saved; a second one ends it \
      at once. A library is watched once only: exit code 5. --status ends with 0 where it is \
      watched, else with 1. With --json a line for each version is printed, and on standard \
      error the progress of finding what changed before the start.
      """,
    ],
    operands: [folder], options: [quietPeriod, longestWait, poll, status],
    exclusive: [
      [status, quietPeriod], [status, longestWait], [status, poll],
    ], saves: true,
    examples: [
      .init("versions watch ~/Writing", "until Ctrl-C"),
      .init("versions watch --quiet-period 2s --longest-wait 5m", "fewer versions"),
      .init("versions watch --status", "is this library watched?"),
    ],
    synonyms: ["follow", "monitor", "daemon", "auto-save"])

  let folder: [UInt8]?
  let options: WatchOptions
  let asksForStatus: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    folder = try arguments[Self.folder]
    options = WatchOptions(
      quietPeriod: try arguments[Self.quietPeriod], longestWait: try arguments[Self.longestWait],
      polls: arguments[Self.poll])
    asksForStatus = arguments[Self.status]
  }

  func run(_ context: borrowing Context) throws {
    let library = try library(context)
    if asksForStatus { return try tellStatus(of: library, context) }
    let presentation = WatchPresentation(context, library)
    let watcher = try Watcher(library, options: options) { presentation.tell($0) }
    let packing = CompactionBesideWatching(library)
    let unsaved = try watcher.run {
      packing.look(after: presentation.outcomes)
      return Interruption.isRequested || presentation.failure != nil
    }
    if let failure = presentation.failure { throw failure }
    guard let (_, error) = unsaved.first else { return }
    // Each was told when it happened.
    throw ReportedFailure(code: CommandFailure(error).kind.exitCode)
  }

  private func library(_ context: borrowing Context) throws -> Library {
    let workplace = try Workplace(context)
    guard let folder else { return try workplace.library() }
    let location = try workplace.location(of: folder)
    guard location.place == .library else {
      let name = ShellWord.quoted(location.library.folder.bytes)
      throw CommandFailure(
        .usage, "\(VisibleText.quoted(folder)) is no library, but in one",
        hints: ["a library is watched as a whole: versions watch \(name)"])
    }
    return location.library
  }

  private func tellStatus(of library: Library, _ context: borrowing Context) throws {
    let status = try WatchStatus(of: library)
    let since = status.map { LocalTime($0.since) }
    if context.globals.json {
      var line = JSONLine()
      line.field("library", path: library.folder.bytes)
      line.field("watched", status != nil)
      line.field("process", ifAny: status?.process)
      line.field("host", ifAny: status?.host)
      line.field("since", ifAny: since)
      line.field("mode", ifAny: status.map { $0.polls ? "polling" : "events" })
      try context.output.write(line.finished())
    } else if let status, let since {
      var text = VisibleText.bytes(library.folder.bytes)
      text += ": watched since ".utf8 + context.times.text(since)
      text += " by process \(status.process) on ".utf8 + VisibleText.bytes(Array(status.host.utf8))
      if status.polls { text += ", which looks again and again".utf8 }
      try context.output.write(text + [UInt8(ascii: "\n")])
    } else {
      try context.output.write(VisibleText.bytes(library.folder.bytes) + ": not watched\n".utf8)
    }
    if status == nil { throw ReportedFailure(code: .no) }
  }
}
