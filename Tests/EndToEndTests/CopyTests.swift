import Files
import Testing

/// A part of a past version comes back alone, every other byte stays, and what is refused leaves no
/// trace (R07, E06).
struct CopyTests {
  /// A library with a document of several versions.
  private func library(_ name: Word, _ contents: Word...) throws -> Sandbox {
    let sandbox = try Sandbox()
    for content in contents {
      try sandbox.write(name, content)
      try sandbox.succeed("save", name)
    }
    return sandbox
  }

  private static func sample(_ name: String) throws -> Word {
    let folder = try #require(Sandbox.samples("cases"))
    return Word(try File(folder.appending(name)).readToEnd())
  }

  @Test(
    .enabled(if: Sandbox.samples("cases") != nil, "no cases here"),
    arguments: [
      (
        "R07-copy-source-crlf.txt", "R07-copy-target-lf-noeof.txt", ["--lines", "2"],
        "R07-expected-after-copy.txt"
      ),
      (
        "R07-append-source-noeof.txt", "R07-append-target-noeof.txt",
        ["--lines", "2", "--append"], "R07-append-expected.txt"
      ),
      (
        "E06-copy-from-old.emojiart", "E06-copy-into-now.emojiart", ["--emoji", "2"],
        "E06-expected-after-copy.emojiart"
      ),
      (
        "E06-copy-from-old.emojiart", "E06-copy-into-now.emojiart", ["--emoji", "🌻"],
        "E06-expected-after-copy.emojiart"
      ),
      (
        "E06-copy-from-old.emojiart", "E06-copy-into-now.emojiart", ["--emoji", "#1"],
        "E06-expected-after-copy.emojiart"
      ),
    ])
  func casesComeOutByteForByteAndUndoTakesThemBack(
    source: String, target: String, part: [String], expected: String
  ) throws {
    let name = Word("a." + (source.hasSuffix("art") ? "emojiart" : "txt"))
    let sandbox = try library(name, try Self.sample(source))
    let present = try Self.sample(target)
    try sandbox.write(name, present)
    let words = ["copy", name, "1"] + part.map { Word($0) }

    let preview = try sandbox.versions(words + ["--dry-run"])
    #expect(preview.ending == .exit(0) && preview.text.hasPrefix("diff --git "))
    #expect(try sandbox.history(name).count == 1)
    #expect(try sandbox.read(name) == present)

    let answer = try sandbox.versions(words)
    #expect(answer.ending == .exit(0), "\(answer.errorText)")
    #expect(answer.text.hasSuffix("copied, as version 3; what was there is version 2\n"))
    #expect(try sandbox.read(name) == Self.sample(expected))
    let history = try sandbox.history(name)
    #expect(history.map(\.event) == ["save", "autosave", "copy"])
    #expect(history[2].from == "1")

    // The preview was of just this change.
    try sandbox.write(name, present)
    let patch = try sandbox.run("git", "apply", "-p1", input: preview.output)
    #expect(patch.ending == .exit(0), "\(patch.errorText)")
    #expect(try sandbox.read(name) == Self.sample(expected))

    try sandbox.succeed("undo", name)
    #expect(try sandbox.read(name) == present)
    try sandbox.succeed("undo", name)
    #expect(try sandbox.read(name) == Self.sample(expected))
    try sandbox.checkStore()
  }

  @Test func hunkComesBackAsTheComparisonNumbersIt() throws {
    let old = (1...30).map { "line \($0)\n" }
    var new = old
    new[2] = "third\n"
    new.remove(at: 20)
    let sandbox = try library("a.txt", Word(old.joined()), Word(new.joined()))
    let answer = try sandbox.succeed("copy", "a.txt", "1", "--hunk", "2")
    #expect(answer.text == "a.txt: hunk 2 of version 1 copied, as version 3\n")
    new.insert(old[20], at: 20)
    #expect(try sandbox.read("a.txt") == Word(new.joined()))
    let failure = try sandbox.fail(3, "copy", "a.txt", "1", "--hunk", "2")
    #expect(failure.errorText.contains("version 1 of 'a.txt' has no hunk 2; there is only hunk 1"))
  }

  @Test func linesGoWhereTheyAreWanted() throws {
    let sandbox = try library("a.txt", "one\ntwo\nthree\n", "three\nfour\n")
    try sandbox.succeed("copy", "a.txt", "1", "--lines", "1-2", "--at", "2")
    #expect(try sandbox.read("a.txt") == "three\none\ntwo\nfour\n")
    try sandbox.succeed("undo", "a.txt")
    try sandbox.succeed("copy", "a.txt", "1", "--lines", "1-2")
    #expect(try sandbox.read("a.txt") == "one\ntwo\nthree\nfour\n")
    // What is there already makes no version.
    let count = try sandbox.history("a.txt").count
    let answer = try sandbox.succeed("copy", "a.txt", "1", "--lines", "1-2")
    #expect(answer.text == "a.txt: has lines 1-2 of version 1; nothing to do\n")
    #expect(try sandbox.history("a.txt").count == count)
  }

  @Test func partGoesIntoAnotherDocumentWhichSaysWhereItCameFrom() throws {
    let sandbox = try library("a.json", #"{"a": [1, 2.50], "b": true}"#)
    try sandbox.write("b.json", "{ \"b\":1.10,\n  \"a\":[1]}")
    let answer = try sandbox.succeed("copy", "a.json", "1", "--pointer", "/a", "--into", "b.json")
    #expect(answer.text == "b.json: /a of version 1 of 'a.json' copied, as version 2\n")
    #expect(try sandbox.read("b.json") == "{ \"b\":1.10,\n  \"a\":[1,2.50]}")
    let history = try sandbox.history("b.json")
    let id = try sandbox.history("a.json")[0].id
    #expect(history.map(\.event) == ["autosave", "copy"] && history[1].from == "\(id)@1")
    #expect(try sandbox.history("a.json").count == 1)
  }

  @Test func theWholeOfAJSONDocumentIsNamedAsSuch() throws {
    let sandbox = try library("a.json", "[1]")
    try sandbox.write("a.json", "[2]")
    let answer = try sandbox.succeed("copy", "a.json", "1", "--pointer", "")
    #expect(answer.text.hasPrefix("a.json: all of version 1 copied, as version 3; "))
    #expect(try sandbox.read("a.json") == "[1]")
  }

  @Test func aNewDrawingOfNoBytesTakesABackground() throws {
    let sandbox = try library(
      "a.emojiart", #"{"backgroundURL":"http://e.org/a.jpg","emojis":[],"uniqueEmojiId":0}"#)
    try sandbox.write("z0.emojiart", "")
    try sandbox.succeed("copy", "a.emojiart", "1", "--background", "--into", "z0.emojiart")
    #expect(
      try sandbox.read("z0.emojiart")
        == #"{"emojis":[],"uniqueEmojiId":0,"backgroundURL":"http://e.org/a.jpg"}"#)
    try sandbox.write("z.txt", "")
    try sandbox.fail(
      4, "copy", "a.emojiart", "1", "--background", "--into", "z.txt", saying: "is not a drawing")
  }

  @Test func presentContentGoesIntoAnotherDocumentAsAVersionOfItsOwn() throws {
    let sandbox = try library("a.txt", "one\n")
    try sandbox.write("a.txt", "one\nunsaved\n")
    try sandbox.write("b.txt", "b\n")
    let preview = try sandbox.succeed(
      "copy", "a.txt", "current", "--lines", "2", "--into", "b.txt", "--append", "--dry-run")
    #expect(preview.text.hasSuffix("@@ -1 +1,2 @@\n b\n+unsaved\n"))
    #expect(try sandbox.history("a.txt").count == 1)
    // What is refused makes no version of either document.
    try sandbox.fail(
      3, "copy", "a.txt", "current", "--lines", "9", "--into", "b.txt",
      saying: "'a.txt' has no line 9")
    try sandbox.fail(3, "list", "b.txt")
    #expect(try sandbox.history("a.txt").count == 1)

    let answer = try sandbox.succeed(
      "copy", "a.txt", "current", "--lines", "2", "--into", "b.txt", "--append")
    #expect(answer.text == "b.txt: line 2 of version 2 of 'a.txt' copied, as version 2\n")
    #expect(try sandbox.read("b.txt") == "b\nunsaved\n")
    try sandbox.expect("a.txt", holds: ["one\n", "one\nunsaved\n"])
    let id = try sandbox.history("a.txt")[0].id
    #expect(try sandbox.history("b.txt").last?.from == "\(id)@2")
    try sandbox.succeed("undo", "b.txt")
    #expect(try sandbox.read("b.txt") == "b\n")

    // A locked target is found before the other document gets a version.
    try sandbox.succeed("lock", "b.txt")
    try sandbox.write("a.txt", "other\n")
    try sandbox.fail(
      4, "copy", "a.txt", "current", "--lines", "1", "--into", "b.txt", saying: "'b.txt' is locked")
    #expect(try sandbox.history("a.txt").count == 2)
    try FileSystem.remove(sandbox.path("a.txt"))
    try sandbox.fail(
      3, "copy", "a.txt", "current", "--lines", "1", "--into", "b.txt", saying: "has no 'current'")
  }

  @Test func presentContentIsNotCopiedIntoItself() throws {
    let sandbox = try library("a.txt", "one\n")
    for target in [[], ["--into", "a.txt"], ["--into", "./a.txt"]] as [[Word]] {
      let answer = try sandbox.versions(["copy", "a.txt", "current", "--lines", "1"] + target)
      #expect(answer.code == 2)
      #expect(
        answer.errorText.hasPrefix(
          "versions: 'current' is what 'a.txt' holds already; there is nothing to copy\n"))
    }
  }

  @Test func backgroundIsCopiedAlone() throws {
    let sandbox = try library(
      "a.emojiart", #"{"backgroundURL":"http://e.org/a.jpg","emojis":[],"uniqueEmojiId":0}"#,
      #"{"uniqueEmojiId":7, "emojis":[] ,"backgroundURL":"http:\/\/e.org\/b.jpg"}"#)
    try sandbox.succeed("copy", "a.emojiart", "1", "--background")
    #expect(
      try sandbox.read("a.emojiart").text.replacing("\\/", with: "/")
        == #"{"uniqueEmojiId":7, "emojis":[] ,"backgroundURL":"http://e.org/a.jpg"}"#)
  }

  @Test func filesOfAPackageAreCopiedAndOthersStay() throws {
    let sandbox = try Sandbox()
    try sandbox.write("n.textbundle/text.md", "one\n")
    try sandbox.write("n.textbundle/assets/a.png", "a")
    try sandbox.write("n.textbundle/assets/b.png", "b")
    try sandbox.succeed("save", "n.textbundle")
    try sandbox.shell("cd n.textbundle && echo two > text.md && rm -r assets && echo x > x")
    try sandbox.succeed("copy", "n.textbundle", "1", "--part", "assets")
    let files = try sandbox.shell("cd n.textbundle && find . -type f | sort").lines
    #expect(files == ["./assets/a.png", "./assets/b.png", "./text.md", "./x"])
    #expect(try sandbox.read("n.textbundle/text.md") == "two\n")
    let patch = try sandbox.succeed(
      "copy", "n.textbundle", "1", "--part", "text.md", "--dry-run")
    #expect(patch.text.contains("-two\n+one\n"))
    try sandbox.succeed("copy", "n.textbundle", "1", "--part", "text.md")
    #expect(try sandbox.read("n.textbundle/text.md") == "one\n")
    try sandbox.succeed("undo", "n.textbundle")
    #expect(try sandbox.read("n.textbundle/text.md") == "two\n")
    try sandbox.fail(3, "copy", "n.textbundle", "1", "--part", "no.md", saying: "has no part")
    try sandbox.fail(4, "copy", "n.textbundle", "1", "--lines", "1", saying: "is a package")
    try sandbox.checkStore()
  }

  @Test(
    arguments: [
      (3, ["a.txt", "1", "--lines", "4"]), (3, ["a.txt", "1", "--lines", "2-9"]),
      (3, ["a.txt", "1", "--lines", "1", "--at", "99"]), (3, ["a.txt", "1", "--hunk", "5"]),
      (4, ["a.txt", "1", "--emoji", "1"]), (4, ["a.txt", "1", "--background"]),
      (4, ["a.txt", "1", "--pointer", "/a"]), (4, ["a.txt", "1", "--part", "x"]),
      (3, ["a.emojiart", "1", "--emoji", "9"]), (4, ["a.emojiart", "1", "--lines", "1"]),
      (3, ["a.emojiart", "1", "--emoji", "#1"]), (3, ["a.emojiart", "1", "--pointer", "/no"]),
      (4, ["a.emojiart", "1", "--emoji", "1", "--into", "a.txt"]),
      (4, ["a.emojiart", "1", "--emoji", "1", "--into", "broken.emojiart"]),
      (4, ["a.emojiart", "1", "--emoji", "1", "--into", "new.txt"]),
      (4, ["a.txt", "1", "--lines", "1", "--into", "a.emojiart"]),
      (4, ["a.txt", "1", "--lines", "1", "--into", "data.bin"]),
      (3, ["a.txt", "1", "--lines", "1", "--into", "none.txt"]),
      (3, ["a.txt", "9", "--lines", "1"]), (2, ["a.txt", "1"]),
      (2, ["a.txt", "current", "--hunk", "1"]),
      (2, ["a.txt", "1", "--lines", "3-2"]), (2, ["a.txt", "1", "--hunk", "1", "--append"]),
      (2, ["a.txt", "1", "--lines", "1", "--hunk", "1"]),
      (2, ["a.txt", "1", "--pointer", "no"]),
      (4, ["a.txt", "1", "--lines", "1", "--into", "a.json"]),
      (4, ["a.json", "1", "--lines", "3"]),
    ] as [(Int32, [String])])
  func whatIsRefusedWritesNothing(code: Int32, words: [String]) throws {
    let sandbox = try library("a.txt", "one\ntwo\n", "one\n")
    try sandbox.write("a.emojiart", #"{"emojis":[{"text":"🐝","x":1,"y":2,"size":3,"id":1}]}"#)
    try sandbox.succeed("save", "a.emojiart")
    try sandbox.write("broken.emojiart", #"{"emojis":[{"text":"🐝","x":1"#)
    try sandbox.write("a.json", "[\n1,\n2\n]\n")
    try sandbox.succeed("save", "a.json")
    try sandbox.write("a.json", "[\n7\n]\n")
    try sandbox.write("new.txt", "")
    try sandbox.write(
      "data.bin", Word([0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0, 0, 0, 0xFF, 0xFE, 0x80]))
    try sandbox.write("a.txt", "unsaved\n")
    let before = try sandbox.shell("find . | sort; cat *; git --git-dir=.versions show-ref")
    try sandbox.fail(code, ["copy"] + words)
    let after = try sandbox.shell("find . | sort; cat *; git --git-dir=.versions show-ref")
    #expect(after.output == before.output)
  }

  @Test func lockedAndDeletedDocumentsTakeNothing() throws {
    let sandbox = try library("a.txt", "one\ntwo\n", "one\n")
    try sandbox.succeed("lock", "a.txt")
    try sandbox.fail(4, "copy", "a.txt", "1", "--lines", "2", saying: "is locked")
    try sandbox.succeed("unlock", "a.txt")
    try sandbox.succeed("delete", "a.txt")
    try sandbox.fail(3, "copy", "a.txt", "1", "--lines", "2", saying: "is not on disk")
  }

  @Test func nothingFromADocumentOrArgumentSteersTheTerminal() throws {
    let name: Word = "a\u{1b}[2J.txt"
    let sandbox = try library(name, "one\n\u{1b}]0;x\u{7}\n", "one\n")
    let answer = try sandbox.versions(["copy", name, "1", "--lines", "2"])
    #expect(!answer.output.contains(0x1B) && answer.text.contains(#"a\x1b[2J.txt: line 2"#))
    for words in [["--emoji", "\u{1b}[2J"], ["--pointer", "/\u{1b}"], ["--part", "\u{1b}"]] {
      let answer = try sandbox.versions(["copy", name, "1"] + words.map { Word($0) })
      #expect(!answer.error.contains(0x1B))
    }
  }
}

extension Sandbox {
  /// Runs `versions`, which must exit with a code and say why.
  fileprivate func fail(_ code: Int32, _ words: [String]) throws {
    let answer = try versions(words.map { Word($0) })
    #expect(
      answer.ending == .exit(code) && answer.errorText.hasPrefix("versions: "),
      "\(words) ended with \(answer.ending): \(answer.errorText)")
  }
}
