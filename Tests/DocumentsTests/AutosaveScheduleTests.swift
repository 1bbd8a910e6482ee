import Documents
import Files
import Testing
import VersionStore

@MainActor
struct AutosaveScheduleTests {
  private let timing = AutosaveTiming(delay: .seconds(2), longestDelay: .seconds(5))

  @Test func aPauseAfterTheLastChangeSaves() async throws {
    let shelf = try Shelf(timing: timing)
    let document = try await shelf.text("a.txt")
    document.edit("two")
    #expect(await settle { shelf.clock.sleepers == 1 })
    shelf.clock.advance(by: .milliseconds(1900))
    document.edit("three")
    shelf.clock.advance(by: .milliseconds(1900))
    #expect(await settle { shelf.clock.sleepers == 1 })
    #expect(try shelf.history("a.txt") == [])
    shelf.clock.advance(by: .milliseconds(100))
    #expect(try await settle { try shelf.read("a.txt") == "three" })
    #expect(await settle { !document.hasUnautosavedChanges && shelf.clock.sleepers == 0 })
    #expect(try shelf.history("a.txt") == ["autosave one", "autosave three"])
  }

  @Test func changesOnAndOnAreSavedAtTheLatestAfterTheLongestDelay() async throws {
    let shelf = try Shelf(timing: timing)
    let document = try await shelf.text("a.txt")
    // 20 seconds of a change each half second.
    for step in 1...40 {
      document.edit("\(step)")
      #expect(await settle { shelf.clock.sleepers == 1 })
      shelf.clock.advance(by: .milliseconds(500))
      if step % 10 == 0 {
        #expect(await settle { !document.hasUnautosavedChanges })
      }
    }
    let history = try shelf.history("a.txt")
    #expect(
      history == ["autosave one", "autosave 10", "autosave 20", "autosave 30", "autosave 40"])
  }

  @Test func zeroIsNever() async throws {
    let shelf = try Shelf(timing: .never)
    let document = try await shelf.text("a.txt")
    document.edit("two")
    #expect(shelf.clock.sleepers == 0)
    // Only the longest delay is on.
    document.autosaveTiming = AutosaveTiming(delay: .zero, longestDelay: .seconds(3))
    #expect(await settle { shelf.clock.sleepers == 1 })
    shelf.clock.advance(by: .seconds(2))
    document.edit("three")
    shelf.clock.advance(by: .seconds(1))
    #expect(try await settle { try shelf.read("a.txt") == "three" })
    document.autosaveTiming = .never
    document.edit("four")
    #expect(shelf.clock.sleepers == 0)
  }

  @Test func whatIsUndoneInTimeIsNotSaved() async throws {
    let shelf = try Shelf(timing: timing)
    let document = try await shelf.text("a.txt")
    document.edit("two")
    #expect(await settle { shelf.clock.sleepers == 1 })
    document.undoManager.undo()
    shelf.clock.advance(by: .seconds(10))
    #expect(await settle { shelf.clock.sleepers == 0 })
    #expect(try shelf.history("a.txt") == [])
  }

  @Test func aFailureIsHandledAndTriedAgainLaterAndLater() async throws {
    let shelf = try Shelf(timing: timing)
    let document = try await shelf.text("a.txt")
    document.safety = DocumentError(.notOpen, "not now")
    document.edit("two")
    for count in 1...3 {
      #expect(await settle { shelf.clock.sleepers == 1 })
      shelf.clock.advance(by: .seconds(60))
      #expect(await settle { document.errors.count == count })
    }
    #expect(document.documentState.contains(.savingError))
    #expect(document.errors[0].isPermitted && document.hasUnautosavedChanges)
    document.safety = nil
    #expect(await settle { shelf.clock.sleepers == 1 })
    shelf.clock.advance(by: .seconds(60))
    #expect(await settle { !document.hasUnautosavedChanges })
    #expect(document.documentState == .normal)
    #expect(try shelf.read("a.txt") == "two")
  }

  @Test func anErrorHandlerCanClearTheWay() async throws {
    let shelf = try Shelf(timing: .never)
    let document = try await shelf.text("a.txt")
    document.edit("two")
    document.safety = DocumentError(.notOpen, "not now")
    document.recoveries = [.tryAgain, .giveUp]
    await #expect(throws: DocumentError.self) { try await document.autosave() }
    #expect(document.errors.count == 2)
  }

  @Test func whatIsOpenIsSavedBeforeAnotherProgramReads() async throws {
    let shelf = try Shelf(timing: .never)
    let sockets = try shelf.library.store.appending("versions/presenters")
    let first = try await shelf.text("a.txt")
    let second = try await shelf.text("b.txt")
    #expect(try Folder.entries(of: sockets).count == 1)
    first.edit("two")
    #expect(await ask(shelf) == [])
    #expect(try shelf.read("a.txt") == "two" && !first.hasUnautosavedChanges)
    // What cannot be saved keeps nobody from reading the others.
    first.edit("three")
    second.edit("two")
    first.safety = DocumentError(.notOpen, "not now")
    #expect(await ask(shelf) == [.unsaved("'a' was not saved: not now")])
    #expect(try shelf.read("a.txt") == "two" && shelf.read("b.txt") == "two")
    first.safety = nil
    try await first.close()
    #expect(await ask(shelf) == [])
    try await second.close()
    #expect(try Folder.entries(of: sockets).isEmpty)
  }

  @Test func aDocumentThatMovesToAnotherLibraryIsSavedForItsReaders() async throws {
    let shelf = try Shelf(timing: .never)
    let other = try Shelf(timing: .never)
    let document = try await shelf.text("a.txt")
    try await document.save(to: other.url("a.txt"), for: .creating)
    #expect(
      await settle {
        (try? Folder.entries(of: other.library.store.appending("versions/presenters")))?.count == 1
      })
    document.edit("two")
    #expect(await ask(other) == [])
    #expect(try other.read("a.txt") == "two")
  }

  /// Asks as another process would, off the main actor.
  private func ask(_ shelf: Shelf) async -> [PresenterTrouble] {
    let (folder, surroundings) = (shelf.folder, shelf.settings.surroundings)
    // On no thread of the tasks, of which there are few: it waits.
    return await withCheckedContinuation { continuation in
      _ = Threads.detach {
        let library = try? Library(folder, surroundings: surroundings)
        continuation.resume(
          returning: library?.askPresenters(atMost: .seconds(60), includingOwn: true) ?? [])
      }
    }
  }

  @Test func theBackgroundAnotherDocumentAndReadersSave() async throws {
    let shelf = try Shelf(timing: .never)
    let first = try await shelf.text("a.txt")
    let second = try await shelf.text("b.txt")
    first.edit("two")
    second.edit("two")
    try await shelf.open.bringForward(second)
    #expect(try shelf.read("a.txt") == "two" && shelf.read("b.txt") == "one")
    first.edit("three")
    try await shelf.open.enterBackground()
    #expect(try shelf.read("a.txt") == "three" && shelf.read("b.txt") == "two")
    first.edit("four")
    let browser = DocumentBrowser(shelf.folder, settings: shelf.settings)
    _ = try await browser.documents()
    #expect(try shelf.read("a.txt") == "four")
    second.edit("five")
    let newest = try await DocumentVersion.current(
      of: shelf.url("b.txt"), settings: shelf.settings)
    #expect(try await newest?.contents() == .file(Array("five".utf8)))
    first.edit("six")
    try await shelf.open.quit()
    #expect(try shelf.read("a.txt") == "six" && shelf.open.documents.isEmpty)
  }

  @Test func quittingTellsWhatCouldNotBeSaved() async throws {
    let shelf = try Shelf(timing: .never)
    let first = try await shelf.text("a.txt")
    let second = try await shelf.text("b.txt")
    first.edit("two")
    second.edit("two")
    first.safety = DocumentError(.notOpen, "not now")
    do {
      try await shelf.open.quit()
      Issue.record("nothing was told")
    } catch let error as OpenDocuments.Failures {
      #expect(error.failures.map(\.name) == ["a"])
      #expect("\(error)" == "'a' was not saved: not now")
    }
    #expect(first.isOpen && first.text == "two" && first.hasUnautosavedChanges)
    #expect(first.errors.first?.isPermitted == false)
    #expect(!second.isOpen)
    #expect(try shelf.read("b.txt") == "two")
  }

  @Test func aDocumentLeftAloneKeepsNothingAlive() async throws {
    let shelf = try Shelf(timing: timing)
    weak var left: TextDocument?
    do {
      let document = try await shelf.text("a.txt")
      document.edit("two")
      left = document
      try await document.close()
    }
    #expect(await settle { left == nil })
    #expect(shelf.open.documents.isEmpty)
  }
}
