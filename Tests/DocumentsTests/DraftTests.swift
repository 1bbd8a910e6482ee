import Content
import Documents
import Files
import Testing
import VersionStore

@MainActor
struct DraftTests {
  private func draft(_ shelf: Shelf, _ text: String) async throws -> TextDocument {
    let document = TextDocument(draftOf: .plainText, in: shelf.folder, settings: shelf.settings)
    try await document.open()
    document.edit(text)
    try await document.autosave()
    return document
  }

  @Test func aDraftIsFoundAgainAfterItsProgramEnded() async throws {
    let shelf = try Shelf(timing: .never)
    let lost = try await draft(shelf, "first")
    #expect(lost.localizedName == "Untitled" && lost.fileURL == nil)
    #expect(lost.hasUnsavedChanges && !lost.hasUnautosavedChanges)
    // While it is open nobody else may have it.
    #expect(
      try await DocumentDraft.recoverable(in: shelf.folder, settings: shelf.settings).isEmpty)
    try await lost.close()
    let found = try await DocumentDraft.recoverable(in: shelf.folder, settings: shelf.settings)
    #expect(found.map(\.name) == ["Untitled.txt"] && found[0].type == .plainText)
    let document = TextDocument(draftOf: .data, in: shelf.folder, settings: shelf.settings)
    try await document.recover(found[0])
    #expect(document.text == "first" && document.fileType == .plainText)
    #expect(document.hasUnsavedChanges && !document.hasUnautosavedChanges)
    let second = TextDocument(draftOf: .data, in: shelf.folder, settings: shelf.settings)
    await #expect(throws: DocumentError.self) { try await second.recover(found[0]) }
    document.edit("second")
    try await document.save(to: shelf.url("a.txt"), for: .creating)
    #expect(try shelf.history("a.txt") == ["save second"])
    #expect(
      try await DocumentDraft.recoverable(in: shelf.folder, settings: shelf.settings).isEmpty)
    try await document.close()
    #expect(
      try await DocumentDraft.recoverable(in: shelf.folder, settings: shelf.settings).isEmpty)
  }

  @Test func aDraftIsKeptWhereItsLibraryIsByNow() async throws {
    let shelf = try Shelf(timing: .never)
    let elsewhere = try Shelf.makeFolder()
    defer { try? FileSystem.removeAll(elsewhere) }
    let place = elsewhere.appending("renamed")
    let draft = TextDocument(draftOf: .plainText, in: shelf.folder, settings: shelf.settings)
    try await draft.open()
    draft.edit("one")
    try await draft.autosave()
    try FileSystem.rename(shelf.folder, to: place)
    draft.edit("two")
    try await draft.autosave()
    #expect(!shelf.exists(""))
    try await draft.close()
    let found = try await DocumentDraft.recoverable(in: place, settings: shelf.settings)
    #expect(found.count == 1)
    let next = TextDocument(draftOf: .plainText, in: place, settings: shelf.settings)
    if let first = found.first { try await next.recover(first) }
    #expect(next.text == "two")
    // Where nothing of it is left, it is an error and no new store.
    try FileSystem.removeAll(place)
    next.edit("three")
    await #expect(throws: (any Error).self) { try await next.autosave() }
    #expect(try FileStatus.find(place) == nil)
  }

  @Test func draftsAreAutosavedByTheClock() async throws {
    let shelf = try Shelf(timing: AutosaveTiming(delay: .seconds(1), longestDelay: .zero))
    let document = TextDocument(draftOf: .plainText, in: shelf.folder, settings: shelf.settings)
    document.edit("before it was open")
    try await document.open()
    #expect(await settle { shelf.clock.sleepers == 1 })
    shelf.clock.advance(by: .seconds(1))
    #expect(await settle { !document.hasUnautosavedChanges })
    try await document.close()
    #expect(
      try await DocumentDraft.recoverable(in: shelf.folder, settings: shelf.settings).count == 1)
  }

  @Test func draftsThatNobodyWouldMissGo() async throws {
    let shelf = try Shelf(timing: .never)
    let document = TextDocument(draftOf: .plainText, in: shelf.folder, settings: shelf.settings)
    try await document.open()
    document.updateChangeCount(.discardable)
    try await document.autosave()
    try await document.close()
    let other = try await draft(shelf, "text")
    await other.closeWithoutSaving()
    #expect(
      try await DocumentDraft.recoverable(in: shelf.folder, settings: shelf.settings).isEmpty)
    let third = try await draft(shelf, "text")
    try await third.close()
    let found = try await DocumentDraft.recoverable(in: shelf.folder, settings: shelf.settings)
    try await found.first?.remove(settings: shelf.settings)
    #expect(
      try await DocumentDraft.recoverable(in: shelf.folder, settings: shelf.settings).isEmpty)
  }

  @Test func aDraftSavedWhereItMayNotBeStaysADraft() async throws {
    let shelf = try Shelf(timing: .never)
    try shelf.write("there", at: "a.txt")
    let document = try await draft(shelf, "text")
    await #expect(throws: DocumentError.self) { try await document.save() }
    await #expect(throws: StoreError.self) {
      try await document.save(to: shelf.url("a.txt"), for: .creating)
    }
    #expect(document.fileURL == nil)
    try await document.close()
    #expect(
      try await DocumentDraft.recoverable(in: shelf.folder, settings: shelf.settings).count == 1)
  }
}
