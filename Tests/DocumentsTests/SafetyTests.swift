import Content
import Documents
import Files
import Testing
import VersionStore

/// What happens to a file behind a document's back.
@MainActor
struct SafetyTests {
  @Test func aFileThatChangedIsNeverReplacedAndBothContentsAreVersions() async throws {
    let shelf = try Shelf(timing: .never)
    let document = try await shelf.text("a.txt")
    document.edit("mine")
    try shelf.write("theirs", at: "a.txt")
    await #expect(throws: DocumentError.self) { try await document.autosave() }
    #expect(try shelf.read("a.txt") == "theirs")
    #expect(try shelf.history("a.txt") == ["conflict mine", "autosave theirs"])
    #expect(document.documentState == [.inConflict, .savingError])
    #expect(document.text == "mine" && !document.hasUnautosavedChanges)
    // Going on writing is safe, beside the file, and told once.
    document.edit("mine 2")
    #expect(try await document.autosave())
    #expect(
      try shelf.history("a.txt") == [
        "conflict mine", "autosave theirs", "conflict mine 2", "autosave theirs",
      ])
    await #expect(throws: DocumentError.self) { try await document.save() }
    let open = try await DocumentVersion.unresolvedConflicts(
      of: shelf.url("a.txt"), settings: shelf.settings)
    #expect(open.map(\.number) == [3, 1])
  }

  @Test(arguments: [ConflictChoice.document, .file])
  func eitherContentCanStand(_ choice: ConflictChoice) async throws {
    let shelf = try Shelf(timing: .never)
    let document = try await shelf.text("a.txt")
    document.edit("mine")
    try shelf.write("theirs", at: "a.txt")
    await #expect(throws: DocumentError.self) { try await document.close() }
    try await document.resolveConflict(keeping: choice)
    #expect(document.documentState == .normal)
    let text = choice == .file ? "theirs" : "mine"
    #expect(document.text == text)
    #expect(try shelf.read("a.txt") == text)
    let open = try await DocumentVersion.unresolvedConflicts(
      of: shelf.url("a.txt"), settings: shelf.settings)
    #expect(open.isEmpty)
    document.edit("after")
    try await document.close()
    #expect(try shelf.read("a.txt") == "after")
    let history = try shelf.history("a.txt")
    #expect(history.contains("conflict mine") && history.contains("autosave theirs"))
  }

  @Test func closingAConflictTwiceLeavesItForLater() async throws {
    let shelf = try Shelf(timing: .never)
    let document = try await shelf.text("a.txt")
    document.edit("mine")
    try shelf.write("theirs", at: "a.txt")
    await #expect(throws: DocumentError.self) { try await document.close() }
    #expect(document.isOpen)
    try await document.close()
    #expect(!document.isOpen)
    let conflict = try #require(
      try await DocumentVersion.unresolvedConflicts(
        of: shelf.url("a.txt"), settings: shelf.settings
      ).first)
    #expect(try await conflict.contents().bytes == Array("mine".utf8))
    try await conflict.markResolved()
    #expect(
      try await DocumentVersion.unresolvedConflicts(
        of: shelf.url("a.txt"), settings: shelf.settings
      ).isEmpty)
  }

  /// Ways in which a conflict that a document was closed with is dealt with.
  enum Dealing: CaseIterable {
    case document, file, marking, putting, another
  }

  @Test("A conflict from earlier is told when the document is opened", arguments: Dealing.allCases)
  func earlierConflict(_ dealing: Dealing) async throws {
    let shelf = try Shelf(timing: .never)
    let former = try await shelf.text("a.txt")
    former.edit("mine")
    try shelf.write("theirs", at: "a.txt")
    await #expect(throws: DocumentError.self) { try await former.close() }
    try await former.close()

    let document = TextDocument(fileURL: shelf.url("a.txt"), settings: shelf.settings)
    try await document.open()
    #expect(document.documentState == [.inConflict] && document.text == "theirs")
    // It keeps nobody from going on.
    document.edit("theirs, edited")
    try await document.autosave()
    #expect(try shelf.read("a.txt") == "theirs, edited")
    #expect(document.documentState == [.inConflict])
    let conflict = try #require(
      try await DocumentVersion.unresolvedConflicts(
        of: shelf.url("a.txt"), settings: shelf.settings
      ).first)
    switch dealing {
    case .document: try await document.resolveConflict(keeping: .document)
    case .file: try await document.resolveConflict(keeping: .file)
    case .marking: try await conflict.markResolved()
    case .putting: try await conflict.replaceItem()
    case .another:
      // As the command does it.
      let library = try shelf.library
      guard let path = DocumentPath("a.txt") else { return }
      _ = try library.resolveConflict(
        try #require(try library.unresolvedConflicts(of: library.document(path)).first))
      try await document.noticeChanges()
    }
    #expect(document.documentState == .normal)
    #expect(document.text == (dealing == .putting ? "mine" : "theirs, edited"))
    try await document.close()
    try await document.open()
    #expect(document.documentState == .normal)
  }

  @Test func theSameContentByAnotherProgramIsNoConflict() async throws {
    let shelf = try Shelf(timing: .never)
    let document = try await shelf.text("a.txt")
    document.edit("two")
    try shelf.write("two", at: "a.txt")
    try await document.autosave()
    document.edit("three")
    // Touched, and its mode changed: the content is as it was.
    try shelf.write("two", at: "a.txt")
    try FileSystem.setPermissions(shelf.folder.appending("a.txt"), 0o755)
    try await document.save()
    #expect(try shelf.read("a.txt") == "three")
    #expect(try FileStatus(of: shelf.folder.appending("a.txt")).permissions == 0o755)
    #expect(document.errors.isEmpty)
  }

  @Test func equalSizesAndTimesHideNoChange() async throws {
    let shelf = try Shelf(timing: .never)
    let document = try await shelf.text("a.txt", "count=1")
    let place = shelf.folder.appending("a.txt")
    let before = try FileStatus(of: place)
    try shelf.write("count=2", at: "a.txt")
    try File(place, .readWrite).setModified(before.modified)
    document.edit("count=3")
    await #expect(throws: DocumentError.self) { try await document.save() }
    #expect(try shelf.read("a.txt") == "count=2")
  }

  @Test func anotherNameForThePlaceHidesNoChange() async throws {
    let shelf = try Shelf(timing: .never)
    let document = try await shelf.text("in/a.txt")
    try FileSystem.makeLink(shelf.folder.appending("link"), to: Array("in".utf8))
    document.edit("mine")
    try shelf.write("theirs", at: "in/a.txt")
    await #expect(throws: DocumentError.self) {
      try await document.save(to: shelf.url("link/a.txt"))
    }
    #expect(try shelf.read("in/a.txt") == "theirs")
  }

  @Test func versionsAreReadThoughADocumentCannotBeSaved() async throws {
    let shelf = try Shelf(timing: .never)
    let document = try await shelf.text("a.txt")
    try await document.save()
    document.edit("two")
    document.safety = DocumentError(.notOpen, "not now")
    let newest = try await DocumentVersion.current(
      of: shelf.url("a.txt"), settings: shelf.settings)
    #expect(newest?.number == 1 && document.errors.count == 1)
    let browser = DocumentBrowser(shelf.folder, settings: shelf.settings)
    await #expect(throws: OpenDocuments.Failures.self) {
      try await browser.delete(shelf.url("a.txt"))
    }
    #expect(shelf.exists("a.txt") && document.isOpen)
  }

  @Test func aFileThatWasMovedIsFollowed() async throws {
    let shelf = try Shelf(timing: .never)
    let document = try await shelf.text("a.txt", "a text that is long enough to be known again")
    try await document.save()
    // By the command, which says so in the history, and then by another program.
    let library = try shelf.library
    guard let old = DocumentPath("a.txt"), let new = DocumentPath("b/b.txt") else { return }
    _ = try library.rename(try library.document(old), to: new)
    document.edit("a text that is longer than it was before")
    try await document.autosave()
    #expect(document.fileURL == shelf.url("b/b.txt") && document.moves == [document.fileURL])
    #expect(try shelf.read("b/b.txt").hasPrefix("a text that is longer"))
    try FileSystem.rename(shelf.folder.appending("b/b.txt"), to: shelf.folder.appending("c.txt"))
    document.edit("and again another text, of another length")
    try await document.save()
    #expect(document.fileURL == shelf.url("c.txt") && document.localizedName == "c")
    #expect(try shelf.read("c.txt").hasPrefix("and again") && !shelf.exists("a.txt"))
    #expect(document.errors.isEmpty)
  }

  @Test func aFileThatVanishedIsAChoice() async throws {
    let shelf = try Shelf(timing: .never)
    let document = try await shelf.text("a.txt")
    try await document.save()
    try FileSystem.remove(shelf.folder.appending("a.txt"))
    document.edit("mine")
    await #expect(throws: DocumentError.self) { try await document.autosave() }
    #expect((document.errors.first?.error as? DocumentError)?.kind == .vanished)
    #expect(!shelf.exists("a.txt"))
    #expect(try shelf.history("a.txt") == ["save one", "conflict mine", "delete "])
    try await document.resolveConflict(keeping: .document)
    #expect(try shelf.read("a.txt") == "mine" && document.documentState == .normal)
    #expect(try shelf.history("a.txt").first == "save one")
    try await document.close()
  }

  @Test func unsavedFilesThatVanishKeepTheirDocument() async throws {
    let shelf = try Shelf(timing: .never)
    let document = try await shelf.text("a.txt")
    try FileSystem.remove(shelf.folder.appending("a.txt"))
    document.edit("mine")
    await #expect(throws: DocumentError.self) { try await document.autosave() }
    #expect(try shelf.history("a.txt") == ["conflict mine"])
    try await document.save(to: shelf.url("b.txt"), for: .creating)
    #expect(try shelf.read("b.txt") == "mine" && document.documentState == .normal)
  }

  @Test func aFileThatChangedIsReadAgainWhereNothingWasEdited() async throws {
    let shelf = try Shelf(timing: .never)
    let document = try await shelf.text("a.txt")
    try await document.noticeChanges()
    #expect(document.disabledWhileLoading == [false])
    try shelf.write("theirs", at: "a.txt")
    try await document.noticeChanges()
    #expect(document.text == "theirs" && !document.hasUnsavedChanges)
    #expect(document.disabledWhileLoading == [false, true])
    #expect(document.documentState == .normal)
    document.edit("mine")
    try shelf.write("theirs again", at: "a.txt")
    await #expect(throws: DocumentError.self) { try await document.noticeChanges() }
    #expect(document.text == "mine" && document.documentState.contains(.inConflict))
  }

  @Test func lockedDocumentsRefuse() async throws {
    let shelf = try Shelf(timing: .never)
    let document = try await shelf.text("a.txt")
    document.edit("two")
    try await document.lock()
    #expect(document.isLocked && document.documentState == .editingDisabled)
    document.edit("three")
    await #expect(throws: StoreError.self) { try await document.autosave() }
    #expect(try shelf.read("a.txt") == "two")
    try await document.unlock()
    try await document.autosave()
    #expect(try shelf.read("a.txt") == "three" && document.documentState == .normal)
    try await document.close()
    try FileSystem.setPermissions(shelf.folder.appending("a.txt"), 0o444)
    try await document.open()
    #expect(document.isLocked)
    document.edit("four")
    await #expect(throws: StoreError.self) { try await document.save() }
    #expect(try shelf.read("a.txt") == "three")
    try await document.unlock()
    try await document.save()
    #expect(try shelf.read("a.txt") == "four")
  }

  @Test func aFullDiskLosesNothing() async throws {
    let shelf = try Shelf(timing: .never)
    let document = try await shelf.text("a.txt")
    document.edit("two")
    let faults = SystemFaults { call, _ in call == .fsync ? .noSpace : nil }
    await SystemFaults.$current.withValue(faults) {
      await #expect(throws: StoreError.self) { try await document.autosave() }
      await #expect(throws: StoreError.self) { try await document.close() }
    }
    #expect(document.isOpen && document.hasUnautosavedChanges)
    #expect(document.documentState == .savingError)
    #expect(try shelf.read("a.txt") == "one")
    #expect(try Folder.entries(of: shelf.folder).count == 2)
    try await document.close()
    #expect(try shelf.read("a.txt") == "two")
  }

  @Test func discardableChangesKeepNobodyFromLeaving() async throws {
    let shelf = try Shelf(timing: .never)
    let document = try await shelf.text("a.txt")
    document.updateChangeCount(.discardable)
    document.safety = DocumentError(.notOpen, "not now")
    try await document.close()
    #expect(!document.isOpen)
  }

  @Test func anEditWhileClosingIsSaved() async throws {
    let shelf = try Shelf(timing: .never)
    try shelf.write("one", at: "a.txt")
    let document = EditedDocument(fileURL: shelf.url("a.txt"), settings: shelf.settings)
    try await document.open()
    document.edit("two")
    try await document.close()
    #expect(try shelf.read("a.txt") == "three" && !document.isOpen)
    #expect(try shelf.history("a.txt") == ["autosave one", "autosave two", "autosave three"])
  }

  /// A document that is edited once while it is being saved.
  private final class EditedDocument: Documents.Document {
    private var text = ""
    private var later = ["three"]

    func edit(_ text: String) {
      self.text = text
      updateChangeCount(.done)
    }

    override func load(fromContents contents: FileContents, ofType type: TypeIdentifier) throws {}

    override func contents(forType type: TypeIdentifier) throws -> FileContents {
      .file(Array(text.utf8))
    }

    override func write(to url: FileURL) async throws {
      try await super.write(to: url)
      if let next = later.popLast() { edit(next) }
    }
  }

  @Test("What was undone after an autosave is written on closing, or the caller hears of it")
  func undoneAfterAnAutosave() async throws {
    let shelf = try Shelf(timing: .never)
    let document = try await shelf.text("a.txt")
    try await document.save()
    document.edit("two")
    try await document.autosave()
    document.undoManager.undo()
    #expect(!document.hasUnsavedChanges && document.hasUnautosavedChanges)
    document.safety = DocumentError(.notOpen, "not now")
    await #expect(throws: DocumentError.self) { try await document.close() }
    #expect(document.isOpen)
    document.safety = nil
    try await document.close()
    #expect(try shelf.read("a.txt") == "one")
  }

  @Test func whatWasUndoneIsNoSavingErrorAnyMore() async throws {
    let shelf = try Shelf(timing: .never)
    let document = try await shelf.text("a.txt")
    document.edit("two")
    document.safety = DocumentError(.notOpen, "not now")
    await #expect(throws: DocumentError.self) { try await document.autosave() }
    #expect(document.documentState.contains(.savingError))
    document.undoManager.undo()
    #expect(try await !document.autosave())
    #expect(!document.documentState.contains(.savingError))
  }

  @Test func aConflictThatOnlyTheClockFoundIsToldOnClosing() async throws {
    let shelf = try Shelf()
    let document = try await shelf.text("a.txt")
    document.edit("mine")
    try shelf.write("theirs", at: "a.txt")
    _ = await settle { shelf.clock.sleepers > 0 }
    shelf.clock.advance(by: .seconds(20))
    #expect(await settle { document.documentState.contains(.inConflict) })
    await #expect(throws: DocumentError.self) { try await document.close() }
    #expect(document.isOpen)
    try await document.close()
    #expect(try shelf.read("a.txt") == "theirs")
    #expect(try shelf.history("a.txt").contains("conflict mine"))
  }

  @Test func aConflictThatAReaderFoundIsToldOnClosing() async throws {
    let shelf = try Shelf(timing: .never)
    let document = try await shelf.text("a.txt")
    document.edit("mine")
    try shelf.write("theirs", at: "a.txt")
    await shelf.open.prepareForReading(shelf.folder)
    #expect(document.documentState.contains(.inConflict))
    await #expect(throws: DocumentError.self) { try await document.close() }
    try await document.close()
  }

  @Test("A library that stands where another one was is not taken for that")
  func anotherLibraryInItsPlace() async throws {
    let shelf = try Shelf(timing: .never)
    let elsewhere = try Shelf.makeFolder()
    defer { try? FileSystem.removeAll(elsewhere) }
    let place = elsewhere.appending("renamed")
    let first = try await shelf.text("a.txt")
    try FileSystem.rename(shelf.folder, to: place)
    _ = try Library.create(shelf.folder, surroundings: shelf.settings.surroundings)
    let second = try await shelf.text("b.txt")
    second.edit("two")
    try await second.autosave()
    #expect(try shelf.read("b.txt") == "two" && second.fileURL == shelf.url("b.txt"))
    let sockets = try shelf.library.store.appending("versions/presenters")
    #expect(try Folder.entries(of: sockets).count == 1)
    first.edit("two")
    try await first.autosave()
    #expect(try File(place.appending("a.txt")).readToEnd() == Array("two".utf8))
    #expect(!shelf.exists("a.txt"))
  }

  @Test func aLibraryInALibraryIsFollowedByItself() async throws {
    let shelf = try Shelf(timing: .never)
    _ = try Library.create(
      shelf.folder.appending("inner"), surroundings: shelf.settings.surroundings)
    _ = try await shelf.text("a.txt")
    let document = try await shelf.text("inner/b.txt")
    try FileSystem.rename(
      shelf.folder.appending("inner"), to: shelf.folder.appending("renamed"))
    document.edit("two")
    try await document.autosave()
    #expect(try shelf.read("renamed/b.txt") == "two" && !shelf.exists("inner"))
  }

  @Test func aLibraryInTheDocumentsPlaceIsAnErrorUntilItIsGone() async throws {
    let shelf = try Shelf(timing: .never)
    let document = try await shelf.text("a.txt")
    document.edit("two")
    try FileSystem.remove(shelf.folder.appending("a.txt"))
    _ = try Library.create(
      shelf.folder.appending("a.txt"), surroundings: shelf.settings.surroundings)
    for _ in 0..<2 {
      await #expect(throws: (any Error).self) { try await document.close() }
      #expect(document.isOpen && document.hasUnautosavedChanges)
    }
  }

  @Test func aDocumentThatChangesByBeingSavedIsClosed() async throws {
    let shelf = try Shelf(timing: .never)
    try shelf.write("one", at: "a.txt")
    let document = RestlessDocument(fileURL: shelf.url("a.txt"), settings: shelf.settings)
    try await document.open()
    document.updateChangeCount(.done)
    try await document.close()
    #expect(!document.isOpen)
  }

  private final class RestlessDocument: Documents.Document {
    var count = 0
    override func load(fromContents contents: FileContents, ofType type: TypeIdentifier) throws {}
    override func contents(forType type: TypeIdentifier) throws -> FileContents {
      count += 1
      // Once it is handed over, it is another one.
      Task { updateChangeCount(.done) }
      return .file(Array("\(count)".utf8))
    }
  }

  @Test func aFolderInTheDocumentsPlaceLosesNothing() async throws {
    let shelf = try Shelf(timing: .never)
    let document = try await shelf.text("a.txt")
    try await document.save()
    document.edit("two")
    try FileSystem.remove(shelf.folder.appending("a.txt"))
    try Folder.makeAll(shelf.folder.appending("a.txt"))
    await #expect(throws: DocumentError.self) { try await document.autosave() }
    #expect(document.documentState.contains(.inConflict))
    #expect(try shelf.history("a.txt").contains("conflict two"))
  }

  @Test(arguments: [true, false])
  func aRenamedLibraryIsFollowed(_ isShared: Bool) async throws {
    let shelf = try Shelf(timing: .never)
    var settings = shelf.settings
    if !isShared { settings.openDocuments = nil }
    var documents: [TextDocument] = []
    for name in ["a.txt", "b.txt"] {
      try shelf.write("one", at: name)
      let document = TextDocument(fileURL: shelf.url(name), settings: settings)
      try await document.open()
      documents.append(document)
    }
    let elsewhere = try Shelf.makeFolder()
    defer { try? FileSystem.removeAll(elsewhere) }
    let place = elsewhere.appending("renamed")
    try FileSystem.rename(shelf.folder, to: place)
    for document in documents {
      document.edit("two")
      try await document.autosave()
      #expect(
        try File(place.appending(document.fileURL?.name.bytes ?? [])).readToEnd()
          == Array("two".utf8))
      #expect(document.moves.count == 1)
      document.edit("three")
      try await document.close()
    }
    #expect(!shelf.exists(""))
    #expect(try File(place.appending("b.txt")).readToEnd() == Array("three".utf8))
  }

  @Test func closingWithoutSavingLeavesTheFile() async throws {
    let shelf = try Shelf(timing: .never)
    let document = try await shelf.text("a.txt")
    document.edit("two")
    await document.closeWithoutSaving()
    #expect(try shelf.read("a.txt") == "one" && !document.isOpen)
  }
}
