import Content
import Documents
import Files
import Testing
import VersionStore

@MainActor
struct SavingTests {
  @Test func openingAndClosingLeaveNoTrace() async throws {
    let shelf = try Shelf()
    let document = try await shelf.text("a.txt")
    #expect(document.text == "one" && document.fileType == .plainText)
    #expect(document.localizedName == "a" && !document.hasUnsavedChanges)
    #expect(document.documentState == .normal)
    try await document.save()
    try await document.close()
    #expect(try shelf.history("a.txt") == ["save one"])
    let again = try await shelf.text("b.txt")
    #expect(try await again.autosave() == false)
    try await again.close()
    #expect(again.documentState == .closed)
    #expect(try shelf.history("b.txt") == [])
  }

  @Test func whatWasThereIsAVersionBeforeItIsReplaced() async throws {
    let shelf = try Shelf()
    let document = try await shelf.text("a.txt")
    document.edit("two")
    #expect(document.hasUnsavedChanges && document.hasUnautosavedChanges)
    #expect(try await document.autosave())
    #expect(document.hasUnsavedChanges && !document.hasUnautosavedChanges)
    #expect(try shelf.read("a.txt") == "two")
    #expect(try shelf.history("a.txt") == ["autosave one", "autosave two"])
    try await document.save(label: "sent")
    #expect(!document.hasUnsavedChanges)
    #expect(try shelf.history("a.txt").last == "save two")
    #expect(try await document.autosave() == false)
    let current = try await DocumentVersion.current(
      of: shelf.url("a.txt"), settings: shelf.settings)
    #expect(current?.label == "sent" && current?.number == 3)
  }

  @Test func fiveEditsAndFiveUndosSaveNothing() async throws {
    let shelf = try Shelf()
    let document = try await shelf.text("a.txt")
    for number in 0..<5 { document.edit("\(number)") }
    for _ in 0..<5 { document.undoManager.undo() }
    #expect(document.text == "one" && !document.hasUnsavedChanges)
    #expect(try await document.autosave() == false)
    for _ in 0..<5 { document.undoManager.redo() }
    #expect(document.text == "4" && document.hasUnautosavedChanges)
    try await document.close()
    #expect(try shelf.read("a.txt") == "4")
  }

  @Test func creatingRefusesWhatIsThereAndOverwritingKeepsIt() async throws {
    let shelf = try Shelf()
    try shelf.write("there", at: "b.txt")
    let document = TextDocument(fileURL: shelf.url("a.txt"), settings: shelf.settings)
    document.edit("new")
    try await document.save(to: shelf.url("a.txt"), for: .creating)
    #expect(document.isOpen && document.fileType == .plainText && !document.hasUnsavedChanges)
    #expect(document.fileModificationDate != nil)
    await #expect(throws: StoreError.self) {
      try await document.save(to: shelf.url("b.txt"), for: .creating)
    }
    #expect(try shelf.read("b.txt") == "there" && document.fileURL == shelf.url("a.txt"))
    document.edit("newer")
    try await document.save(to: shelf.url("b.txt"))
    #expect(document.fileURL == shelf.url("b.txt") && document.moves.last == shelf.url("b.txt"))
    #expect(try shelf.history("b.txt") == ["autosave there", "save newer"])
    #expect(try shelf.read("a.txt") == "new")
    #expect(document.errors.count == 1 && document.errors[0].isPermitted)
  }

  @Test func anEditWhileSavingStaysUnsaved() async throws {
    let shelf = try Shelf(timing: .never)
    let document = try await shelf.text("a.txt")
    document.edit("two")
    let saving = Task { try await document.autosave() }
    var edited = false
    for await state in document.documentStates where state.contains(.progressAvailable) {
      document.edit("three")
      edited = true
      break
    }
    #expect(try await saving.value && edited)
    #expect(try shelf.read("a.txt") == "two")
    #expect(document.hasUnautosavedChanges)
    try await document.close()
    #expect(try shelf.read("a.txt") == "three")
  }

  @Test func savesAskedForAtOnceComeOneAfterTheOther() async throws {
    let shelf = try Shelf(timing: .never)
    let document = try await shelf.text("a.txt")
    let saves = (0..<20).map { number in
      Task {
        document.edit("edit \(number)")
        if number % 3 == 0 { try await document.save() } else { try await document.autosave() }
      }
    }
    for save in saves { try await save.value }
    #expect(!document.hasUnautosavedChanges)
    #expect(try shelf.read("a.txt") == document.text)
    #expect(try shelf.history("a.txt").first == "autosave one")
  }

  @Test func workOnAClosedDocumentIsRefused() async throws {
    let shelf = try Shelf()
    let document = try await shelf.text("a.txt")
    await #expect(throws: DocumentError.self) { try await document.open() }
    try await document.close()
    await #expect(throws: DocumentError.self) { try await document.save() }
    await #expect(throws: DocumentError.self) { try await document.revert() }
    try await document.open()
    #expect(document.isOpen)
    let missing = TextDocument(fileURL: shelf.url("none.txt"), settings: shelf.settings)
    await #expect(throws: StoreError.self) { try await missing.open() }
    #expect(!missing.isOpen && missing.documentState == .closed)
    let outside = TextDocument(fileURL: FileURL("/none.txt"), settings: shelf.settings)
    await #expect(throws: StoreError.self) { try await outside.open() }
  }

  @Test func contentOfAnotherKindLeavesTheDocumentClosed() async throws {
    let shelf = try Shelf()
    try shelf.write("one", at: "a.txt")
    let document = TextDocument(fileURL: shelf.url("a.txt"), settings: shelf.settings)
    document.loadFailure = DocumentError(.unreadable, "no text")
    await #expect(throws: DocumentError(.unreadable, "no text")) { try await document.open() }
    #expect(!document.isOpen && document.errors.count == 1)
    document.loadFailure = nil
    try await document.open()
    #expect(document.text == "one")
  }

  @Test func aSubclassWithoutContentsSaysWhatToOverride() async throws {
    let shelf = try Shelf()
    try shelf.write("one", at: "a.txt")
    let document = Documents.Document(fileURL: shelf.url("a.txt"), settings: shelf.settings)
    await #expect(throws: DocumentError.self) { try await document.open() }
    await #expect(throws: DocumentError.self) {
      try await document.save(to: shelf.url("b.txt"), for: .creating)
    }
    #expect(try Folder.entries(of: shelf.folder).count == 2)
  }

  @Test func permissionsAndLinksOfTheFileStay() async throws {
    let shelf = try Shelf()
    try shelf.write("#!/bin/sh\n", at: "a.sh")
    try FileSystem.setPermissions(shelf.folder.appending("a.sh"), 0o751)
    try FileSystem.makeLink(shelf.folder.appending("b.sh"), to: Array("a.sh".utf8))
    let document = TextDocument(fileURL: shelf.url("b.sh"), settings: shelf.settings)
    try await document.open()
    #expect(document.fileURL == shelf.url("a.sh"))
    document.edit("#!/bin/sh\ntrue\n")
    try await document.close()
    #expect(try FileStatus(of: shelf.folder.appending("a.sh")).permissions == 0o751)
    #expect(try FileStatus(of: shelf.folder.appending("b.sh")).kind == .link)
    #expect(try shelf.read("a.sh") == "#!/bin/sh\ntrue\n")
  }

  @Test("A document that is saved elsewhere is what it is there")
  func savedElsewhere() async throws {
    let notes = DocumentType(TypeIdentifier("org.example.notes"), extensions: ["notes"])
    let shelf = try Shelf(timing: .never, types: [notes])
    let document = try await shelf.text("a.txt")
    try await document.lock()
    #expect(document.isLocked && document.fileType == .plainText)
    try shelf.write("other", at: "b.notes")
    try await document.save(to: shelf.url("b.notes"))
    #expect(!document.isLocked && !document.documentState.contains(.editingDisabled))
    #expect(document.fileType == notes.identifier)
    document.edit("two")
    try await document.autosave()
    // What was opened, and not what was replaced.
    try await document.revert(to: .lastOpened)
    #expect(document.text == "one")
    await #expect(throws: StoreError.self) {
      try await document.save(to: shelf.url("a.txt"), for: .creating)
    }
    #expect(document.fileType == notes.identifier)
    #expect(document.documentState.contains(.savingError))
    try await document.save()
    #expect(!document.documentState.contains(.savingError))
  }

  @Test func whatWasOpenedWithoutAVersionComesBackElsewhere() async throws {
    let shelf = try Shelf(timing: .never)
    let document = try await shelf.text("a.txt")
    document.edit("two")
    try await document.save(to: shelf.url("b.txt"), for: .creating)
    try await document.revert(to: .lastOpened)
    #expect(document.text == "one")
    #expect(try shelf.read("a.txt") == "one" && shelf.read("b.txt") == "one")
    #expect(try shelf.history("b.txt").contains("save two"))
  }

  @Test func statesAreToldInTheirOrder() async throws {
    let shelf = try Shelf(timing: .never)
    try shelf.write("one", at: "a.txt")
    let document = TextDocument(fileURL: shelf.url("a.txt"), settings: shelf.settings)
    let states = document.documentStates
    try await document.open()
    document.edit("two")
    try await document.close()
    var seen: [Documents.Document.State] = []
    for await state in states {
      seen.append(state)
      if seen.contains(.normal), state == .closed { break }
    }
    #expect(
      seen == [
        .closed, [.closed, .progressAvailable], .closed, .normal, .progressAvailable, .normal,
        .closed,
      ])
  }
}
