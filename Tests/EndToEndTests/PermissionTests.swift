import Files
import Testing

/// What the system does not permit changes nothing, and the reason is told.
@Suite(.serialized, .enabled(if: Conditions.canChangeUser, "commands cannot run as another user"))
struct PermissionTests {
  private let sandbox: Sandbox
  private let contents: [Word] = ["one\n", "two\n"]

  /// A library of a stranger's, who runs the commands.
  init() throws {
    sandbox = try Sandbox(library: false)
    try sandbox.shell("chown \(Sandbox.stranger):\(Sandbox.stranger) .")
    try sandbox.become(Sandbox.stranger)
    try sandbox.succeed("init")
    for content in contents {
      try sandbox.write("a.txt", content)
      try sandbox.asRoot("chown \(Sandbox.stranger):\(Sandbox.stranger) a.txt")
      try sandbox.succeed("save", "a.txt")
    }
  }

  @Test func readOnlyStoreIsReadAndNotWritten() throws {
    try sandbox.asRoot("chmod -R a-w .versions")
    defer { try? sandbox.asRoot("chmod -R u+w .versions") }
    try sandbox.expect("a.txt", holds: contents)
    try sandbox.succeed("list")
    try sandbox.succeed("log")
    try sandbox.write("a.txt", "three\n")
    for words in [["save", "a.txt"], ["restore", "a.txt", "1"], ["delete", "a.txt"]] as [[Word]] {
      let answer = try sandbox.versions(words)
      #expect(answer.ending == .exit(7), "\(words[0]): \(answer.text)")
      #expect(answer.errorText.contains("permission denied"), "\(answer.errorText)")
      #expect(answer.errorText.contains(".versions/"), "\(answer.errorText)")
      #expect(try sandbox.read("a.txt") == "three\n")
    }
    #expect(try sandbox.names() == ["a.txt"])
    try sandbox.asRoot("chmod -R u+w .versions")
    #expect(try sandbox.succeed("save", "a.txt").text == "a.txt: version 3\n")
  }

  @Test func strangerMayNotWriteAnothersStoreEvenAsRoot() throws {
    sandbox.becomeOneself()
    try sandbox.expect("a.txt", holds: contents)
    try sandbox.write("a.txt", "three\n")
    let before = try StoreImage(of: sandbox.store)
    for words in [["save", "a.txt"], ["autosave"], ["restore", "a.txt", "1"]] as [[Word]] {
      let answer = try sandbox.versions(words)
      #expect(answer.ending == .exit(7), "\(answer.text)")
      #expect(
        answer.errorText.contains(
          "versions: the store '\(sandbox.store)' belongs to \(Sandbox.stranger), and you are "),
        "\(answer.errorText)")
      #expect(answer.errorText.contains("hint: "))
    }
    #expect(try StoreImage(of: sandbox.store).paths == before.paths)
    #expect(try sandbox.read("a.txt") == "three\n")
  }

  @Test func storeThatMayNotBeLookedIntoIsToldWithItsOwner() throws {
    try sandbox.become(Sandbox.stranger + 1)
    for words in [["list"], ["list", "a.txt"], ["show", "a.txt"], ["save", "a.txt"]] as [[Word]] {
      let answer = try sandbox.versions(words)
      #expect(answer.ending == .exit(7), "\(words.map(\.text)): \(answer.text)")
      #expect(
        answer.errorText.contains("belongs to \(Sandbox.stranger)")
          && answer.errorText.contains("you are \(Sandbox.stranger + 1)"), "\(answer.errorText)")
    }
  }

  @Test func unreadableDocumentIsToldAndOthersAreSaved() throws {
    try sandbox.shell("echo secret > b.txt && chmod 000 b.txt && echo c > c.txt")
    let answer = try sandbox.versions("save", "b.txt", "c.txt")
    #expect(answer.ending == .exit(7))
    #expect(answer.text == "c.txt: version 1\n")
    #expect(
      answer.errorText.hasPrefix(
        "versions: cannot read '\(sandbox.library)/b.txt': permission denied\n"),
      "\(answer.errorText)")
    // Over the whole library, too.
    try sandbox.shell("echo more >> c.txt")
    let all = try sandbox.versions("autosave")
    #expect(all.ending == .exit(7) && all.text == "c.txt: version 2\n", "\(all.errorText)")
    #expect(all.errorText.contains("b.txt"))
    // Nobody takes it for deleted, and listing goes on.
    let list = try sandbox.versions("list")
    #expect(list.text.contains("a.txt") && list.text.contains("c.txt"))
  }

  @Test func documentInAFolderThatMayNotBeWrittenStaysAsItIs() throws {
    try sandbox.shell("mkdir sub && echo one > sub/d.txt && \"$versions\" save sub/d.txt")
    try sandbox.shell("echo two > sub/d.txt && \"$versions\" save sub/d.txt")
    try sandbox.shell("chmod 0555 sub")
    for words in [
      ["restore", "sub/d.txt", "1"], ["delete", "sub/d.txt"], ["rename", "sub/d.txt", "e.txt"],
      ["restore", "sub/d.txt", "1", "--to", "sub/copy.txt"],
    ] as [[Word]] {
      let answer = try sandbox.versions(words)
      #expect(answer.ending == .exit(7), "\(words.map(\.text)): \(answer.text)")
      #expect(
        answer.errorText.contains("\(sandbox.library)/")
          && answer.errorText.contains("permission denied"),
        "\(answer.errorText)")
      #expect(try sandbox.read("sub/d.txt") == "two\n")
      #expect(try sandbox.names(in: "sub") == ["d.txt"])
    }
    // What could not be done is no version.
    #expect(try sandbox.history("sub/d.txt").map(\.event) == ["save", "save"])
    // The folder is no obstacle to keeping what is in it.
    try sandbox.shell("echo three > sub/d.txt")
    #expect(try sandbox.succeed("save", "sub/d.txt").text == "sub/d.txt: version 3\n")
    try sandbox.shell("chmod 0755 sub")
  }

  @Test func writeProtectedFileIsReplacedOnlyByForce() throws {
    try sandbox.shell("chmod 0444 a.txt")
    try sandbox.fail(4, "restore", "a.txt", "1", saying: "is read-only\n  hint: ")
    #expect(try sandbox.read("a.txt") == "two\n")
    #expect(try sandbox.names() == ["a.txt"])
    try sandbox.succeed("restore", "a.txt", "1", "--force")
    #expect(try sandbox.read("a.txt") == "one\n")
    #expect(try FileStatus(of: sandbox.path("a.txt")).permissions == 0o444)
  }

  @Test func personWithoutNameOrHomeCanSave() throws {
    sandbox.environment["HOME"] = nil
    sandbox.environment["USER"] = nil
    sandbox.environment["LOGNAME"] = nil
    try sandbox.shell("echo three > a.txt")
    try sandbox.succeed("save", "a.txt")
    let author = try #require(try sandbox.history("a.txt").last?.author)
    #expect(author.name == "\(Sandbox.stranger)")
    #expect(author.email.hasPrefix("\(Sandbox.stranger)@"))
    sandbox.becomeOneself()
    sandbox.environment["HOME"] = Word(sandbox.home)
    try sandbox.shell("git config --global safe.directory '*'")
    try sandbox.checkStore()
  }

  @Test(.enabled(if: Conditions.canMount, "no file system may be mounted here"))
  func readOnlyFileSystemIsReadAndNotWritten() throws {
    try sandbox.shell("echo three > a.txt")
    let library = Word(sandbox.library)
    sandbox.becomeOneself()
    try sandbox.shell("mount --bind '\(library)' '\(library)'")
    defer { try? sandbox.asRoot("cd / && umount -l '\(library)'") }
    // Mounted anew for what runs from here on; the mount is of the parent's view.
    try sandbox.shell("mount -o remount,ro,bind '\(library)'")
    try sandbox.become(Sandbox.stranger)
    try sandbox.expect("a.txt", holds: contents)
    try sandbox.succeed("list")
    try sandbox.succeed("log")
    for words in [["save", "a.txt"], ["restore", "a.txt", "1"], ["delete", "a.txt"]] as [[Word]] {
      let answer = try sandbox.versions(words)
      #expect(answer.ending == .exit(7), "\(answer.text)")
      #expect(answer.errorText.contains("mounted read-only"), "\(answer.errorText)")
    }
    #expect(try sandbox.read("a.txt") == "three\n")
  }
}

extension Sandbox {
  /// Runs a line of shell as the tests run, whoever runs the commands.
  func asRoot(_ line: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let before = prefix
    prefix = []
    defer { prefix = before }
    try shell(line, sourceLocation: sourceLocation)
  }
}
