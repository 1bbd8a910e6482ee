import VersionStore

/// Versions in which a text appeared or vanished, as lines; with `--json` as objects.
struct FindingTable {
  private let globals: GlobalArguments
  private let times: HumanTime
  private var table: StreamingTable
  private let output: Output

  init(_ context: borrowing Context) {
    globals = context.globals
    output = context.output
    times = context.times
    table = StreamingTable(
      [
        TableColumn(width: times.width), TableColumn(width: 8), TableColumn(width: 24),
        TableColumn(.right, width: 4), TableColumn(width: 9),
        TableColumn(width: 12, limit: context.isForPeople ? 24 : nil), TableColumn(),
      ], colour: context.colour)
  }

  /// Writes one version.
  mutating func write(_ version: Version, _ change: TextFinder.Change) throws {
    if globals.json {
      var line = JSONLine()
      line.fields(of: version)
      line.field("change", change.rawValue)
      return try output.write(line.finished())
    }
    if globals.endsNamesWithNull {
      var row = Array("\(version.number)\t\(change.rawValue)\t".utf8)
      row += version.path.bytes
      row.append(0)
      return try output.write(row)
    }
    try table.write(
      [
        TableCell(visible: times.text(LocalTime(version.time))),
        TableCell(change.rawValue, change == .appeared ? .green : .red),
        TableCell(foreign: version.path.bytes), TableCell("\(version.number)", .yellow),
        TableCell(version.event.rawValue, .dim),
        TableCell(foreign: Array(version.author.name.utf8)),
        TableCell(foreign: Array((version.label ?? "").utf8), .bold),
      ], to: output)
  }
}
