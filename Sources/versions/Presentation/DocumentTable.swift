import Files
import VersionStore

/// Documents of a library as lines: for people in columns, with `--json` as objects, with `-z` by
/// exact names.
struct DocumentTable {
  private let globals: GlobalArguments
  private let output: Output
  private let times: HumanTime
  private var table: StreamingTable

  init(_ context: borrowing Context, colour: Colour, ignored: Bool) {
    globals = context.globals
    output = context.output
    times = context.times
    let columns =
      ignored
      ? [TableColumn(width: 32), TableColumn()]
      : [
        TableColumn(.right, width: 5), TableColumn(width: times.width),
        TableColumn(width: 9), TableColumn(),
      ]
    table = StreamingTable(columns, colour: colour)
  }

  /// Writes one document.
  mutating func write(_ listed: ListedDocument) throws {
    let head = listed.document?.head
    if globals.json {
      var line = JSONLine()
      line.field("document", path: listed.path.bytes)
      line.field("id", ifAny: listed.document?.id.description)
      line.field("versions", head?.number ?? 0)
      if let head { line.object("latest") { $0.fields(of: head) } }
      line.field("state", listed.state.rawValue)
      if let original = listed.conflictOf {
        line.field("conflictOf", path: original.bytes, encodingKey: "conflictOfEncoding")
      }
      return try output.write(line.finished())
    }
    if globals.endsNamesWithNull { return try output.write(listed.path.bytes + [0]) }
    var name = VisibleText.bytes(listed.path.bytes)
    if listed.state == .tooBig { name += "  (not versioned: too big)".utf8 }
    if let original = listed.conflictOf {
      name += "  (a conflicting copy of ".utf8 + VisibleText.bytes(original.bytes) + ")".utf8
    }
    if listed.state == .deleted, let id = listed.document?.id {
      name += "  (id:\(id.description.prefix(8)))".utf8
    }
    try table.write(
      [
        TableCell(head.map { "\($0.number)" } ?? "-", .yellow),
        TableCell(visible: head.map { times.text(LocalTime($0.time)) } ?? [UInt8(ascii: "-")]),
        TableCell(
          listed.state == .tooBig ? "too big" : listed.state.rawValue, colour(of: listed.state)),
        TableCell(visible: name),
      ], to: output)
  }

  /// Writes what is no document, each with the reason.
  mutating func writeIgnored(
    _ library: Library, below folder: DocumentPath?, _ failures: Failures
  ) throws {
    var written: (any Error)?
    // What was named and saved is a document, whatever the rules say of its name.
    var saved: Set<DocumentPath> = []
    try library.forEachDocument(damaged: { _, _ in }) { document in
      if !document.isDeleted { saved.insert(document.path) }
    }
    try LibraryScan(library, below: folder).forEach { (finding) in
      guard written == nil else { return }
      do {
        switch finding {
        case .ignored(let path, let isFolder, let reason):
          if !saved.contains(path) { try write(path, isFolder: isFolder, reason: "\(reason)") }
        case .otherName(let path, let other):
          try write(
            path, isFolder: false,
            reason: "another name for '\(other?.description ?? "the library's folder")'")
        case .problem(_, let error): failures.report(error)
        case .document: break
        }
      } catch {
        written = error
      }
    }
    if let written { throw written }
    try writeRules()
  }

  /// The built-in list, after the files it speaks of.
  private mutating func writeRules() throws {
    if globals.endsNamesWithNull { return }
    if !globals.json {
      try output.write(
        "\nThe built-in list; '.versionsignore' and the setting 'ignore' add to it:\n")
    }
    for rule in BuiltInRule.all {
      if globals.json {
        var line = JSONLine()
        line.field("rule", rule.text)
        line.field("reason", rule.explanation)
        try output.write(line.finished())
      } else {
        try table.write([TableCell(rule.text), TableCell(rule.explanation, .dim)], to: output)
      }
    }
  }

  private mutating func write(
    _ path: DocumentPath, isFolder: Bool, reason: String
  ) throws {
    if globals.json {
      var line = JSONLine()
      line.field("document", path: path.bytes)
      line.field("state", "ignored")
      line.field("reason", reason)
      return try output.write(line.finished())
    }
    if globals.endsNamesWithNull { return try output.write(path.bytes + [0]) }
    let name = VisibleText.bytes(path.bytes) + (isFolder ? [UInt8(ascii: "/")] : [])
    try table.write([TableCell(visible: name), TableCell(reason, .dim)], to: output)
  }

  private func colour(of state: DocumentState) -> Colour.Style? {
    switch state {
    case .same: .dim
    case .changed, .untracked: .green
    case .missing, .deleted, .tooBig: .red
    }
  }
}
