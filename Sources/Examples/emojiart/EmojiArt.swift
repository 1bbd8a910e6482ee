import Content
import Documents
import ExampleConsole
import Files
import VersionStore

/// The drawing application of the courses for the terminal: each command is autosaved, and there is
/// nothing to save.
@main
struct EmojiArt {
  private static let usage = """
    usage: emojiart COMMAND
      new FILE [YEAR]            an empty drawing, as the course of 2017, 2018, 2020 or 2021 has it
      new FILE like OTHER        a copy of a drawing to go on with, in the shape of any year
      background FILE ADDRESS    the picture behind the emojis, or none
      add FILE EMOJI X Y [SIZE]  an emoji on top
      move FILE EMOJI X Y        EMOJI is its identifier, the emoji itself, or #0, #1 …
      resize FILE EMOJI SIZE
      remove FILE EMOJI
      undo FILE, redo FILE       back to the version before the last edit, and forth again
      show FILE                  what is in the drawing
      browse [FOLDER]            the drawings of a folder and below it
      session FILE               commands without FILE, line by line from standard input
    """

  static func main() async {
    await Console.run("emojiart") { try await EmojiArt().run(Console.arguments) }
  }

  private let settings: DocumentSettings

  @MainActor
  private init() {
    let drawing = DocumentType(
      .emojiArt, name: "drawing", extensions: ["emojiart"], conformsTo: [.json, .content],
      document: { EmojiArtDocument(fileURL: $0, settings: $1) })
    settings = DocumentSettings(
      Surroundings(app: "emojiart"), types: DocumentTypes([drawing]),
      openDocuments: OpenDocuments())
  }

  @MainActor
  private func run(_ words: [[UInt8]]) async throws {
    let texts = words.map { String(decoding: $0, as: UTF8.self) }
    switch (texts.first ?? "", words.count) {
    case ("--help", _), ("-h", _), ("help", _): Console.say(Self.usage)
    case ("new", 2): try await make(words[1], "2021")
    case ("new", 3): try await make(words[1], texts[2])
    case ("new", 4) where texts[2] == "like": try await make(words[1], like: words[3])
    case ("show", 2):
      let document = try await open(words[1])
      for line in DrawingText.lines(document.drawing) { Console.say(line) }
    case ("browse", 1): try await browse(nil)
    case ("browse", 2): try await browse(words[1])
    case ("undo", 2): try await step(words[1], "undo") { $0.before }
    case ("redo", 2): try await step(words[1], "redo") { $0.after }
    case ("session", 2): try await Session(try await open(words[1])).run()
    case ("background", 3...), ("add", 3...), ("move", 3...), ("resize", 3...), ("remove", 3...):
      let document = try await open(words[1])
      try EditLine.apply([texts[0]] + texts[2...], to: document)
      try await document.close()
    case ("", 0): throw UsageError("a command is missing; 'emojiart --help' lists them")
    default: throw UsageError("\(texts.joined(separator: " ")): not understood\n" + Self.usage)
    }
  }

  private func make(_ word: [UInt8], _ year: String) async throws {
    guard let text = DrawingTemplate.text(year) else {
      throw UsageError("there is no empty drawing of \(year); there are \(DrawingTemplate.years)")
    }
    let url = FileURL(try Console.path(word))
    _ = try await browser(for: url.folder)
    let document = await EmojiArtDocument(fileURL: url, settings: settings)
    try await document.load(fromContents: .file(Array(text.utf8)), ofType: .emojiArt)
    try await document.save(to: url, for: .creating)
    try await document.close()
  }

  private func make(_ word: [UInt8], like other: [UInt8]) async throws {
    let url = FileURL(try Console.path(word))
    _ = try await browser(for: url.folder).importDocument(
      at: FileURL(try Console.path(other)), to: url.folder, named: url.name, ifTaken: .refuse)
  }

  /// The library around a folder; the folder is made one where there is none.
  private func browser(for folder: FilePath) async throws -> DocumentBrowser {
    if let library = try Library.folder(above: folder) {
      return DocumentBrowser(library, settings: settings)
    }
    return try await DocumentBrowser.making(folder, settings: settings)
  }

  @MainActor
  private func open(_ word: [UInt8]) async throws -> EmojiArtDocument {
    let document = EmojiArtDocument(
      fileURL: FileURL(try Console.path(word)), settings: settings)
    try await document.open()
    return document
  }

  @MainActor
  private func step(
    _ word: [UInt8], _ name: String, _ target: (UndoLine) -> DocumentVersion?
  ) async throws {
    let document = try await open(word)
    guard let url = document.fileURL else { return }
    // What another program wrote is an edit, too, and a version before it goes.
    document.updateChangeCount(.discardable)
    try await document.autosave()
    let newest = try await DocumentVersion.current(of: url, settings: settings)
    let others = try await DocumentVersion.others(of: url, settings: settings)
    let line = UndoLine(Array((others.reversed() + [newest].compactMap { $0 })))
    guard let version = target(line) else { throw UsageError("there is nothing to \(name)") }
    try await document.revert(to: .version(version))
    try await document.close()
  }

  private func browse(_ word: [UInt8]?) async throws {
    let folder = try Console.path(word ?? Array(".".utf8))
    guard let library = try Library.folder(above: folder) else {
      throw UsageError("no library at or above '\(printable(folder.bytes))'")
    }
    let browser = DocumentBrowser(library, settings: settings)
    let items = try await browser.documents(
      in: folder, ofTypes: [.emojiArt], previews: true)
    for item in items {
      let name = printable(item.url.path.relative(to: folder) ?? item.url.name.bytes)
      let date = settings.surroundings.shown(item.modificationDate)
      Console.say("\(date)  \(name)  \(String(decoding: item.preview ?? [], as: UTF8.self))")
    }
  }
}

extension Surroundings {
  /// A time as the clocks here show it.
  fileprivate func shown(_ time: FileTime) -> String {
    String(Moment(time, offset: zoneOffset(time.seconds)).rfc3339().prefix(16))
  }
}
