import Files
import Testing

/// A folder that is one document is saved and restored as one (N10); copies that a synchronising
/// service made are grouped with their original (N12).
struct PackageTests {
  private static let original: [Word: Word] = [
    "info.json": "{}", "text.md": "# one\n", "assets/a.png": Word([0x89, 0x50, 0]),
    "assets/deep/er/b.bin": "b",
  ]

  private func library() throws -> Sandbox {
    let sandbox = try Sandbox()
    for (name, content) in Self.original { try sandbox.write("n.textbundle/" + name, content) }
    try sandbox.succeed("save", "n.textbundle")
    return sandbox
  }

  private func expectOriginal(in sandbox: Sandbox) throws {
    let files = try sandbox.shell("cd n.textbundle && find . -type f | sort").lines
    #expect(files == Self.original.keys.map { "./\($0)" }.sorted())
    for (name, content) in Self.original {
      #expect(try sandbox.read("n.textbundle/" + name) == content)
    }
  }

  @Test func allPartsAreOneVersionAndRestoringRemovesPartsTheOldOneDidNotHave() throws {
    let sandbox = try library()
    try sandbox.shell(
      """
      cd n.textbundle && echo two > text.md && rm -r assets/deep && mkdir empty more
      echo new > assets/new.txt && echo x > more/x && ln -s text.md link && chmod 755 text.md
      """)
    #expect(try sandbox.succeed("autosave").text == "n.textbundle: version 2\n")
    #expect(try sandbox.history("n.textbundle").count == 2)
    // A part names the document.
    #expect(
      try sandbox.succeed("save", "n.textbundle/text.md").text.hasPrefix("n.textbundle: "))
    try sandbox.succeed("restore", "n.textbundle", "1")
    try expectOriginal(in: sandbox)
    #expect(try sandbox.names() == ["n.textbundle"])
    try sandbox.succeed("restore", "n.textbundle", "2")
    #expect(try sandbox.read("n.textbundle/more/x") == "x\n")
    #expect(try FileSystem.readLink(sandbox.path("n.textbundle/link")) == Array("text.md".utf8))
    #expect(try FileStatus(of: sandbox.path("n.textbundle/text.md")).permissions == 0o755)
    try sandbox.checkStore()
  }

  @Test func unsavedPartsAreAVersionBeforeTheyAreReplaced() throws {
    let sandbox = try library()
    try sandbox.write("n.textbundle/new.txt", "not saved yet\n")
    let answer = try sandbox.succeed("restore", "n.textbundle", "1")
    #expect(answer.text.contains("what was there is version 2"))
    try expectOriginal(in: sandbox)
    try sandbox.succeed("undo", "n.textbundle")
    #expect(try sandbox.read("n.textbundle/new.txt") == "not saved yet\n")
  }

  @Test func packageIsRenamedDeletedAndComesBackWhole() throws {
    let sandbox = try library()
    try sandbox.succeed("rename", "n.textbundle", "sub/m.textbundle")
    try sandbox.succeed("delete", "sub/m.textbundle")
    #expect(!sandbox.exists("sub/m.textbundle"))
    try sandbox.succeed("restore", "sub/m.textbundle", "first")
    try sandbox.succeed("rename", "sub/m.textbundle", "n.textbundle")
    try expectOriginal(in: sandbox)
    try sandbox.succeed("restore", "n.textbundle", "1", "--to", "copy.textbundle")
    #expect(try sandbox.read("copy.textbundle/text.md") == "# one\n")
  }

  @Test func packageExtensionsOfTheLibraryCount() throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.studio/x", "1\n")
    try sandbox.write("a.studio/y", "2\n")
    try sandbox.succeed("config", "packages", "studio")
    #expect(try sandbox.succeed("autosave").text == "a.studio: version 1\n")
  }

  @Test func fileWithAPackagesNameIsADocumentAndCanBecomeAFolder() throws {
    let sandbox = try Sandbox()
    try sandbox.write("n.textbundle", "a file\n")
    try sandbox.succeed("save", "n.textbundle")
    try FileSystem.remove(sandbox.path("n.textbundle"))
    try sandbox.write("n.textbundle/text.md", "a folder\n")
    try sandbox.succeed("save", "n.textbundle")
    try sandbox.succeed("restore", "n.textbundle", "1")
    #expect(try sandbox.read("n.textbundle") == "a file\n")
    try sandbox.succeed("restore", "n.textbundle", "2")
    #expect(try sandbox.read("n.textbundle/text.md") == "a folder\n")
  }

  @Test func packageNeverGetsANameUnderWhichItIsNone() throws {
    let sandbox = try Sandbox()
    try sandbox.shell(
      "mkdir n.textbundle sub && echo a > n.textbundle/text.md && echo b > sub/b.txt")
    try sandbox.succeed("autosave")
    for words in [
      ["rename", "n.textbundle", "n.txt"], ["duplicate", "n.textbundle", "copy"],
      ["restore", "n.textbundle", "1", "--to", "back.d"], ["rename", "sub", "sub.textbundle"],
    ] as [[Word]] {
      #expect(try sandbox.versions(words).ending == .exit(4), "\(words)")
    }
    let answer = try sandbox.versions("rename", "n.textbundle", "n.txt")
    #expect(answer.errorText.contains("hint: keep the ending: n.txt.textbundle"))
    #expect(try sandbox.read("n.textbundle/text.md") == "a\n")
    #expect(try sandbox.succeed("status").output.isEmpty)
    try sandbox.succeed("rename", "n.textbundle", "sub/m.textbundle")
    #expect(try sandbox.succeed("autosave").output.isEmpty)
    // Outside of the library a package is a folder like others.
    try sandbox.succeed("restore", "sub/m.textbundle", "1", "--to", "../out")
    try sandbox.shell("grep a ../out/text.md")
  }

  @Test func whatIsNamedIsSavedThoughItWouldBeIgnored() throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.txt~", "one\n")
    let saved = try sandbox.versions("save", "a.txt~")
    #expect(saved.ending == .exit(0))
    #expect(saved.errorText.contains("warning: 'a.txt~' would be ignored: "))
    try sandbox.write("a.txt~", "two\n")
    let again = try sandbox.versions("save", "a.txt~")
    #expect(again.error.isEmpty)
    try sandbox.write("b.txt~", "two\n")
    let ignored = try sandbox.succeed("list", "--ignored", "-z").output.split(separator: 0)
    #expect(ignored.contains { $0.elementsEqual("b.txt~".utf8) })
    #expect(!ignored.contains { $0.elementsEqual("a.txt~".utf8) })
  }

  @Test func documentsOfAFolderThatIsGoneAreListedAsBelowIt() throws {
    let sandbox = try Sandbox()
    try sandbox.shell("mkdir -p gone/deep && echo a > gone/a.txt && echo b > gone/deep/b.txt")
    try sandbox.succeed("autosave")
    try sandbox.shell("rm -r gone")
    #expect(
      try sandbox.succeed("list", "gone", "-z").output
        == Array("gone/a.txt\0gone/deep/b.txt\0".utf8))
    try sandbox.succeed("autosave")
    let list = try sandbox.versions("list", "gone")
    #expect(list.ending == .exit(0) && list.output.isEmpty)
    #expect(list.errorText.contains("all documents below 'gone' are deleted"))
    let deleted = try sandbox.versions("list", "gone", "--deleted", "-z")
    #expect(deleted.output == Array("gone/a.txt\0gone/deep/b.txt\0".utf8))
    #expect(try sandbox.versions("log", "gone", "--json").lines.count == 4)
    try sandbox.fail(3, "list", "never")
  }

  @Test func copiesOfASynchronisingServiceAreKeptAndListedWithTheirOriginal() throws {
    let sandbox = try Sandbox()
    let copies: [Word] = [
      "note.sync-conflict-20260112-003022-ABCDEF1.md",
      "note (Conflicted copy laptop 202601120030).md",
    ]
    for name in ["note.md"] + copies { try sandbox.write(name, "in \(name)\n") }
    try sandbox.succeed("autosave")
    let list = try sandbox.succeed("list", "--json")
    #expect(try list.objects(ListedObject.self).count == 3)
    #expect(list.lines.count { $0.contains("\"conflictOf\":\"note.md\"") } == 2)
    for name in copies { try sandbox.expect(name, holds: ["in \(name)\n"]) }
  }
}
