import Content
import VersionStore

/// The versions that answer for the parts of a document, a line for each part; with `--json` an
/// object.
struct BlameTable {
  private let json: Bool
  private let times: HumanTime
  private let colour: Colour
  private let output: Output
  private let isForPeople: Bool
  /// The file of a package that is written.
  private var part: [UInt8]?

  init(_ context: borrowing Context) {
    json = context.globals.json
    times = context.times
    colour = context.colour
    output = context.output
    isForPeople = context.isForPeople
  }

  /// Writes all parts, those of a package each under its name unless it is the one asked for.
  func write(_ blame: DocumentBlame, asked: [UInt8]? = nil) throws {
    switch blame {
    case .text(let blame, let text): try write(blame, text)
    case .drawing(let blame, let background): try write(blame, background)
    case .json(let blame): try write(blame)
    case .parts(let parts, _):
      for (index, part) in parts.enumerated() {
        if !json, part.path != asked {
          var heading: [UInt8] = index > 0 ? [0x0A] : []
          colour.append(VisibleText.bytes(part.path), .bold, to: &heading)
          try output.write(heading + [0x0A])
        }
        var table = self
        table.part = part.path
        try table.write(part.blame)
      }
    }
  }

  /// An object for one row, which says of which file of a package it is.
  private func row() -> JSONLine {
    var line = JSONLine()
    if let part { line.field("part", path: part, encodingKey: "partEncoding") }
    return line
  }

  // MARK: Texts

  private func write(_ blame: LineBlame<BlamedVersion>, _ text: TextContent) throws {
    if json {
      for (index, line) in blame.lines.enumerated() {
        try Interruption.checkpoint()
        let number = blame.range.lowerBound + index
        let content = text.utf8Line(number)
        var object = row()
        object.field("line", number + 1)
        object.fields(of: line.version)
        object.field("text", text: Array(content))
        object.field("originalLine", line.line + 1)
        if text.encoding == .utf8, String(validating: content, as: UTF8.self) == nil {
          object.field("base64", Base64.encode(Array(content)))
        }
        try output.write(object.finished())
      }
      return
    }
    let digits = String(blame.range.upperBound).utf8.count
    let people = width(ofPeople: blame.lines.lazy.map(\.version))
    var table = StreamingTable(
      [
        TableColumn(.right, width: numberWidth(blame.lines.lazy.map(\.version))),
        TableColumn(width: times.width), TableColumn(width: min(people, 24), limit: limit),
        TableColumn(.right, width: digits), TableColumn(),
      ], colour: colour)
    // The same few versions answer for most lines.
    var known: [Int: [TableCell]] = [:]
    for (index, line) in blame.lines.enumerated() {
      try Interruption.checkpoint()
      let number = blame.range.lowerBound + index
      let key = line.version.version?.number ?? 0
      let cells = known[key] ?? self.cells(line.version)
      known[key] = cells
      try table.write(
        cells + [
          TableCell("\(number + 1)", .dim),
          TableCell(Content.VisibleText().line(number, of: text)),
        ], to: output)
    }
  }

  // MARK: Drawings

  private func write(
    _ blame: DrawingBlame<BlamedVersion>, _ background: DrawingBackground
  ) throws {
    if json {
      if !background.isEmpty {
        var object = row()
        object.field("kind", "background")
        object.field("background", text: Array(description(of: background).utf8))
        object.object("set") { $0.fields(of: blame.background) }
        try output.write(object.finished())
      }
      for line in blame.lines {
        var object = row()
        object.field("kind", "emoji")
        object.object("emoji") { (emoji) in
          switch line.emoji.id {
          case .number(let id): emoji.field("id", id)
          case .text(let id): emoji.field("id", id)
          case nil: break
          }
          emoji.field("text", line.emoji.text)
          emoji.field("index", line.index)
        }
        object.object("added") { $0.fields(of: line.added) }
        object.object("text") { $0.fields(of: line.text) }
        object.object("place") { $0.fields(of: line.place) }
        object.object("size") { $0.fields(of: line.size) }
        try output.write(object.finished())
      }
      return
    }
    var rows: [(BlamedVersion, String)] = []
    if !background.isEmpty {
      rows.append((blame.background, "background \(description(of: background))"))
    }
    for line in blame.lines {
      let emoji = line.emoji
      let name = "#\(line.index) \(emoji.text)"
      rows += [
        (line.added, "\(name) added"), (line.text, "\(name) text"),
        (line.place, "\(name) at \(emoji.x), \(emoji.y)"),
        (line.size, "\(name) size \(emoji.size)"),
      ]
    }
    try write(rows)
  }

  /// A picture inside the document is told by its type and size.
  private func description(of background: DrawingBackground) -> String {
    if let url = background.url { return url }
    guard let image = background.image else { return "" }
    return "picture (\(image.type?.rawValue ?? "of unknown type"), "
      + "\(HumanSize.text(image.byteCount)))"
  }

  // MARK: JSON

  private func write(_ blame: JSONBlame<BlamedVersion>) throws {
    if json {
      for line in blame.lines {
        try Interruption.checkpoint()
        var object = row()
        object.field("path", text: line.pointer.bytes)
        object.fields(of: line.version)
        object.field("value", json: line.value.bytes)
        try output.write(object.finished())
      }
      return
    }
    try write(
      blame.lines.map { line in
        let value = String(decoding: line.value.bytes, as: UTF8.self)
        return (line.version, "\(line.pointer): \(value)")
      })
  }

  // MARK: Rows

  private func write(_ rows: [(version: BlamedVersion, text: String)]) throws {
    let people = width(ofPeople: rows.lazy.map(\.version))
    var table = StreamingTable(
      [
        TableColumn(.right, width: numberWidth(rows.lazy.map(\.version))),
        TableColumn(width: times.width), TableColumn(width: min(people, 24), limit: limit),
        TableColumn(),
      ], colour: colour)
    for row in rows {
      try Interruption.checkpoint()
      try table.write(
        cells(row.version) + [TableCell(foreign: Array(row.text.utf8))], to: output)
    }
  }

  /// Only a terminal's width is a reason to cut a name.
  private var limit: Int? { isForPeople ? 24 : nil }

  private func cells(_ blamed: BlamedVersion) -> [TableCell] {
    [
      TableCell(number(blamed), .yellow),
      blamed.version.map { TableCell(visible: times.text(LocalTime($0.time))) } ?? "not saved yet",
      TableCell(visible: person(blamed)),
    ]
  }

  private func number(_ blamed: BlamedVersion) -> String {
    blamed.version.map { (blamed.isBoundary ? "^" : "") + "\($0.number)" } ?? "-"
  }

  private func numberWidth(_ versions: some Sequence<BlamedVersion>) -> Int {
    versions.reduce(0) { max($0, number($1).utf8.count) }
  }

  private func width(ofPeople versions: some Sequence<BlamedVersion>) -> Int {
    let names = Set(versions.lazy.compactMap { $0.version.map { Array($0.author.name.utf8) } })
    return names.reduce(0) { max($0, CellWidth.of(VisibleText.bytes($1))) }
  }

  private func person(_ blamed: BlamedVersion) -> [UInt8] {
    blamed.version.map { VisibleText.bytes(Array($0.author.name.utf8)) } ?? []
  }
}

extension JSONLine {
  /// The version that answers for a part, who and when.
  fileprivate mutating func fields(of blamed: BlamedVersion) {
    guard let version = blamed.version else {
      field("saved", false)
      return
    }
    field("version", version.number)
    object("author") { (author) in
      author.field("name", version.author.name)
      author.field("email", version.author.email)
    }
    field("time", LocalTime(version.time))
    if blamed.isBoundary { field("boundary", true) }
  }
}
