import Content
import Documents
import ExampleConsole
import Files
import VersionStore

/// The editor of a text with a checkbox, for the terminal.
@main
struct TextPad {
  private static let usage = """
    usage: textpad COMMAND
      new [FOLDER]           an empty text: "Untitled.pad", "Untitled 2.pad" …
      show FILE              the box and the text
      write FILE TEXT        another text
      append FILE TEXT       more text
      check FILE, uncheck FILE
      save FILE [LABEL]      a version that is meant to stay
      versions FILE          who saved what when
      revert FILE [NUMBER]   back to what was saved last, or to a version
      session [FILE]         lines of: write, append, check, uncheck, undo, redo, show, autosave,
                             save [LABEL], save-as FILE; without FILE a draft in this folder
      drafts                 texts that were never saved
      recover FILE           saves the newest of them
    """

  static func main() async {
    await Console.run("textpad") { try await TextPad().run(Console.arguments) }
  }

  static let type = TypeIdentifier("org.example.textpad")
  private let settings: DocumentSettings

  @MainActor
  private init() {
    let pad = DocumentType(
      TextPad.type, name: "text with a box", extensions: ["pad", "json"], conformsTo: [.json],
      preview: { contents in
        contents.bytes.flatMap { try? Pad($0) }.map { Array($0.text.utf8.prefix(80)) }
      })
    settings = DocumentSettings(
      Surroundings(app: "textpad"), types: DocumentTypes([pad]), openDocuments: OpenDocuments())
  }

  @MainActor
  private func run(_ words: [[UInt8]]) async throws {
    let texts = words.map { String(decoding: $0, as: UTF8.self) }
    switch (texts.first ?? "", words.count) {
    case ("--help", _), ("-h", _), ("help", _): Console.say(Self.usage)
    case ("new", 1), ("new", 2):
      let folder = try Console.path(words.count > 1 ? words[1] : Array(".".utf8))
      let template = DocumentTemplate(
        type: TextPad.type, source: .contents(.file(Pad().bytes)))
      let url = try await browser(for: folder).create(from: template, in: folder)
      Console.say(printable(url.path.relative(to: folder) ?? url.name.bytes))
    case ("show", 2): PadSession.show(try await open(words[1]))
    case ("write", 3): try await edit(words[1]) { try $0.write(texts[2]) }
    case ("append", 3): try await edit(words[1]) { try $0.append(texts[2]) }
    case ("check", 2): try await edit(words[1]) { try $0.check(true) }
    case ("uncheck", 2): try await edit(words[1]) { try $0.check(false) }
    case ("save", 2), ("save", 3):
      let document = try await open(words[1])
      try await document.save(label: words.count > 2 ? texts[2] : nil)
      try await document.close()
    case ("versions", 2): try await list(words[1])
    case ("revert", 2), ("revert", 3): try await revert(words[1], texts.dropFirst(2).first)
    case ("session", 1): try await PadSession(draft()).run()
    case ("session", 2): try await PadSession(try await open(words[1])).run()
    case ("drafts", 1):
      for draft in try await drafts() {
        let document = self.draft()
        try await document.recover(draft)
        Console.say("\(draft.name)  \(document.pad.text)")
        try await document.close()
      }
    case ("recover", 2):
      guard let newest = try await drafts().first else { throw UsageError("there are no drafts") }
      let document = draft()
      try await document.recover(newest)
      try await document.save(to: FileURL(try Console.path(words[1])), for: .creating)
      try await document.close()
    case ("", 0): throw UsageError("a command is missing; 'textpad --help' lists them")
    default: throw UsageError("\(texts.joined(separator: " ")): not understood\n" + Self.usage)
    }
  }

  @MainActor
  private func open(_ word: [UInt8]) async throws -> PadDocument {
    let document = PadDocument(fileURL: FileURL(try Console.path(word)), settings: settings)
    try await document.open()
    return document
  }

  @MainActor
  private func edit(_ word: [UInt8], _ change: (PadDocument) throws -> Void) async throws {
    let document = try await open(word)
    try change(document)
    try await document.close()
  }

  @MainActor
  private func draft() -> PadDocument {
    let folder = (try? FileSystem.currentFolder()) ?? "."
    return PadDocument(draftOf: TextPad.type, in: folder, settings: settings)
  }

  private func drafts() async throws -> [DocumentDraft] {
    try await DocumentDraft.recoverable(
      in: try FileSystem.currentFolder(), settings: settings)
  }

  @MainActor
  private func list(_ word: [UInt8]) async throws {
    let url = FileURL(try Console.path(word))
    guard let newest = try await DocumentVersion.current(of: url, settings: settings) else {
      throw UsageError("'\(url.name)' has no versions")
    }
    for version in [newest] + (try await DocumentVersion.others(of: url, settings: settings)) {
      let label = version.label.map { "  \(printable(Array($0.utf8)))" } ?? ""
      Console.say(
        "\(version.number)  \(version.date.rfc3339())  \(version.event)  "
          + printable(Array(version.author.name.utf8)) + label)
    }
  }

  @MainActor
  private func revert(_ word: [UInt8], _ number: String?) async throws {
    let document = try await open(word)
    guard let url = document.fileURL else { return }
    var target = RevertTarget.lastSaved
    if let number {
      guard let value = Int(number),
        let version = try await DocumentVersion.version(value, of: url, settings: settings)
      else { throw UsageError("'\(url.name)' has no version \(number)") }
      target = .version(version)
    }
    try await document.revert(to: target)
    PadSession.show(document)
    try await document.close()
  }

  private func browser(for folder: FilePath) async throws -> DocumentBrowser {
    if let library = try Library.folder(above: folder) {
      return DocumentBrowser(library, settings: settings)
    }
    return try await DocumentBrowser.making(folder, settings: settings)
  }
}
