import Content
import Documents
import Files
import Testing
import VersionStore

@MainActor
struct DocumentVersionTests {
  private func document(_ shelf: Shelf) async throws -> TextDocument {
    let document = try await shelf.text("a.txt")
    try await document.save(label: "first")
    document.edit("two")
    try await document.autosave()
    return document
  }

  @Test func aVersionTellsWhoWhereAndWhen() async throws {
    let shelf = try Shelf(timing: .never)
    _ = try await document(shelf)
    let url = shelf.url("a.txt")
    let current = try #require(
      try await DocumentVersion.current(of: url, settings: shelf.settings))
    #expect(current.isCurrent && current.number == 2 && current.isDiscardable)
    #expect(current.author.name == "Ada" && current.localizedNameOfSavingComputer == "host")
    #expect(current.event == .autosave && !current.isConflict && current.isResolved)
    #expect(current.localizedName == "a" && current.name == "a.txt")
    let others = try await DocumentVersion.others(of: url, settings: shelf.settings)
    #expect(others.map(\.label) == ["first"] && !others[0].isCurrent)
    let found = try await DocumentVersion.version(
      of: url, forPersistentIdentifier: others[0].persistentIdentifier, settings: shelf.settings)
    #expect(found?.number == 1)
    #expect(try await found?.contents() == .file(Array("one".utf8)))
    #expect(
      try await DocumentVersion.version(
        of: url, forPersistentIdentifier: "none", settings: shelf.settings) == nil)
    #expect(
      try await DocumentVersion.current(of: shelf.url("b.txt"), settings: shelf.settings) == nil)
    try await others[0].setLabel("")
    #expect(
      try await DocumentVersion.version(1, of: url, settings: shelf.settings)?.label == nil)
  }

  @Test func whatAnotherProgramWroteIsTheCurrentVersion() async throws {
    let shelf = try Shelf()
    try shelf.write("one", at: "a.txt")
    try shelf.save("a.txt")
    let url = shelf.url("a.txt")
    let first = try await DocumentVersion.current(of: url, settings: shelf.settings)
    #expect(first?.number == 1 && first?.isCurrent == true)
    try shelf.write("two", at: "a.txt")
    let second = try await DocumentVersion.current(of: url, settings: shelf.settings)
    #expect(try await second?.contents() == .file(Array("two".utf8)))
  }

  @Test func askingForVersionsDecidesNothingOfWhatIsGoneOrNew() async throws {
    let shelf = try Shelf()
    let text = "a text that is long enough to be known again"
    let document = try await shelf.text("a.txt", text)
    try await document.save()
    let (old, new) = (shelf.url("a.txt"), shelf.url("b.txt"))
    try FileSystem.rename(old.path, to: new.path)
    for url in [old, new] {
      _ = try await DocumentVersion.others(of: url, settings: shelf.settings)
    }
    #expect(try shelf.history("a.txt") == ["save \(text)"] && shelf.history("b.txt").isEmpty)
    // It was renamed, and is followed.
    document.edit("two")
    try await document.autosave()
    #expect(try document.fileURL == new && shelf.read("b.txt") == "two")
    // What is ignored gets no versions by being asked for.
    try shelf.write("*.log\n", at: ".versionsignore")
    try shelf.write("one", at: "a.log")
    #expect(
      try await DocumentVersion.current(of: shelf.url("a.log"), settings: shelf.settings) == nil)
  }

  #if os(Linux)
    @Test func whatIsBeingEmptiedIsNoVersion() async throws {
      let shelf = try Shelf()
      let url = shelf.url("a.txt")
      try shelf.write("one", at: "a.txt")
      try shelf.save("a.txt")
      do {
        let writer = try File(url.path, [.write, .truncate])
        let current = try await DocumentVersion.current(of: url, settings: shelf.settings)
        #expect(current?.number == 1)
        try writer.write(Array("two".utf8))
      }
      let current = try await DocumentVersion.current(of: url, settings: shelf.settings)
      #expect(current?.number == 2)
    }
  #endif

  @Test func aVersionThatIsNotDiscardableIsPinned() async throws {
    let shelf = try Shelf(timing: .never)
    _ = try await document(shelf)
    let url = shelf.url("a.txt")
    func second() async throws -> DocumentVersion {
      try #require(try await DocumentVersion.version(2, of: url, settings: shelf.settings))
    }
    try await second().setDiscardable(false)
    let pinned = try await second()
    #expect(pinned.label == "pinned" && !pinned.isDiscardable)
    try await second().setDiscardable(true)
    let unpinned = try await second()
    #expect(unpinned.label == nil && unpinned.isDiscardable)
    // What a person called it stays.
    try await second().setLabel("mine")
    for isDiscardable in [false, true] {
      try await second().setDiscardable(isDiscardable)
      let named = try await second()
      #expect(named.label == "mine" && !named.isDiscardable)
    }
  }

  @Test func replacingKeepsTheNameAndOpenDocumentsFollow() async throws {
    let shelf = try Shelf(timing: .never)
    let document = try await document(shelf)
    let browser = DocumentBrowser(shelf.folder, settings: shelf.settings)
    let renamed = try await browser.rename(shelf.url("a.txt"), to: "b")
    #expect(renamed == shelf.url("b.txt") && document.fileURL == renamed)
    document.edit("three")
    let first = try #require(
      try await DocumentVersion.version(1, of: renamed, settings: shelf.settings))
    #expect(first.name == "a.txt")
    #expect(try await first.replaceItem() == renamed)
    #expect(try shelf.read("b.txt") == "one" && document.text == "one")
    #expect(!document.hasUnsavedChanges && document.documentState == .normal)
    #expect(try shelf.history("b.txt").suffix(2) == ["autosave three", "restore one"])
    document.edit("four")
    try await document.close()
    #expect(try shelf.read("b.txt") == "four")
  }

  @Test func anotherTypeBringsItsExtension() async throws {
    let shelf = try Shelf(timing: .never)
    let document = try await document(shelf)
    try await document.close()
    let library = try shelf.library
    guard let old = DocumentPath("a.txt"), let new = DocumentPath("letter.md") else { return }
    _ = try library.rename(try library.document(old), to: new)
    let url = shelf.url("letter.md")
    let first = try #require(
      try await DocumentVersion.version(1, of: url, settings: shelf.settings))
    #expect(try await first.replaceItem(at: url) == shelf.url("letter.txt"))
    #expect(try shelf.read("letter.txt") == "one" && !shelf.exists("letter.md"))
    #expect(try shelf.history("letter.txt").last == "restore one")
    // A taken name stops it before anything moves.
    try shelf.write("other", at: "c.md")
    try shelf.write("taken", at: "c.txt")
    await #expect(throws: StoreError.self) { try await first.replaceItem(at: shelf.url("c.md")) }
    #expect(try shelf.read("c.md") == "other" && shelf.read("c.txt") == "taken")
  }

  @Test func whereNothingIsTheContentIsPut() async throws {
    let shelf = try Shelf(timing: .never)
    let document = try await document(shelf)
    try await document.close()
    let first = try #require(
      try await DocumentVersion.version(1, of: shelf.url("a.txt"), settings: shelf.settings))
    try FileSystem.remove(shelf.folder.appending("a.txt"))
    try await first.replaceItem()
    #expect(try shelf.read("a.txt") == "one")
    try await first.replaceItem(at: shelf.url("new.txt"))
    #expect(try shelf.read("new.txt") == "one")
    // In another library, whose content becomes a version first.
    let other = try Shelf(timing: .never)
    try other.write("there", at: "x.txt")
    try await first.replaceItem(at: other.url("x.txt"))
    #expect(try other.history("x.txt") == ["autosave there", "restore one"])
  }

  @Test func lockedDocumentsAreNotReplaced() async throws {
    let shelf = try Shelf(timing: .never)
    let document = try await document(shelf)
    try await document.lock()
    let first = try #require(
      try await DocumentVersion.version(1, of: shelf.url("a.txt"), settings: shelf.settings))
    await #expect(throws: StoreError.self) { try await first.replaceItem() }
    #expect(try shelf.read("a.txt") == "two")
  }
}
