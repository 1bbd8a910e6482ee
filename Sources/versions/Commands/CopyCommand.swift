import Content
import Files
import VersionStore

/// `versions copy`: takes a part of a version into the present document, or into another one.
struct CopyCommand: Command {
  static let document = Operand("DOC", .document, "the document, on disk or no longer")
  static let version = Operand(
    "VERSION", .version, "the version to copy from; 'current' with --into")
  static let lines = ValueOption(
    "--lines", "A-B", .lines, repeated: .refused, "lines of a text, from 1: 3 or 3-9")
  static let hunk = ValueOption(
    "--hunk", "N", .number(1...Int.max), repeated: .refused,
    "what the version has in place of hunk N of 'versions diff DOC VERSION current'")
  static let emoji = ValueOption(
    "--emoji", "WHICH", .text, repeated: .refused,
    "an emoji of a drawing: its identifier, the emoji itself, or #INDEX from 0")
  static let background = Flag("--background", "the background of a drawing")
  static let pointer = ValueOption(
    "--pointer", "PATH", .pointer, repeated: .refused,
    "an element of a JSON document, as a JSON Pointer: /list/0/name")
  static let partName = ValueOption(
    "--part", "NAME", .needle, repeated: .refused,
    "a file of a package, or a folder in it with all it holds")
  static let target = ValueOption(
    "--into", "OTHER", .document, repeated: .refused, "copy into the document OTHER instead")
  static let line = ValueOption(
    "--at", "LINE", .number(1...Int.max), repeated: .refused,
    "put the lines before LINE of the present text")
  static let append = Flag("--append", "put the lines at the end")
  static let dryRun = Flag("--dry-run", short: "n", "show the change as a patch and write nothing")
  static let force = Flag("--force", "replace a file that is write-protected")

  static let declaration = CommandDeclaration(
    "copy", .returning, "copy a part of a version into the present document",
    discussion: [
      """
      What the document holds now becomes a version first, and the result is a version itself: \
      nothing is lost, and 'versions undo' takes it back. Every byte beside the copied part stays \
      as it is.
      """,
      """
      Lines go where a comparison of both texts has them, unless --at or --append says where; those \
      that are still there are not doubled. They take the line ends and the encoding of the \
      present text. An emoji is put on top, with a new identifier where the drawing has them.
      """,
      "'versions help selectors' explains how to name a VERSION.",
    ],
    operands: [document, version],
    options: [
      lines, hunk, emoji, background, pointer, partName, target, line, append, dryRun, force,
    ],
    exclusive: [[lines, hunk, emoji, background, pointer, partName], [line, append]],
    saves: true,
    examples: [
      .init("versions copy notes.txt 12 --lines 3-9", "bring back lines 3 to 9 of version 12"),
      .init("versions copy notes.txt yesterday --hunk 2 -n", "see what hunk 2 would bring back"),
      .init("versions copy art.emojiart 4 --emoji '#0'", "the lowest emoji of version 4"),
      .init("versions copy old.json first --pointer /list/0 --into new.json", "one element"),
    ],
    synonyms: ["take", "pick", "cherry-pick"])

  let document: [UInt8]
  let version: [UInt8]
  let part: CopiedPart
  /// The document that gets the part; nil for the same one.
  let target: [UInt8]?
  let isDryRun: Bool
  let replacesProtected: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    let lines = try arguments[Self.lines]
    let hunk = try arguments[Self.hunk]
    let emoji = try arguments[Self.emoji]
    let background = arguments[Self.background]
    let pointer = try arguments[Self.pointer]
    let part = try arguments[Self.partName]
    let line = try arguments[Self.line]
    let append = arguments[Self.append]
    target = try arguments[Self.target]
    isDryRun = arguments[Self.dryRun]
    replacesProtected = arguments[Self.force]
    document = try arguments[Self.document]
    version = try arguments[Self.version]
    if lines == nil, line != nil || append {
      throw .lonelyOption(line == nil ? "--append" : "--at", needs: "--lines")
    }
    if let lines {
      self.part = .lines(
        lines, at: append ? .append : line.map { .before($0) } ?? .byComparison)
    } else if let hunk {
      self.part = .hunk(hunk)
    } else if let emoji {
      self.part = .emoji(emoji)
    } else if background {
      self.part = .background
    } else if let pointer {
      self.part = .pointer(pointer)
    } else if let part {
      self.part = .file(part)
    } else {
      throw .missingChoice(
        ["--lines", "--hunk", "--emoji", "--background", "--pointer", "--part"], command: "copy")
    }
  }

  func run(_ context: borrowing Context) throws {
    let workplace = try Workplace(context)
    let selector = try VersionSelector(version)
    let source =
      try target == nil && !isDryRun
      ? workplace.documentToChange(document) : workplace.documentToRead(document)
    let selected = try source.library.resolve(selector, in: source.document)
    let (library, path, known) = try destination(source, workplace)
    // What is refused is refused before a document without versions gets its first.
    let plan: CopyPlan
    switch selected {
    case .version(let version):
      plan = try library.planCopy(part, from: version, of: source.library, into: path)
    case .current:
      if known?.id == source.document.id { throw ownCurrent(source.document) }
      plan = try library.planCopy(
        part, fromCurrent: source.document.path, of: source.library, into: path)
    }
    if isDryRun {
      return try CopyPreview(plan, path).write(context)
    }
    let document = try known ?? workplace.trackedDocument(target ?? self.document).document
    if document.isLocked { throw StoreError.locked(document.path) }
    let version: Version
    switch selected {
    case .version(let found): version = found
    // So that the copy can say where it came from.
    case .current:
      version = try source.library.save(source.document.path, as: .autosave).version
    }
    let outcome = try library.copy(
      part, from: version, of: source.library, into: document,
      options: RestoreOptions(force: replacesProtected))
    let origin =
      version.document == document.id
      ? "version \(version.number)"
      : "version \(version.number) of \(VisibleText.quoted(version.path.bytes))"
    let answer = Answer(context)
    if outcome.changed {
      try answer.write(
        "copied", outcome,
        "\(description) of \(origin) copied, as version \(outcome.version.number)")
    } else {
      try answer.write("unchanged", outcome, "has \(description) of \(origin); nothing to do")
    }
  }

  private func ownCurrent(_ document: Document) -> CommandFailure {
    CommandFailure(
      .usage, "'current' is what '\(document.path)' holds already; there is nothing to copy",
      hints: [
        "name an older version, see them with: versions list "
          + ShellWord.quoted(document.path.bytes),
        "copy into another document with: --into OTHER",
      ])
  }

  /// The document that gets the part; nil for one that has no versions yet.
  private func destination(
    _ source: (library: Library, document: Document), _ workplace: Workplace
  ) throws -> (library: Library, path: DocumentPath, document: Document?) {
    guard let target else { return (source.library, source.document.path, source.document) }
    do {
      let (library, document) = try workplace.documentToChange(target)
      return (library, document.path, document)
    } catch let error as StoreError where error.kind == .documentNotFound {
      guard !target.starts(with: "id:".utf8) else { throw error }
      let (library, path) = try workplace.documentPath(target)
      guard try library.snapshot(of: path) != nil else { throw error }
      return (library, path, nil)
    }
  }

  /// What is copied, in words.
  private var description: String {
    switch part {
    case .lines(let lines, _):
      lines.count == 1
        ? "line \(lines.lowerBound)" : "lines \(lines.lowerBound)-\(lines.upperBound)"
    case .hunk(let number): "hunk \(number)"
    case .emoji(let name): "emoji " + VisibleText.string(Array(name.utf8))
    case .background: "the background"
    case .pointer(let pointer) where pointer.tokens.isEmpty: "all"
    case .pointer(let pointer): VisibleText.string(pointer.bytes)
    case .file(let name): VisibleText.quoted(name)
    }
  }
}
