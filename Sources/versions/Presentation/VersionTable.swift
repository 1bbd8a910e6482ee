import Files
import VersionStore

/// Versions as lines: for people in columns, with `--json` as objects, with `-z` by exact names.
struct VersionTable {
  /// Which columns there are.
  enum Style {
    /// Of one document: number, time, event, size and its change, who, note.
    case history(current: DocumentPath)
    /// Of many: time, number, event, path, who, note.
    case log
  }

  private let style: Style
  private let globals: GlobalArguments
  private let times: HumanTime
  private var table: StreamingTable
  private let output: Output

  init(_ style: Style, _ context: borrowing Context, colour: Colour) {
    self.style = style
    globals = context.globals
    output = context.output
    times = context.times
    // Only a terminal's width is a reason to cut a name.
    let limit = context.isForPeople ? 24 : nil
    let columns: [TableColumn] =
      switch style {
      case .history:
        [
          TableColumn(.right, width: 4), TableColumn(width: times.width),
          TableColumn(width: 9), TableColumn(.right, width: HumanSize.width),
          TableColumn(.right, width: HumanSize.differenceWidth),
          TableColumn(width: 12, limit: limit), TableColumn(),
        ]
      case .log: Self.logColumns(times, limit: limit)
      }
    table = StreamingTable(columns, colour: colour)
  }

  /// The columns of a log: time, event, path, number, who, note.
  static func logColumns(_ times: HumanTime, limit: Int?) -> [TableColumn] {
    [
      TableColumn(width: times.width), TableColumn(width: 9),
      TableColumn(width: 24), TableColumn(.right, width: 4),
      TableColumn(width: 12, limit: limit), TableColumn(),
    ]
  }

  /// Writes one version; `size` and the size of the one before it, where they are known.
  mutating func write(_ version: Version, size: Int?, before: Int?) throws {
    if globals.json {
      var version = version
      version.size = size
      var line = JSONLine()
      line.fields(of: version)
      return try output.write(line.finished())
    }
    if globals.endsNamesWithNull {
      var row = Array("\(version.number)\t\(version.event)\t".utf8)
      row += version.path.bytes
      row.append(0)
      return try output.write(row)
    }
    let number = TableCell("\(version.number)", .yellow)
    let time = TableCell(visible: times.text(LocalTime(version.time)))
    let event = TableCell(version.event.rawValue, colour(of: version.event))
    let person = TableCell(foreign: Array(version.author.name.utf8))
    switch style {
    case .history(let current):
      try table.write(
        [
          number, time, event, TableCell(size.map(HumanSize.text) ?? ""),
          TableCell(change(from: before, to: size), .dim), person,
          TableCell(visible: note(version, current: current), .bold),
        ], to: output)
    case .log:
      try table.write(
        [
          time, event, TableCell(foreign: version.path.bytes), number, person,
          TableCell(visible: note(version, current: version.path), .bold),
        ], to: output)
    }
  }

  private func change(from before: Int?, to size: Int?) -> String {
    guard let size, let before else { return "" }
    return before == size ? "" : HumanSize.difference(size - before)
  }

  /// The label, the other name it had, where it came from.
  private func note(_ version: Version, current: DocumentPath) -> [UInt8] {
    var parts: [[UInt8]] = []
    if let label = version.label { parts.append(VisibleText.bytes(Array(label.utf8))) }
    if let origin = version.origin { parts.append(Array("(from \(origin))".utf8)) }
    if version.path != current {
      parts.append(Array("(as ".utf8) + VisibleText.bytes(version.path.bytes) + Array(")".utf8))
    }
    return Array(parts.joined(separator: [UInt8(ascii: " ")]))
  }

  private func colour(of event: VersionStore.Event) -> Colour.Style? {
    switch event {
    case .autosave: .dim
    case .delete, .conflict: .red
    case .save: .green
    default: .cyan
    }
  }
}
