import Content
import Documents
import Files
import Synchronization
import Testing
import VersionStore

@MainActor
struct DocumentBrowserTests {
  private func shelf() throws -> (Shelf, DocumentBrowser) {
    let shelf = try Shelf(
      timing: .never,
      types: [
        DocumentType(
          .plainText, name: "text", extensions: ["txt"], conformsTo: [.text],
          preview: { $0.bytes.map { Array($0.prefix(3)) } })
      ])
    return (shelf, DocumentBrowser(shelf.folder, settings: shelf.settings))
  }

  private func names(_ browser: DocumentBrowser) async throws -> [String] {
    try await browser.documents().map {
      String(decoding: $0.url.path.relative(to: browser.library) ?? [], as: UTF8.self)
    }
  }

  @Test func newDocumentsAreUntitledTwoAndThree() async throws {
    let (shelf, browser) = try shelf()
    for name in ["Untitled.emojiart", "Untitled 2.emojiart", "Untitled 3.emojiart"] {
      let url = try await browser.create(from: .empty(.emojiArt))
      #expect(url == shelf.url(name))
      #expect(try shelf.history(name) == ["save "])
      #expect(try FileStatus(of: url.path).size == 0)
    }
    try Folder.make(shelf.folder.appending("notes"))
    let inside = try await browser.create(
      from: DocumentTemplate(
        name: "Letter", type: .plainText, source: .contents(.file(Array("Dear".utf8)))),
      in: shelf.folder.appending("notes"))
    #expect(inside == shelf.url("notes/Letter.txt"))
  }

  @Test(arguments: [ImportMode.copy, .move])
  func templatesAreFilesToo(_ mode: ImportMode) async throws {
    let (shelf, browser) = try shelf()
    let outside = try Shelf.makeFolder()
    defer { try? FileSystem.removeAll(outside) }
    let file = outside.appending("template.txt")
    try File(file, [.write, .create]).write(Array("Dear".utf8))
    let url = try await browser.create(
      from: DocumentTemplate(type: .plainText, source: .file(file, mode)))
    #expect(url == shelf.url("Untitled.txt"))
    #expect(try shelf.history("Untitled.txt") == ["import Dear"])
    #expect(try (FileStatus.find(file) == nil) == (mode == .move))
  }

  @Test func importingKeepsBothReplacesOrRefuses() async throws {
    let (shelf, browser) = try shelf()
    let outside = try Shelf.makeFolder()
    defer { try? FileSystem.removeAll(outside) }
    let file = outside.appending("a.txt")
    try File(file, [.write, .create]).write(Array("new".utf8))
    try shelf.write("old", at: "a.txt")
    let source = FileURL(file)
    #expect(try await browser.importDocument(at: source) == shelf.url("a 2.txt"))
    await #expect(throws: StoreError.self) {
      try await browser.importDocument(at: source, ifTaken: .refuse)
    }
    #expect(try shelf.read("a.txt") == "old")
    let document = TextDocument(fileURL: shelf.url("a.txt"), settings: shelf.settings)
    try await document.open()
    let url = try await browser.importDocument(at: source, mode: .move, ifTaken: .replace)
    #expect(try url == shelf.url("a.txt") && FileStatus.find(file) == nil)
    #expect(try shelf.history("a.txt") == ["autosave old", "import new"])
    #expect(document.text == "new")
    await #expect(throws: StoreError.self) { try await browser.importDocument(at: source) }
    await #expect(throws: DocumentError.self) {
      try await browser.importDocument(at: url, named: "a/b")
    }
  }

  @Test func renamingKeepsHistoryAndExtension() async throws {
    let (shelf, browser) = try shelf()
    try shelf.write("one", at: "a.txt")
    try shelf.write("two", at: "b.txt")
    #expect(try await browser.rename(shelf.url("a.txt"), to: "c") == shelf.url("c.txt"))
    #expect(try shelf.history("c.txt") == ["autosave one", "rename one"])
    #expect(try await browser.rename(shelf.url("c.txt"), to: "v1.2") == shelf.url("v1.2.txt"))
    #expect(try await browser.rename(shelf.url("v1.2.txt"), to: "d.txt") == shelf.url("d.txt"))
    await #expect(throws: StoreError.self) {
      try await browser.rename(shelf.url("d.txt"), to: "b")
    }
    await #expect(throws: DocumentError.self) {
      try await browser.rename(shelf.url("d.txt"), to: "../d")
    }
    #expect(try shelf.read("b.txt") == "two" && shelf.read("d.txt") == "one")
  }

  @Test func movingBetweenFoldersKeepsBothOrReplaces() async throws {
    let (shelf, browser) = try shelf()
    try shelf.write("mine", at: "a.txt")
    try shelf.write("theirs", at: "in/a.txt")
    let folder = shelf.folder.appending("in")
    await #expect(throws: StoreError.self) {
      try await browser.move(shelf.url("a.txt"), to: folder, ifTaken: .refuse)
    }
    let moved = try await browser.move(shelf.url("a.txt"), to: folder)
    #expect(moved == shelf.url("in/a 2.txt"))
    #expect(try shelf.history("in/a 2.txt") == ["autosave mine", "rename mine"])
    try shelf.write("newest", at: "a.txt")
    let replaced = try await browser.move(shelf.url("a.txt"), to: folder, ifTaken: .replace)
    #expect(replaced == shelf.url("in/a.txt"))
    #expect(try shelf.read("in/a.txt") == "newest" && !shelf.exists("a.txt"))
    // What was replaced is among the deleted documents.
    let library = try shelf.library
    let deleted = try library.documents().filter(\.isDeleted)
    #expect(deleted.map(\.path.description) == ["in/a.txt"])
    #expect(try await browser.move(replaced, to: folder) == replaced)
  }

  @Test func movingToAnotherLibraryTakesTheHistoryAlong() async throws {
    let (shelf, browser) = try shelf()
    let (other, target) = try self.shelf()
    let document = try await shelf.text("a.txt")
    document.edit("two")
    try await document.autosave()
    let first = try #require(
      try await DocumentVersion.version(1, of: shelf.url("a.txt"), settings: shelf.settings))
    try other.write("there", at: "a.txt")
    await #expect(throws: StoreError.self) {
      try await browser.move(shelf.url("a.txt"), to: target, ifTaken: .refuse)
    }
    let url = try await browser.move(shelf.url("a.txt"), to: target)
    #expect(url == other.url("a 2.txt") && document.fileURL == url)
    let history = ["autosave one", "autosave two", "delete "]
    #expect(try other.history("a 2.txt") == history + ["rename two"])
    #expect(try shelf.history("a.txt") == history)
    let found = try await DocumentVersion.version(
      of: url, forPersistentIdentifier: first.persistentIdentifier, settings: shelf.settings)
    #expect(try await found?.contents() == first.contents())
    document.edit("three")
    try await document.revert(to: .version(first))
    #expect(document.fileURL == url && document.text == "one")
    try await document.close()
    #expect(
      try other.history("a 2.txt") == history + ["rename two", "autosave three", "restore one"])
    // And back, where the name is taken by now and what is there goes.
    try shelf.write("new here", at: "a 2.txt")
    let back = try await target.move(url, to: browser, ifTaken: .replace)
    #expect(back == shelf.url("a 2.txt"))
    #expect(
      try shelf.history("a 2.txt")
        == history + ["rename two", "autosave three", "restore one", "delete ", "rename one"])
  }

  @Test func openDocumentsAreSavedBeforeTheyAreImportedOrReplaced() async throws {
    let shelf = try Shelf(timing: .never)
    let browser = DocumentBrowser(shelf.folder, settings: shelf.settings)
    let document = try await shelf.text("in/a.txt")
    document.edit("two")
    let copy = try await browser.importDocument(at: shelf.url("in/a.txt"))
    #expect(try shelf.read("a.txt") == "two" && copy == shelf.url("a.txt"))
    document.edit("three")
    let moved = try await browser.importDocument(
      at: shelf.url("in/a.txt"), mode: .move, ifTaken: .keepBoth)
    #expect(document.fileURL == moved && !shelf.exists("in/a.txt"))
    document.edit("four")
    try await document.autosave()
    #expect(try shelf.read("a 2.txt") == "four")
    // One that is replaced by another is a version before, and shows what is there then.
    try shelf.write("other", at: "in/a 2.txt")
    document.edit("five")
    _ = try await browser.move(shelf.url("in/a 2.txt"), to: shelf.folder, ifTaken: .replace)
    #expect(document.text == "other")
    #expect(try !shelf.history("a 2.txt").contains { $0.hasPrefix("conflict") })
  }

  @Test func aLibraryBehindALinkIsTheSame() async throws {
    let shelf = try Shelf(timing: .never)
    let elsewhere = try Shelf.makeFolder()
    defer { try? FileSystem.removeAll(elsewhere) }
    let link = elsewhere.appending("link")
    try FileSystem.makeLink(link, to: shelf.folder.bytes)
    let browser = DocumentBrowser(link, settings: shelf.settings)
    let document = try await shelf.text("a.txt")
    document.edit("two")
    _ = try await browser.documents()
    #expect(try shelf.read("a.txt") == "two")
    let renamed = try await browser.rename(
      FileURL(link.appending("a.txt")), to: FileName("b.txt"))
    #expect(document.fileURL == renamed && renamed == shelf.url("b.txt"))
    try await browser.delete(FileURL(link.appending("b.txt")))
    #expect(!document.isOpen)
  }

  @Test func packageTypesOfAnApplicationAreKnownToTheLibrary() async throws {
    let sketch = DocumentType(
      TypeIdentifier("org.example.sketch"), extensions: ["sketch"], conformsTo: [.package],
      isPackage: true)
    let shelf = try Shelf(timing: .never, types: [sketch])
    let browser = DocumentBrowser(shelf.folder, settings: shelf.settings)
    let contents = FileContents.folder([.init("text", .file(Array("one".utf8)))])
    let made = try await browser.create(
      from: DocumentTemplate(type: sketch.identifier, source: .contents(contents)))
    #expect(made == shelf.url("Untitled.sketch"))
    #expect(try shelf.history("Untitled.sketch").count == 1)
    // One that is on disk already, in a library that does not know the type.
    let other = try Shelf(timing: .never, types: [sketch])
    try other.write("one", at: "a.sketch/text")
    let document = FolderDocument(fileURL: other.url("a.sketch"), settings: other.settings)
    try await document.open()
    #expect(document.fileType == sketch.identifier && document.parts == 1)
    try await document.close()
    #expect(try other.library.settings.packages == ["sketch"])
  }

  private final class FolderDocument: Documents.Document {
    var parts = 0
    override func contents(forType type: TypeIdentifier) throws -> FileContents { .folder([]) }
    override func load(fromContents contents: FileContents, ofType type: TypeIdentifier) throws {
      if case .folder(let parts) = contents { self.parts = parts.count }
    }
  }

  @Test func duplicatesAreCopiesAndDeletedOnesComeBack() async throws {
    let (shelf, browser) = try shelf()
    let document = try await shelf.text("a.txt")
    document.edit("two")
    #expect(try await browser.duplicate(shelf.url("a.txt")) == shelf.url("a copy.txt"))
    #expect(try await browser.duplicate(shelf.url("a.txt")) == shelf.url("a copy 2.txt"))
    #expect(try shelf.history("a copy.txt") == ["duplicate two"])
    document.edit("three")
    try await browser.delete(shelf.url("a.txt"))
    #expect(!document.isOpen && !shelf.exists("a.txt"))
    #expect(try shelf.history("a.txt").suffix(2) == ["autosave three", "delete "])
    let last = try #require(
      try await DocumentVersion.others(of: shelf.url("a.txt"), settings: shelf.settings).first)
    try await last.replaceItem()
    #expect(try shelf.read("a.txt") == "three")
  }

  @Test func listsHavePreviewsTypesAndDates() async throws {
    let (shelf, browser) = try shelf()
    try shelf.write("letter", at: "b/a.txt")
    try shelf.write("{\"emojis\":[]}", at: "c.emojiart")
    try shelf.write("plain", at: "README")
    try shelf.write("part", at: "d.textbundle/text.md")
    #expect(try await names(browser) == ["README", "b/a.txt", "c.emojiart", "d.textbundle"])
    let items = try await browser.documents(previews: true)
    #expect(items.map(\.localizedName) == ["README", "a", "c", "d.textbundle"])
    #expect(items[1].preview == Array("let".utf8) && items[2].preview == nil)
    #expect(items[1].size == 6)
    #expect(
      items[1].modificationDate
        == (try FileStatus(of: shelf.folder.appending("b/a.txt")).modified))
    let json = try await browser.documents(ofTypes: [.json])
    #expect(json.map(\.url) == [shelf.url("c.emojiart")])
    let texts = try await browser.documents(
      in: shelf.folder.appending("b"), ofTypes: [.plainText])
    #expect(texts.map(\.url) == [shelf.url("b/a.txt")])
    await #expect(throws: StoreError.self) { try await browser.documents(in: "/usr") }
    let document = TextDocument(fileURL: shelf.url("b/a.txt"), settings: shelf.settings)
    try await document.open()
    document.edit("other")
    #expect(document.preview == Array("oth".utf8))
  }

  @Test("A document's own preview is made once, until its file changes")
  func previewsOfDocuments() async throws {
    let count = Count()
    let text = DocumentType(
      .plainText, extensions: ["txt"], conformsTo: [.text],
      document: {
        count.value.withLock { $0 += 1 }
        return TextDocument(fileURL: $0, settings: $1)
      })
    let shelf = try Shelf(timing: .never, types: [text])
    let browser = DocumentBrowser(shelf.folder, settings: shelf.settings)
    try shelf.write("letter", at: "a.txt")
    try shelf.write("other", at: "b.txt")
    func previews() async throws -> (shown: [String?], made: Int) {
      let before = count.value.withLock { $0 }
      let items = try await browser.documents(previews: true)
      let made = count.value.withLock { $0 } - before
      return (items.map { $0.preview.map { String(decoding: $0, as: UTF8.self) } }, made)
    }
    let wanted = ["<let>", "<oth>"]
    #expect(try await previews().shown == wanted)
    // Kept when the file system's clock has moved on.
    var isKept = false
    for _ in 0..<100 where !isKept {
      try await Task.sleep(for: .milliseconds(50))
      let (shown, made) = try await previews()
      #expect(shown == wanted)
      isKept = made == 0
    }
    #expect(isKept)
    #expect(shelf.open.documents.isEmpty)
    try shelf.write("LETTER", at: "a.txt")
    #expect(try await previews().shown == ["<LET>", "<oth>"])
    // An open document is asked for what it holds now.
    let document = TextDocument(fileURL: shelf.url("b.txt"), settings: shelf.settings)
    try await document.open()
    document.edit("edited")
    #expect(try await previews().shown == ["<LET>", "<edi>"])
    try FileSystem.removeAll(shelf.library.store.appending("versions/previews"))
    #expect(try await previews().shown == ["<LET>", "<edi>"])
    #expect(try await browser.documents().map(\.preview) == [nil, nil])
  }

  @Test func aFolderIsMadeALibraryOnce() async throws {
    let shelf = try Shelf()
    let folder = shelf.folder.appending("inner")
    let first = try await DocumentBrowser.making(folder, settings: shelf.settings)
    let url = try await first.create(from: .empty(.plainText, name: "a"))
    let second = try await DocumentBrowser.making(folder, settings: shelf.settings)
    #expect(try await second.documents().map(\.url) == [url])
  }
}

/// A number that is counted up from anywhere.
private final class Count: Sendable {
  let value = Mutex(0)
}
