import Files
import VersionStore

/// The events of a library as lines: for people in columns, with `--json` as objects, with `-z` by
/// exact names.
struct LogTable {
  private let globals: GlobalArguments
  private let times: HumanTime
  private let output: Output
  private var versions: VersionTable
  private var table: StreamingTable
  private var line = JSONLine()

  init(_ context: borrowing Context) {
    globals = context.globals
    output = context.output
    times = context.times
    versions = VersionTable(.log, context, colour: context.colour)
    table = StreamingTable(
      VersionTable.logColumns(times, limit: context.isForPeople ? 24 : nil), colour: context.colour)
  }

  /// Writes one event.
  mutating func write(_ event: LoggedEvent, in library: Library) throws {
    switch event {
    case .version(let version):
      let size = globals.json ? version.size ?? (try? library.size(of: version)) : nil
      try versions.write(version, size: size, before: nil)
    case .journal(let entry): try write(entry)
    }
  }

  private mutating func write(_ entry: JournalEntry) throws {
    if globals.json {
      line.fields(of: entry)
      return try line.finish { (bytes) throws(OutputFailure) in try output.write(bytes) }
    }
    let number = entry.version.map { "\($0)" } ?? ""
    if globals.endsNamesWithNull {
      var row = Array("\(number)\t\(entry.event)\t".utf8)
      row += entry.path?.bytes ?? []
      row.append(0)
      return try output.write(row)
    }
    var notes = entry.label.map { [VisibleText.bytes(Array($0.utf8))] } ?? []
    notes += entry.details.map {
      VisibleText.bytes(Array("(\($0.key.lowercased()): \($0.value))".utf8))
    }
    try table.write(
      [
        TableCell(visible: times.text(LocalTime(entry.time))),
        TableCell(entry.event.rawValue, .magenta),
        TableCell(foreign: entry.path?.bytes ?? []), TableCell(number, .yellow),
        TableCell(foreign: Array(entry.author.name.utf8)),
        TableCell(visible: Array(notes.joined(separator: [UInt8(ascii: " ")])), .bold),
      ], to: output)
  }
}

extension JSONLine {
  /// The fields of an entry of the journal: those of a version where it has them, and its details.
  fileprivate mutating func fields(of entry: JournalEntry) {
    if let path = entry.path { field("document", path: path.bytes) }
    field("id", ifAny: entry.document?.description)
    field("version", ifAny: entry.version)
    field("versionId", ifAny: entry.versionIdentifier?.description)
    field("event", entry.event.rawValue)
    field("label", ifAny: entry.label)
    field("time", LocalTime(entry.time))
    object("author") { (author) in
      author.field("name", entry.author.name)
      author.field("email", entry.author.email)
    }
    field("host", ifAny: entry.host)
    field("app", ifAny: entry.app)
    field("commit", entry.commit.hex)
    field("journal", true)
    if !entry.details.isEmpty {
      object("details") { (details) in
        for detail in entry.details { details.field(named: detail.key, detail.value) }
      }
    }
  }
}
