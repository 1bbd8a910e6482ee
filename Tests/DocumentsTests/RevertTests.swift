import Documents
import Files
import Testing
import VersionStore

@MainActor
struct RevertTests {
  @Test func whatWasOpenedComesBackAndWhatWasThereIsKept() async throws {
    let shelf = try Shelf(timing: .never)
    let document = try await shelf.text("a.txt")
    document.edit("two")
    try await document.autosave()
    document.edit("three")
    try await document.revert(to: .lastOpened)
    #expect(document.text == "one" && !document.hasUnsavedChanges)
    #expect(!document.undoManager.canUndo && document.documentState == .normal)
    #expect(document.disabledWhileLoading == [false, true])
    #expect(
      try shelf.history("a.txt") == [
        "autosave one", "autosave two", "autosave three", "restore one",
      ])
    document.edit("four")
    try await document.close()
    #expect(try shelf.history("a.txt").last == "autosave four")
  }

  @Test func whatAPersonSavedComesBack() async throws {
    let shelf = try Shelf(timing: .never)
    let document = try await shelf.text("a.txt")
    document.edit("two")
    try await document.save()
    document.edit("three")
    try await document.autosave()
    try await document.revert()
    #expect(document.text == "two")
    #expect(try shelf.read("a.txt") == "two")
    // Nobody ever saved this one.
    let other = try await shelf.text("b.txt")
    other.edit("two")
    try await other.revert()
    #expect(other.text == "one")
    try await other.revert()
    #expect(other.text == "one")
  }

  @Test func anyVersionComesBack() async throws {
    let shelf = try Shelf(timing: .never)
    let document = try await shelf.text("a.txt")
    for number in 2...5 {
      document.edit("\(number)")
      try await document.autosave()
    }
    let version = try #require(
      try await DocumentVersion.version(3, of: shelf.url("a.txt"), settings: shelf.settings))
    try await document.revert(to: .version(version))
    #expect(document.text == "3")
    #expect(try shelf.history("a.txt").count == 6)
    try await document.revert(to: .version(version))
    #expect(try shelf.history("a.txt").count == 6)
  }

  @Test func aFailedRevertLeavesTheDocument() async throws {
    let shelf = try Shelf(timing: .never)
    let document = try await shelf.text("a.txt")
    document.edit("two")
    try await document.autosave()
    document.loadFailure = DocumentError(.unreadable, "no")
    await #expect(throws: DocumentError.self) { try await document.revert(to: .lastOpened) }
    #expect(document.text == "two" && !document.documentState.contains(.editingDisabled))
    let untitled = TextDocument(
      draftOf: .plainText, in: shelf.folder, settings: shelf.settings)
    try await untitled.open()
    await #expect(throws: DocumentError.self) { try await untitled.revert() }
  }
}
