import Content
import Documents
import Files
import Testing
import VersionStore

/// Documents that are folders, and documents that read and write themselves.
@MainActor
struct PackageDocumentTests {
  /// A text bundle: one text and whatever else is in the folder.
  final class Bundle: Documents.Document {
    var contents = FileContents.folder([])
    override func contents(forType type: TypeIdentifier) throws -> FileContents { contents }
    override func load(
      fromContents contents: FileContents, ofType type: TypeIdentifier
    ) throws { self.contents = contents }
  }

  /// A store of its own: two files that it writes and reads as it likes.
  final class Store: Documents.Document {
    var rows: [String] = []
    override func read(from url: FileURL) async throws {
      let bytes = try File(url.path.appending("rows")).readToEnd()
      rows = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }
    override func write(to url: FileURL) async throws {
      let rows = self.rows
      try Folder.make(url.path)
      await Task.yield()
      try File(url.path.appending("rows"), [.write, .createNew])
        .write(Array(rows.joined(separator: "\n").utf8))
      try File(url.path.appending("count"), [.write, .createNew]).write(Array("\(rows.count)".utf8))
    }
  }

  @Test func partsOfAFolderAreOneVersion() async throws {
    let shelf = try Shelf(timing: .never)
    let document = Bundle(fileURL: shelf.url("a.textbundle"), settings: shelf.settings)
    document.contents = .folder([
      .init("text.md", .file(Array("one".utf8))),
      .init("assets", .folder([.init("b.png", .file([1, 2])), .init("a.png", .file([0]))])),
      .init("run", .file([3], executable: true)), .init("link", .link(Array("text.md".utf8))),
      .init("a/b", .file([9])), .init("..", .file([9])), .init("", .file([9])),
    ])
    try await document.save(to: shelf.url("a.textbundle"), for: .creating)
    #expect(document.fileType == TypeIdentifier("org.textbundle.package"))
    #expect(try shelf.read("a.textbundle/text.md") == "one")
    #expect(try FileStatus(of: shelf.folder.appending("a.textbundle/run")).permissions & 0o100 > 0)
    document.contents["text.md"] = .file(Array("two".utf8))
    document.contents["run"] = nil
    document.updateChangeCount(.done)
    try await document.close()
    #expect(try shelf.read("a.textbundle/text.md") == "two")
    #expect(!shelf.exists("a.textbundle/run"))
    try await document.open()
    #expect(document.contents["assets"]?["b.png"]?.bytes == [1, 2])
    #expect(document.contents["link"] == .link(Array("text.md".utf8)))
    let first = try #require(
      try await DocumentVersion.version(
        1, of: shelf.url("a.textbundle"), settings: shelf.settings))
    #expect(try await first.contents()["run"] == .file([3], executable: true))
    try await document.revert(to: .version(first))
    #expect(document.contents["text.md"]?.bytes == Array("one".utf8))
    #expect(shelf.exists("a.textbundle/run"))
  }

  @Test func aPartThatChangedBehindIsAConflict() async throws {
    let shelf = try Shelf(timing: .never)
    let document = Bundle(fileURL: shelf.url("a.textbundle"), settings: shelf.settings)
    document.contents = .folder([.init("text.md", .file(Array("one".utf8)))])
    try await document.save(to: shelf.url("a.textbundle"), for: .creating)
    try shelf.write("theirs", at: "a.textbundle/text.md")
    document.contents["text.md"] = .file(Array("mine".utf8))
    document.updateChangeCount(.done)
    await #expect(throws: DocumentError.self) { try await document.autosave() }
    #expect(try shelf.read("a.textbundle/text.md") == "theirs")
    #expect(document.documentState.contains(.inConflict))
  }

  @Test func aDocumentCanReadAndWriteItself() async throws {
    let shelf = try Shelf(timing: .never)
    let document = Store(fileURL: shelf.url("a.textbundle"), settings: shelf.settings)
    document.rows = ["one"]
    try await document.save(to: shelf.url("a.textbundle"), for: .creating)
    #expect(try shelf.read("a.textbundle/count") == "1")
    document.rows.append("two")
    document.updateChangeCount(.done)
    let saving = Task { try await document.autosave() }
    // An edit after the writing began is not part of what was saved for certain.
    while !saving.isCancelled, document.rows.count == 2 {
      await Task.yield()
      document.rows.append("three")
      document.updateChangeCount(.done)
    }
    #expect(try await saving.value)
    #expect(document.hasUnautosavedChanges)
    try await document.close()
    #expect(try shelf.read("a.textbundle/count") == "3")
    let again = Store(fileURL: shelf.url("a.textbundle"), settings: shelf.settings)
    try await again.open()
    #expect(again.rows == ["one", "two", "three"])
    // What it writes beside the document is gone.
    #expect(try Folder.entries(of: shelf.folder).map(\.name).count == 2)
    // And it writes anywhere.
    try await again.write(to: shelf.url("export"))
    #expect(try shelf.read("export/rows") == "one\ntwo\nthree")
  }

  @Test func contentsGoThereAndBack() {
    var contents = FileContents.folder([.init("a", .file([1]))])
    contents["a"] = .file([2])
    contents["b"] = .folder([])
    contents["none"] = nil
    #expect(contents["a"]?.bytes == [2] && contents["b"]?.parts == [])
    contents["a"] = nil
    #expect(contents == .folder([.init("b", .folder([]))]))
    var file = FileContents.file([1])
    file["a"] = .file([])
    #expect(file == .file([1]) && file["a"] == nil)
  }
}
