import VersionStore

/// What thinning would do, version by version, with the reasons.
struct PruneTable {
  private let output: Output
  private let globals: GlobalArguments
  private let times: HumanTime
  private var table: StreamingTable
  private var versions = 0
  private var going = 0
  private var documents = 0

  init(_ context: borrowing Context) {
    output = context.output
    globals = context.globals
    times = context.times
    table = StreamingTable(
      [
        TableColumn(width: 4), TableColumn(.right, width: 4), TableColumn(width: times.width),
        TableColumn(width: 9), TableColumn(),
      ], colour: context.colour)
  }

  /// Writes a document's versions, newest first.
  /// - Parameter named: Whether it is shown though all of it stays.
  mutating func write(_ plan: PrunePlan, named: Bool) throws {
    versions += plan.decisions.count
    documents += 1
    going += plan.decisions.count { !$0.stays }
    if globals.json {
      for decision in plan.decisions {
        var line = JSONLine()
        line.fields(of: decision.version)
        line.field("keep", decision.stays)
        line.array("reasons", decision.reasons.map(\.code))
        try output.write(line.finished())
      }
      return
    }
    if plan.isEmpty, !named { return }
    if globals.endsNamesWithNull {
      for decision in plan.decisions {
        var row = Array("\(decision.stays ? "keep" : "go")\t\(decision.version.number)\t".utf8)
        row += decision.version.path.bytes + [0]
        try output.write(row)
      }
      return
    }
    try output.write(VisibleText.bytes(plan.document.path.bytes) + Array(":\n".utf8))
    for decision in plan.decisions {
      let version = decision.version
      let reasons =
        decision.stays
        ? decision.reasons.map(\.description).joined(separator: "; ") : "no rule keeps it"
      try table.write(
        [
          TableCell(decision.stays ? "keep" : "go", decision.stays ? .green : .red),
          TableCell("\(version.number)", .yellow),
          TableCell(visible: times.text(LocalTime(version.time))),
          TableCell(version.event.rawValue), TableCell(foreign: Array(reasons.utf8), .dim),
        ], to: output)
    }
  }

  /// Writes what it comes to.
  func finish() throws {
    if globals.json || globals.endsNamesWithNull { return }
    let all = PruneTable.counted(versions, "version")
    let sentence =
      going == 0
      ? "nothing would go of \(all) of \(PruneTable.counted(documents, "document"))\n"
      : "\(going) of \(all) of \(PruneTable.counted(documents, "document")) would go;"
        + " to let them go, add --yes\n"
    try output.write(sentence)
  }

  /// Says what became of a document.
  static func write(
    _ document: Document, _ result: String, _ numbers: NumberRanges, _ sentence: String,
    _ output: Output, _ globals: GlobalArguments
  ) throws {
    if globals.json {
      var line = JSONLine()
      line.field("document", path: document.path.bytes)
      line.field("id", document.id.description)
      line.field("result", result)
      line.field("versions", numbers.description)
      line.field("count", numbers.count)
      return try output.write(line.finished())
    }
    if globals.endsNamesWithNull { return try output.write(document.path.bytes + [0]) }
    try output.write(VisibleText.bytes(document.path.bytes) + Array(": \(sentence)\n".utf8))
  }

  /// `version 5`, `3 versions: 5-6,9`.
  static func versions(_ numbers: NumberRanges) -> String {
    numbers.count == 1
      ? "version \(numbers)"
      : "\(counted(numbers.count, "version")): \(numbers.description.shortened)"
  }

  /// `version 5 is back`, `3 versions are back: 5-6,9`.
  static func areBack(_ numbers: NumberRanges) -> String {
    numbers.count == 1
      ? "version \(numbers) is back"
      : "\(numbers.count) versions are back: \(numbers.description.shortened)"
  }

  static func counted(_ count: Int, _ word: String) -> String {
    "\(count) \(word)\(count == 1 ? "" : "s")"
  }
}

extension String {
  /// Many runs, cut where a line would be too long.
  fileprivate var shortened: String {
    guard utf8.count > 60 else { return self }
    let runs = split(separator: ",")
    var kept = ""
    for run in runs {
      if kept.utf8.count + run.utf8.count > 50 { break }
      kept += (kept.isEmpty ? "" : ",") + run
    }
    return kept + " ..."
  }
}
