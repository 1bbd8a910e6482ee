import Files
import Testing
import VersionStore

@testable import Watching

/// What changed while nobody watched is found at the start, and what did not is not read again.
struct StartTests {
  private let watched: WatchedLibrary

  init() throws {
    watched = try WatchedLibrary(starting: false)
    try watched.write("one", at: "a.txt")
    try watched.write("text of b, of some length so that it is known again", at: "notes/b.txt")
    try watched.write("gone", at: "notes/c.txt")
  }

  @Test(arguments: [false, true])
  func whatChangedBeforeTheStartIsSaved(isKilled: Bool) throws {
    try watched.start()
    try watched.settle()
    #expect(try watched.paths() == ["a.txt", "notes/b.txt", "notes/c.txt"])
    if isKilled { watched.kill() } else { try watched.stop() }
    try watched.write("two", at: "a.txt")
    try watched.move("notes/b.txt", to: "b.txt")
    try watched.remove("notes/c.txt")
    try watched.write("new", at: "more/d.txt")
    try watched.start()
    try watched.settle()
    #expect(try watched.texts("a.txt") == ["one", "two"])
    #expect(try watched.history("b.txt") == "autosave rename:b.txt")
    #expect(try watched.history("notes/c.txt") == "autosave delete")
    #expect(try watched.history("more/d.txt") == "autosave")
  }

  @Test func aDocumentThatAnotherSavedAndRemovedMeanwhileIsDeleted() throws {
    try watched.start()
    try watched.settle()
    try watched.stop()
    try watched.write("brief", at: "brief.txt")
    _ = try watched.library.save(try #require(DocumentPath("brief.txt")))
    try watched.remove("brief.txt")
    try watched.start()
    try watched.settle()
    #expect(try watched.history("brief.txt") == "save delete")
  }

  // S04
  @Test func sameSizeAndTimeIsNoProofOfSameContent() throws {
    try watched.write("count=1", at: "s.txt")
    let location = watched.folder.appending("s.txt")
    let modified = try FileStatus(of: location).modified
    try watched.start()
    try watched.settle()
    try watched.stop()
    // In the same file, at once, with the time put back.
    try File(location, .write).write(Array("count=2".utf8))
    try File(location, .write).setModified(modified)
    try watched.start()
    try watched.settle()
    #expect(try watched.texts("s.txt") == ["count=1", "count=2"])
  }

  @Test func whatDidNotChangeIsNotReadAgain() throws {
    try watched.start()
    try watched.pass(.seconds(1))
    // What was written just before is not believed yet; old files are.
    try watched.stop()
    _ = Waiting.wait(atMost: .milliseconds(150))
    try watched.start()
    try watched.settle()
    try watched.stop()
    try watched.start()
    #expect(try watched.running.settling.waiting.isEmpty)
    guard case .caughtUp(let documents)? = watched.events.last else {
      Issue.record("not caught up")
      return
    }
    #expect(documents == 3)
  }

  @Test func aLibraryWithoutARecordOfPlacesIsRecalledToo() throws {
    try watched.start()
    try watched.settle()
    try FileSystem.remove(watched.library.store.appending("versions/places"))
    _ = Waiting.wait(atMost: .milliseconds(150))
    try watched.stop()
    try watched.write("brief", at: "brief.txt")
    _ = try watched.library.save(try #require(DocumentPath("brief.txt")))
    try watched.remove("brief.txt")
    try watched.start()
    try watched.settle()
    #expect(try watched.history("brief.txt") == "save delete")
  }

  @Test(arguments: [0, 20, 100, 300])
  func aCacheThatIsCutOrDamagedIsNotUsed(position: Int) throws {
    try watched.start()
    try watched.settle()
    _ = Waiting.wait(atMost: .milliseconds(150))
    try watched.stop()
    let path = watched.library.store.appending("versions/seen")
    let bytes = try File(path).readToEnd()
    if position < bytes.count {
      try File(path, [.write, .truncate]).write(Array(bytes[..<position]))
    }
    try watched.write("two", at: "a.txt")
    try watched.start()
    try watched.settle()
    #expect(try watched.texts("a.txt") == ["one", "two"])
  }
}
