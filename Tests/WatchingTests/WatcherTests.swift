import Files
import Testing
import VersionStore

@testable import Watching

/// What becomes a version when other programs write, by real events and a clock of the test's.
struct WatcherTests {
  private let watched: WatchedLibrary

  init() throws {
    watched = try WatchedLibrary()
  }

  // W01
  @Test func savesByRenamingOverAreAllSeen() throws {
    for number in 1...3 {
      try watched.write("text \(number)", at: "a.txt.tmp")
      try watched.move("a.txt.tmp", to: "a.txt")
      try watched.settle()
    }
    #expect(try watched.texts("a.txt") == ["text 1", "text 2", "text 3"])
    #expect(try watched.paths() == ["a.txt"])
  }

  // W02
  @Test func whatIsHalfWrittenIsNoVersion() throws {
    let slice = [UInt8](repeating: UInt8(ascii: "x"), count: 100_000)
    do {
      let file = try File(watched.folder.appending("a.txt"), [.write, .create, .truncate])
      for _ in 0..<10 {
        try file.write(slice)
        try watched.pass(.milliseconds(100))
      }
      // A pause that is longer than the quiet period, the file still open.
      try watched.pass(.seconds(2))
      #expect(try watched.paths().isEmpty)
      try file.write(slice)
    }
    try watched.settle()
    #expect(try watched.versions("a.txt").map(\.size) == [1_100_000])
  }

  @Test func whatIsMadeAndNotWrittenYetIsNoVersion() throws {
    do {
      let file = try File(watched.folder.appending("a.txt"), [.write, .createNew])
      try watched.pass(.seconds(2))
      try file.write(Array("text".utf8))
    }
    try watched.settle()
    #expect(try watched.texts("a.txt") == ["text"])
  }

  @Test func whatIsNeverClosedIsSavedAfterTheLongestWait() throws {
    let file = try File(watched.folder.appending("log.txt"), [.write, .createNew])
    for line in 1...70 {
      try file.write(Array("line \(line)\n".utf8))
      try watched.pass(.seconds(1))
    }
    #expect(try watched.versions("log.txt").count == 2)
    try watched.pass(.seconds(31))
    #expect(try watched.texts("log.txt").last?.hasSuffix("line 70\n") == true)
  }

  // W03
  @Test func scratchFilesAreNoDocumentsAndADocumentOfSuchANameIs() throws {
    try watched.write("one", at: "a.txt")
    try watched.settle()
    try watched.write("swap", at: ".a.txt.swp")
    try watched.write("", at: "4913")
    try watched.remove("4913")
    try watched.move("a.txt", to: "a.txt~")
    try watched.write("two", at: "a.txt")
    try watched.remove("a.txt~")
    try watched.remove(".a.txt.swp")
    try watched.settle()
    #expect(try watched.texts("a.txt") == ["one", "two"])
    #expect(try watched.paths() == ["a.txt"])
    try watched.write("a document", at: "4913")
    try watched.settle()
    #expect(try watched.texts("4913") == ["a document"])
  }

  // W04
  @Test func aLinkToNowhereThatComesAndGoesIsLeftAlone() throws {
    try watched.write("one", at: "a.txt")
    try FileSystem.makeLink(
      watched.folder.appending(".#a.txt"), to: Array("me@host.123:456".utf8))
    try watched.write("draft", at: "#a.txt#")
    try watched.settle()
    try watched.remove(".#a.txt")
    try watched.remove("#a.txt#")
    try watched.settle()
    #expect(try watched.paths() == ["a.txt"])
    #expect(watched.failures.isEmpty && watched.troubles.isEmpty)
  }

  // W05
  @Test func locksOfOfficesStayUntouched() throws {
    for name in [".~lock.r.odt#", "~$r.docx", "lu12345.tmp"] { try watched.write("lock", at: name) }
    try watched.write("office", at: "r.odt.osl-tmp")
    try watched.move("r.odt.osl-tmp", to: "r.odt")
    try watched.write("plain", at: "plain.tmp")
    try watched.settle()
    #expect(try watched.paths() == ["plain.tmp", "r.odt"])
    for name in [".~lock.r.odt#", "~$r.docx", "lu12345.tmp"] {
      #expect(try File(watched.folder.appending(name)).readToEnd() == Array("lock".utf8))
    }
  }

  // W06
  @Test func deletingAndCreatingWithinTheQuietPeriodIsASave() throws {
    for number in 1...5 {
      try watched.write("text \(number)", at: "r.txt")
      try watched.settle()
    }
    try watched.remove("r.txt")
    try watched.pass(.milliseconds(300))
    try watched.write("text 6", at: "r.txt")
    try watched.settle()
    #expect(try watched.history("r.txt") == "autosave autosave autosave autosave autosave autosave")
    #expect(try watched.texts("r.txt").last == "text 6")
  }

  // W06
  @Test func creatingAgainAfterTheQuietPeriodGoesOnWithTheSameHistory() throws {
    try watched.write("one", at: "r.txt")
    try watched.settle()
    try watched.remove("r.txt")
    try watched.settle()
    try watched.write("two", at: "r.txt")
    try watched.settle()
    #expect(try watched.history("r.txt") == "autosave delete autosave")
  }

  // W09
  @Test func aFileInANewFolderBelowNewFoldersGetsOneVersion() throws {
    try watched.write("deep", at: "a/b/c/x.txt")
    try watched.settle()
    #expect(try watched.history("a/b/c/x.txt") == "autosave")
    try watched.write("deeper", at: "a/b/c/x.txt")
    try watched.settle()
    #expect(try watched.history("a/b/c/x.txt") == "autosave autosave")
  }

  // W12
  @Test func theStoreWakesNobody() throws {
    try watched.write("one", at: "a.txt")
    try watched.settle()
    try watched.step()
    #expect(try watched.running.timeToNext() == nil)
    let count = watched.events.count
    // What another process saves writes in the store, and nowhere else.
    _ = try watched.library.save(try #require(DocumentPath("a.txt")))
    try watched.step()
    #expect(try watched.running.timeToNext() == nil)
    #expect(watched.events.count == count)
  }

  // W13
  @Test func explicitSavesAreNeverMergedAway() throws {
    let path = try #require(DocumentPath("a.txt"))
    for number in 1...6 {
      try watched.write("text \(number)", at: "a.txt")
      try watched.step()
      if number % 2 == 0 { _ = try watched.library.save(path, label: "label \(number)") }
      try watched.pass(.milliseconds(100))
    }
    try watched.settle()
    #expect(try watched.history("a.txt") == "save save save")
    #expect(try watched.versions("a.txt").map(\.label) == ["label 2", "label 4", "label 6"])
  }

  @Test func renamedFilesAndFoldersKeepTheirHistories() throws {
    try watched.write("short", at: "a.txt")
    try watched.write("in a folder", at: "notes/deep/b.txt")
    try watched.settle()
    try watched.move("a.txt", to: "c.txt")
    try watched.move("notes", to: "papers")
    try watched.settle()
    #expect(try watched.history("c.txt") == "autosave rename:c.txt")
    #expect(
      try watched.history("papers/deep/b.txt") == "autosave rename:papers/deep/b.txt")
    #expect(try watched.paths() == ["c.txt", "papers/deep/b.txt"])
    // The folder is watched under its new name.
    try watched.write("more", at: "papers/deep/b.txt")
    try watched.write("new", at: "papers/deep/new.txt")
    try watched.settle()
    #expect(try watched.texts("papers/deep/b.txt").last == "more")
    #expect(try watched.texts("papers/deep/new.txt") == ["new"])
  }

  @Test func aFolderMovedIntoAnotherAndBackKeepsItsHistories() throws {
    try watched.write("text of it", at: "notes/a.txt")
    try watched.write("", at: "archive/empty.txt")
    try watched.settle()
    try watched.move("notes", to: "archive/notes")
    try watched.move("archive/notes", to: "notes")
    try watched.move("notes", to: "archive/old")
    try watched.settle()
    #expect(try watched.history("archive/old/a.txt") == "autosave rename:archive/old/a.txt")
  }

  @Test func aRenamedDocumentThatIsWrittenOnKeepsItsHistory() throws {
    try watched.write("short", at: "a.txt")
    try watched.settle()
    try watched.move("a.txt", to: "b.txt")
    for number in 0..<12 {
      try watched.write("text \(number)", at: "b.txt")
      try watched.pass(.milliseconds(100))
    }
    try watched.settle()
    #expect(try watched.history("b.txt") == "autosave rename:b.txt autosave")
  }

  @Test func aFolderThatIsOneDocumentIsSavedAsOne() throws {
    try watched.write("text", at: "n.textbundle/text.md")
    try watched.write("picture", at: "n.textbundle/assets/a.png")
    try watched.settle()
    try watched.write("text 2", at: "n.textbundle/text.md")
    try watched.write("picture 2", at: "n.textbundle/assets/b.png")
    try watched.settle()
    #expect(try watched.history("n.textbundle") == "autosave autosave")
    try watched.write("deep", at: "n.textbundle/assets/new/c.png")
    try watched.settle()
    #expect(try watched.history("n.textbundle") == "autosave autosave autosave")
    #expect(try watched.paths() == ["n.textbundle"])
    try watched.remove("n.textbundle")
    try watched.settle()
    #expect(try watched.history("n.textbundle") == "autosave autosave autosave delete")
  }

  @Test func changedRulesHoldFromThenOn() throws {
    try watched.write("one", at: "build/a.txt")
    try watched.settle()
    try watched.write("build2/\n", at: ".versionsignore")
    try watched.settle()
    try watched.write("two", at: "build2/b.txt")
    try watched.settle()
    #expect(try watched.paths() == [".versionsignore", "build/a.txt"])
    try watched.write("\n", at: ".versionsignore")
    try watched.settle()
    #expect(try watched.paths() == [".versionsignore", "build/a.txt", "build2/b.txt"])
    try watched.write("three", at: "build2/b.txt")
    try watched.settle()
    #expect(try watched.texts("build2/b.txt") == ["two", "three"])
  }

  /// The command that sets them is another process; a watcher follows with its next version.
  @Test func changedSettingsHoldFromTheNextVersionOn() throws {
    let library = try WatchedLibrary()
    try library.write("1", at: "a.txt")
    try library.write("1", at: "a.log")
    try library.settle()
    #expect(try library.paths() == ["a.log", "a.txt"])
    try library.set("quietPeriod", "3s")
    try library.set("ignore", "*.log")
    try library.write("2", at: "a.txt")
    try library.write("2", at: "a.log")
    try library.write("1", at: "b.log")
    try library.settle()
    #expect(try library.history("a.txt") == "autosave autosave")
    #expect(try library.paths() == ["a.log", "a.txt"])
    try library.write("3", at: "a.txt")
    try library.settle()
    #expect(try library.history("a.txt") == "autosave autosave")
    try library.pass(.seconds(3))
    #expect(try library.history("a.txt") == "autosave autosave autosave")
    // What was left out meanwhile is found when the pattern goes.
    try library.set("ignore", nil)
    try library.write("4", at: "a.txt")
    try library.pass(.seconds(4))
    try library.pass(.seconds(4))
    #expect(try library.paths() == ["a.log", "a.txt", "b.log"])
  }

  @Test func anInnerLibraryIsLeftAlone() throws {
    try watched.write("outer", at: "sub/a.txt")
    try watched.settle()
    _ = try Library.create(
      watched.folder.appending("sub"), surroundings: WatchedLibrary.surroundings)
    try watched.write("inner", at: "sub/b.txt")
    try watched.settle()
    #expect(try watched.paths() == ["sub/a.txt"])
    #expect(try watched.history("sub/a.txt") == "autosave")
  }

  @Test func aNewNameOfAFileThatIsThereNeedsNoClosing() throws {
    try watched.write("text", at: "a.txt")
    try watched.settle()
    try FileSystem.link(watched.folder.appending("a.txt"), to: watched.folder.appending("b.txt"))
    try watched.settle()
    #expect(try watched.texts("b.txt") == ["text"])
  }

  @Test func stoppingSavesWhatWaits() throws {
    try watched.write("text", at: "a.txt")
    try watched.stop()
    #expect(try watched.texts("a.txt") == ["text"])
  }
}
