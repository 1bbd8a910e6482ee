import VersionStore

/// What space goes where, as bars for people and as objects with `--json`.
struct StatisticsChart {
  private let globals: GlobalArguments
  private let output: Output
  private let colour: Colour

  init(_ context: borrowing Context) {
    globals = context.globals
    output = context.output
    colour = context.colour
  }

  /// Writes all of it.
  /// - Parameter most: How many documents; nil for the usual number.
  func write(_ statistics: LibraryStatistics, most: Int?) throws {
    if globals.json { return try writeObjects(statistics, most: most) }
    let total = statistics.total
    try output.write(
      "\(counted(total.versions, "version")) of \(counted(statistics.documents.count, "document")): "
        + "\(HumanSize.text(total.content)) of content, stored in \(HumanSize.text(total.stored))\n"
        + "\(counted(statistics.objects, "object")), \(statistics.loose.count) of them in files of "
        + "their own; \(HumanSize.text(statistics.disk)) on the disk\n"
        + "compacting frees at least \(HumanSize.text(statistics.freedByCompacting))\n"
        + thinning(statistics))
    let documents = statistics.documents.prefix(most ?? 10)
    try section(
      "Document", documents.map { (VisibleText.bytes($0.path.bytes), $0.amount) },
      rest: statistics.documents.count - documents.count)
    try section(
      "Kind", statistics.kinds.map { (VisibleText.bytes(Array($0.type.utf8)), $0.amount) })
    try section("Month", statistics.months.map { (Array($0.month.utf8), $0.amount) })
  }

  private func thinning(_ statistics: LibraryStatistics) -> String {
    var text = ""
    if statistics.freedByExpiring > 0 {
      text +=
        "letting go what was pruned, with 'compact --expire', frees about "
        + "\(HumanSize.text(statistics.freedByExpiring)) more\n"
    }
    let thinning = statistics.thinning
    text += "pruning by '\(thinning.policy.text)' lets "
    if thinning.versions == 0 { return text + "no version go\n" }
    return text + "\(counted(thinning.versions, "version")) of "
      + "\(counted(thinning.documents, "document")) go, and 'compact --expire' then frees about "
      + "\(HumanSize.text(thinning.freed))"
      + (statistics.freedByExpiring > 0 ? " more" : "") + "\n"
  }

  private func section(
    _ title: String, _ rows: [(name: [UInt8], amount: LibraryStatistics.Amount)], rest: Int = 0
  ) throws {
    if rows.isEmpty { return }
    try output.write("\n")
    var table = Table([
      TableColumn(), TableColumn(.right), TableColumn(.right), TableColumn(.right), TableColumn(),
    ])
    table.add([
      TableCell(title, .bold), TableCell("versions", .dim), TableCell("content", .dim),
      TableCell("stored", .dim), TableCell(""),
    ])
    let largest = max(1, rows.map(\.amount.stored).max() ?? 1)
    for (name, amount) in rows {
      table.add([
        TableCell(visible: name), TableCell("\(amount.versions)"),
        TableCell(HumanSize.text(amount.content)), TableCell(HumanSize.text(amount.stored)),
        TableCell(bar(amount.stored, of: largest), .cyan),
      ])
    }
    try table.write(to: output, colour: colour)
    if rest > 0 { try output.write("and \(rest) more\n") }
  }

  /// A bar of at most twenty cells, in eighths of them.
  private func bar(_ value: Int, of largest: Int) -> String {
    let eighths = Int((Double(value) / Double(largest) * 160).rounded())
    let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
    return String(repeating: "█", count: eighths / 8) + parts[eighths % 8]
  }

  private func counted(_ count: Int, _ noun: String) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
  }

  private func writeObjects(_ statistics: LibraryStatistics, most: Int?) throws {
    for document in statistics.documents.prefix(most ?? Int.max) {
      var line = JSONLine()
      line.field("stats", "document")
      line.field("document", path: document.path.bytes)
      line.field("id", document.id.description)
      line.fields(of: document.amount)
      try output.write(line.finished())
    }
    for kind in statistics.kinds {
      var line = JSONLine()
      line.field("stats", "kind")
      line.field("type", kind.type)
      line.field("documents", kind.documents)
      line.fields(of: kind.amount)
      try output.write(line.finished())
    }
    for month in statistics.months {
      var line = JSONLine()
      line.field("stats", "month")
      line.field("month", month.month)
      line.fields(of: month.amount)
      try output.write(line.finished())
    }
    var line = JSONLine()
    line.field("stats", "total")
    line.field("documents", statistics.documents.count)
    line.fields(of: statistics.total)
    line.field("objects", statistics.objects)
    line.field("looseObjects", statistics.loose.count)
    line.field("looseBytes", statistics.loose.bytes)
    line.field("unneeded", statistics.unneeded)
    line.field("disk", statistics.disk)
    line.field("freedByCompacting", statistics.freedByCompacting)
    line.field("freedByExpiring", statistics.freedByExpiring)
    try output.write(line.finished())
    try writeObject(statistics.thinning)
  }
}

extension StatisticsChart {
  private func writeObject(_ thinning: LibraryStatistics.Thinning) throws {
    var line = JSONLine()
    line.field("stats", "thinning")
    line.field("policy", thinning.policy.text)
    line.field("documents", thinning.documents)
    line.field("versions", thinning.versions)
    line.field("freed", thinning.freed)
    try output.write(line.finished())
  }
}

extension JSONLine {
  fileprivate mutating func fields(of amount: LibraryStatistics.Amount) {
    field("versions", amount.versions)
    field("content", amount.content)
    field("stored", amount.stored)
  }
}
