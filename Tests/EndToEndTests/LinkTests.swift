import Files
import Testing

/// Links stay links: symbolic ones (N08) and hard ones (N09).
struct LinkTests {
  @Test func linkInsideTheLibraryIsTheSameDocument() throws {
    let sandbox = try Sandbox()
    try sandbox.shell("mkdir real && echo one > real/a.txt && ln -s real/a.txt a.txt")
    #expect(try sandbox.succeed("save", "a.txt").text == "real/a.txt: version 1\n")
    try sandbox.shell("echo two > a.txt")
    #expect(try sandbox.succeed("save", "real/a.txt").text == "real/a.txt: version 2\n")
    #expect(try sandbox.history("a.txt") == sandbox.history("real/a.txt"))
    try sandbox.succeed("restore", "a.txt", "1")
    #expect(try FileStatus(of: sandbox.path("a.txt")).kind == .link)
    #expect(try FileSystem.readLink(sandbox.path("a.txt")) == Array("real/a.txt".utf8))
    #expect(try sandbox.read("real/a.txt") == "one\n")
    try sandbox.succeed("autosave")
    #expect(try sandbox.succeed("list", "-z").output == Array("real/a.txt\0".utf8))
  }

  @Test(arguments: ["../outside.txt", "/nonexistent/nowhere", "nothing here", "a.txt"] as [Word])
  func linkThatLeadsOutOrNowhereIsKeptAsALink(target: Word) throws {
    let sandbox = try Sandbox()
    try File(sandbox.folder.appending("outside.txt"), [.write, .create]).write([1])
    try FileSystem.makeLink(sandbox.path("a.txt"), to: target.bytes)
    let saved = try sandbox.versions("save", "a.txt")
    #expect(saved.ending == .exit(0))
    // Nobody is to think that the text behind the link is safe.
    #expect(saved.errorText.contains("only the link itself is kept"))
    #expect(try sandbox.content("a.txt", 1) == target)
    try FileSystem.remove(sandbox.path("a.txt"))
    try sandbox.write("a.txt", "a file now\n")
    try sandbox.succeed("save", "a.txt")
    try sandbox.succeed("restore", "a.txt", "1")
    #expect(try FileSystem.readLink(sandbox.path("a.txt")) == target.bytes)
    try sandbox.succeed("restore", "a.txt", "2")
    #expect(try FileStatus(of: sandbox.path("a.txt")).kind == .file)
    #expect(try sandbox.read("a.txt") == "a file now\n")
    #expect(try File(sandbox.folder.appending("outside.txt")).readToEnd() == [1])
    try sandbox.checkStore()
  }

  @Test func linkedFolderIsNotFollowedOutOfTheLibrary() throws {
    let sandbox = try Sandbox()
    try sandbox.shell(
      """
      mkdir ../outside && echo secret > ../outside/s.txt && ln -s ../outside linked
      ln -s . loop && echo one > a.txt
      """)
    try sandbox.succeed("autosave")
    let list = try sandbox.succeed("list", "--json").objects(ListedObject.self)
    #expect(list.contains { $0.path == "a.txt" })
    #expect(!list.contains { $0.document.contains("s.txt") || $0.document.hasPrefix("loop/") })
    #expect(try sandbox.versions("save", "linked/s.txt").ending == .exit(3))
  }

  @Test func linkIsNotLeftBehindByMovingWhatItLeadsTo() throws {
    let sandbox = try Sandbox()
    try sandbox.shell(
      "mkdir real && echo one > real/a.txt && ln -s real/a.txt a.txt && ln -s real linked")
    try sandbox.succeed("autosave")
    for words in [
      ["delete", "a.txt"], ["rename", "a.txt", "b.txt"], ["delete", "linked"],
      ["rename", "linked", "other"],
    ] as [[Word]] {
      let result = try sandbox.versions(words)
      #expect(result.ending == .exit(4))
      #expect(result.errorText.contains("which has the versions"))
    }
    #expect(try sandbox.read("real/a.txt") == "one\n")
    try sandbox.succeed("delete", "real/a.txt")
  }

  @Test func linkThatTakesADocumentsPlaceIsToldAndItsHistoryStays() throws {
    let sandbox = try Sandbox()
    try sandbox.shell("echo body > s && echo other > x")
    try sandbox.succeed("autosave")
    try sandbox.shell("rm s && ln -s x s")
    #expect(try sandbox.succeed("autosave").text == "s: deleted, version 2\n")
    #expect(try sandbox.succeed("status").output.isEmpty)
    let show = try sandbox.versions("show", "s")
    #expect(show.text == "other\n" && show.errorText.contains("warning: 's' is a link now"))
    // A folder that moved and left a link behind takes its histories along.
    try sandbox.shell("mkdir real && echo one > real/a")
    try sandbox.succeed("autosave")
    try sandbox.shell("mv real real2 && ln -s real2 real")
    #expect(
      try sandbox.succeed("autosave").text == "real2/a: renamed from 'real/a', version 2\n")
    #expect(try sandbox.succeed("autosave").output.isEmpty)
  }

  @Test func nothingIsWrittenBehindALinkThatTookAFoldersPlace() throws {
    let sandbox = try Sandbox()
    try sandbox.shell("mkdir sub ../outside && echo one > sub/a.txt")
    try sandbox.succeed("save", "sub/a.txt")
    try sandbox.shell("echo two > sub/a.txt")
    try sandbox.succeed("save", "sub/a.txt")
    let document = try sandbox.succeed("list", "--json").objects(ListedObject.self)[0]
    try sandbox.shell("rm -r sub && ln -s ../outside sub && echo mine > ../outside/a.txt")
    let identity = Word("id:" + (try #require(document.id)))
    #expect(try sandbox.versions("restore", identity, "1").ending == .exit(4))
    #expect(try sandbox.versions("save", identity).ending != .exit(0))
    try sandbox.shell("rm ../outside/a.txt")
    #expect(try sandbox.versions("restore", identity, "1").ending == .exit(4))
    try sandbox.succeed("autosave")
    #expect(try sandbox.versions("restore", identity, "1").ending == .exit(4))
    try sandbox.succeed("restore", identity, "1", "--to", "back.txt")
    #expect(try sandbox.read("back.txt") == "one\n")
    try sandbox.shell("test -z \"$(ls -A ../outside)\"")
  }

  @Test func restoringKeepsHardLinksTogether() throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.txt", "the first and longer content\n")
    try sandbox.succeed("save", "a.txt")
    try sandbox.write("a.txt", "second\n")
    try sandbox.succeed("save", "a.txt")
    try sandbox.shell("ln a.txt b.txt")
    let inode = try FileStatus(of: sandbox.path("b.txt")).inode
    for (number, content) in [("1", "the first and longer content\n"), ("2", "second\n")] {
      try sandbox.succeed("restore", "a.txt", Word(number))
      let status = try FileStatus(of: sandbox.path("a.txt"))
      #expect(status.links == 2 && status.inode == inode)
      #expect(try sandbox.read("b.txt") == Word(content))
    }
  }
}
