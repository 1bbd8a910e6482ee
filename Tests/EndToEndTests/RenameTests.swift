import Files
import Testing

/// Histories follow their documents wherever they go (N04, N05, N07).
struct RenameTests {
  private func library() throws -> Sandbox {
    let sandbox = try Sandbox()
    for number in 1...3 {
      try sandbox.write("a.txt", Word("version \(number) of a document, long enough to be known\n"))
      try sandbox.succeed("save", "a.txt")
    }
    return sandbox
  }

  @Test func renamedDocumentKeepsItsHistoryAndTheOldPathPointsToIt() throws {
    let sandbox = try library()
    try sandbox.succeed("rename", "a.txt", "sub/b.txt")
    let history = try sandbox.history("sub/b.txt")
    #expect(history.map(\.version) == [1, 2, 3, 4])
    #expect(history.map(\.path) == ["a.txt", "a.txt", "a.txt", "sub/b.txt"])
    #expect(history.map(\.event) == ["save", "save", "save", "rename"])
    // Readers follow, with a remark.
    let list = try sandbox.versions("list", "a.txt")
    #expect(list.ending == .exit(0) && list.lines.count == 4)
    #expect(list.errorText == "versions: warning: 'a.txt' was renamed to 'sub/b.txt'\n")
    let show = try sandbox.versions("show", "a.txt", "1", "--json")
    #expect(show.ending == .exit(0))
    #expect(show.errorText.contains("\"warning\""))
    // Writers do not, and give the command.
    let restore = try sandbox.fail(3, "restore", "a.txt", "1")
    #expect(
      restore.errorText == """
        versions: 'a.txt' was renamed to 'sub/b.txt'
          hint: say: versions restore sub/b.txt 1

        """)
    // A new file at the old path is a new document.
    try sandbox.write("a.txt", "another\n")
    #expect(try sandbox.succeed("save", "a.txt").text == "a.txt: version 1\n")
    #expect(try sandbox.history("sub/b.txt").count == 4)
    try sandbox.expect("a.txt", holds: ["another\n"])
  }

  @Test func fileRenamedByAnotherProgramIsFoundByAutosave() throws {
    let sandbox = try library()
    try sandbox.shell("mv a.txt b.txt")
    #expect(try sandbox.succeed("autosave").text == "b.txt: renamed from 'a.txt', version 4\n")
    #expect(try sandbox.history("b.txt").count == 4)
    // With an edit in the same moment the inode tells; what was edited is a version of its own.
    try sandbox.shell("mkdir sub && mv b.txt sub/c.txt && echo edited > sub/c.txt")
    try sandbox.succeed("autosave")
    let history = try sandbox.history("sub/c.txt")
    #expect(history.map(\.event).suffix(2) == ["rename", "autosave"])
    #expect(try sandbox.content("sub/c.txt", 6) == "edited\n")
  }

  @Test func copyThatTookTheFilesPlaceElsewhereIsFoundByItsContent() throws {
    let sandbox = try library()
    try sandbox.shell("cp a.txt b.txt && rm a.txt")
    #expect(try sandbox.succeed("autosave").text == "b.txt: renamed from 'a.txt', version 4\n")
  }

  @Test func twoCandidatesAreNoRenameButADeletion() throws {
    let sandbox = try library()
    try sandbox.shell("cp a.txt b.txt && cp a.txt c.txt && rm a.txt")
    try sandbox.succeed("autosave")
    #expect(try sandbox.history("a.txt").last?.event == "delete")
    #expect(try sandbox.history("b.txt").count == 1)
    #expect(try sandbox.history("c.txt").count == 1)
  }

  @Test func livingPathNeverChangesItsIdentityThroughOtherPrograms() throws {
    let sandbox = try library()
    try sandbox.write("b.txt", "the other document, long enough to be known, too\n")
    try sandbox.succeed("save", "b.txt")
    let id = try sandbox.history("a.txt").last?.id
    try sandbox.shell("mv b.txt a.txt")
    try sandbox.succeed("autosave")
    let history = try sandbox.history("a.txt")
    #expect(history.last?.id == id && history.count == 4)
    #expect(try sandbox.history("b.txt").last?.event == "delete")
  }

  @Test func folderMovedByTheCommandOrByOthersKeepsAllHistories() throws {
    let sandbox = try Sandbox()
    for name in ["f/a.txt", "f/g/b.txt"] as [Word] {
      try sandbox.write(name, "one of \(name), long enough to be known again\n")
      try sandbox.succeed("save", name)
    }
    try sandbox.succeed("rename", "f", "h")
    #expect(try sandbox.history("h/g/b.txt").map(\.event) == ["save", "rename"])
    try sandbox.shell("mkdir i && mv h i/j")
    try sandbox.succeed("autosave")
    #expect(try sandbox.history("i/j/a.txt").map(\.event) == ["save", "rename", "rename"])
    #expect(try sandbox.history("i/j/g/b.txt").map(\.event) == ["save", "rename", "rename"])
  }

  @Test func movingTheWholeLibraryChangesNothing() throws {
    let sandbox = try library()
    let before = try sandbox.succeed("list", "--json").output
    let moved = sandbox.folder.appending("moved")
    try FileSystem.rename(sandbox.library, to: moved)
    sandbox.library = moved
    #expect(try sandbox.succeed("list", "--json").output == before)
    #expect(try sandbox.succeed("autosave").output.isEmpty)
    #expect(try sandbox.succeed("save", "a.txt").text == "a.txt: unchanged since version 3\n")
  }

  @Test func copiedLibraryHasAllHistories() throws {
    let sandbox = try library()
    let copy = sandbox.folder.appending("copy")
    try sandbox.shell("cp -R . '\(copy)'")
    sandbox.library = copy
    try sandbox.write("a.txt", "in the copy\n")
    #expect(try sandbox.succeed("save", "a.txt").text == "a.txt: version 4\n")
    try sandbox.checkStore()
  }

  @Test func letterCaseAloneMakesAnotherNameAndBothCanLive() throws {
    let sandbox = try Sandbox()
    try sandbox.write("readme.md", "one\n")
    try sandbox.succeed("save", "readme.md")
    try sandbox.succeed("rename", "readme.md", "README.md")
    #expect(try sandbox.names() == ["README.md"])
    #expect(try sandbox.history("README.md").map(\.path) == ["readme.md", "README.md"])
    try sandbox.write("readme.md", "lower\n")
    try sandbox.succeed("save", "readme.md")
    #expect(try sandbox.content("readme.md", 1) == "lower\n")
    #expect(try sandbox.content("README.md", 2) == "one\n")
    // Another form of the name is offered where there is none of the asked one.
    #expect(try sandbox.fail(3, "list", "ReadMe.md").errorText.contains("README.md"))
  }

  @Test func deletedDocumentsAreListedAndComeBackWithTheirFoldersAndHistory() throws {
    let sandbox = try Sandbox()
    let names: [Word] = ["f/a.txt", "f/g/b.txt", "f/c.txt"]
    for name in names {
      try sandbox.write(name, "one of \(name)\n")
      try sandbox.succeed("save", name)
      try sandbox.write(name, "two of \(name)\n")
    }
    try sandbox.succeed("delete", "f")
    #expect(!sandbox.exists("f"))
    let deleted = try sandbox.succeed("list", "--deleted", "--json").objects(ListedObject.self)
    #expect(deleted.map(\.path) == ["f/a.txt", "f/c.txt", "f/g/b.txt"])
    #expect(deleted.allSatisfy { $0.state == "deleted" && $0.versions == 3 })
    #expect(try sandbox.succeed("list").output.isEmpty)
    try sandbox.succeed("restore", "f/g/b.txt", "latest")
    // What was not saved when it was deleted is what comes back.
    #expect(try sandbox.read("f/g/b.txt") == "two of f/g/b.txt\n")
    #expect(
      try sandbox.history("f/g/b.txt").map(\.event) == ["save", "autosave", "delete", "restore"])
    // Written again at the same path, it is the same document.
    try sandbox.write("f/a.txt", "again\n")
    #expect(try sandbox.succeed("save", "f/a.txt").text == "f/a.txt: version 4\n")
    #expect(
      try sandbox.succeed("list", "--deleted", "-z").output == Array("f/c.txt\0".utf8))
    // Deleting by other programs is found, too.
    try sandbox.shell("rm -r f")
    try sandbox.succeed("autosave")
    #expect(try sandbox.succeed("list", "--deleted").lines.count == 3)
    try sandbox.fail(3, "delete", "f/a.txt", saying: "deleted")
  }

  @Test func documentRenamedOntoADeletedOneTakesOnlyItsPath() throws {
    let sandbox = try library()
    let id = try #require(try sandbox.history("a.txt").last).id
    try sandbox.succeed("delete", "a.txt")
    try sandbox.write("b.txt", "other\n")
    try sandbox.succeed("save", "b.txt")
    try sandbox.succeed("rename", "b.txt", "a.txt")
    #expect(try sandbox.history("a.txt").map(\.event) == ["save", "rename"])
    let deleted = try sandbox.succeed("list", "--deleted", "--json").objects(ListedObject.self)
    #expect(deleted.map(\.id) == [id])
    #expect(try sandbox.history(Word("id:" + id)).count == 4)
    let answer = try sandbox.fail(4, "restore", Word("id:" + id), "1")
    #expect(answer.errorText.contains("--to"))
    try sandbox.succeed("restore", Word("id:" + id), "1", "--to", "back.txt")
    #expect(try sandbox.read("back.txt") == "version 1 of a document, long enough to be known\n")
  }

  @Test func renamingOverWhatIsThereIsRefused() throws {
    let sandbox = try library()
    try sandbox.write("b.txt", "not even a version\n")
    try sandbox.fail(4, "rename", "a.txt", "b.txt", saying: "'b.txt' exists already")
    #expect(try sandbox.read("b.txt") == "not even a version\n")
    #expect(try sandbox.history("a.txt").count == 3)
  }

  @Test func duplicateKnowsWhereItCameFrom() throws {
    let sandbox = try library()
    let id = try #require(try sandbox.history("a.txt").last).id
    try sandbox.succeed("duplicate", "a.txt", "b.txt")
    let copy = try #require(try sandbox.history("b.txt").first)
    #expect(copy.event == "duplicate" && copy.from == "\(id)@3" && copy.id != id)
    try sandbox.fail(4, "duplicate", "a.txt", "b.txt", saying: "exists already")
  }
}
