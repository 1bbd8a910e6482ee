import Files
import Testing

/// What cannot be done gets the exit code of its kind and a sentence that helps.
struct BadInputTests {
  /// A command line, its exit code, the code for scripts, and all that people read.
  struct Row: CustomTestStringConvertible {
    let words: [Word]
    let exit: Int32
    let code: String
    let text: String
    var testDescription: String { words.map(\.text).joined(separator: " ") }

    init(_ words: [Word], _ exit: Int32, _ code: String, _ text: String) {
      self.words = words
      self.exit = exit
      self.code = code
      self.text = text
    }
  }

  /// 'a.txt' with a label on two versions, 'gone.txt' deleted, 'new.txt' without versions, 'sub'.
  private func library() throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.shell(
      """
      echo one > a.txt && "$versions" save a.txt -m draft
      echo two > a.txt && "$versions" save a.txt -m draft
      echo gone > gone.txt && "$versions" save gone.txt && "$versions" delete gone.txt
      echo new > new.txt && mkdir sub && echo in > sub/in.txt && mkfifo pipe
      mkdir ../outside && echo out > ../outside/out.txt
      """)
    return sandbox
  }

  private static let rows: [Row] = [
    Row(
      [], 2, "usage",
      """
      versions: no command given
        hint: 'versions help' lists the commands

      """),
    Row(
      ["svae", "a.txt"], 2, "usage",
      """
      versions: there is no command 'svae'
        hint: did you mean 'save'?
        hint: 'versions help' lists the commands

      """),
    Row(
      ["save", "--mesage", "x", "a.txt"], 2, "usage",
      """
      versions: 'save' has no option '--mesage'
        hint: 'versions help save' lists its options

      """),
    Row(
      ["save"], 2, "usage",
      """
      versions: 'save' needs DOC
        hint: usage: versions save DOC... [OPTION...]

      """),
    Row(
      ["save", ""], 2, "usage",
      """
      versions: the path for DOC is empty
        hint: a variable in the shell may have been empty

      """),
    Row(
      ["save", "a.txt", "-m", "two\nlines"], 2, "usage",
      "versions: the text for option '--label' has several lines, one is allowed\n"),
    Row(
      ["save", "a.txt", "-m", Word([0xFF])], 2, "usage",
      "versions: the text '\\xff' for option '--label' is not UTF-8\n"),
    Row(
      ["show", "a.txt", "9"], 3, "version-not-found",
      "versions: 'a.txt' has no version 9\n  hint: "),
    Row(["show", "a.txt", "0"], 3, "version-not-found", "versions: 'a.txt' has no version 0\n"),
    Row(
      ["show", "a.txt", "latest~9"], 3, "version-not-found",
      "versions: 'latest~9' goes back beyond the first version of 'a.txt'\n"),
    Row(
      ["show", "a.txt", "no such label"], 3, "version-not-found",
      "versions: no version of 'a.txt' is labelled 'no such label'\n  hint: "),
    Row(
      ["show", "a.txt", "draft"], 3, "ambiguous-selector",
      "versions: several versions of 'a.txt' are labelled 'draft'\n  hint: version 2, save of "),
    Row(
      ["show", "a.txt", "1999-12-31"], 3, "version-not-found",
      "versions: no version of 'a.txt' is as old as '1999-12-31'\n"),
    Row(
      ["show", "a.txt", "commit:0000000"], 3, "version-not-found",
      "versions: no version of 'a.txt' is commit '0000000'\n"),
    Row(["show", "a.txt", ""], 2, "usage", "versions: "),
    Row(
      ["show", "gone.txt", "2"], 3, "version-not-found",
      "versions: version 2 of 'gone.txt' says that it was deleted; it holds nothing\n"),
    Row(
      ["show", "gone.txt", "current"], 3, "version-not-found",
      "versions: 'gone.txt' is not on disk, so it has no 'current'\n"),
    Row(
      ["restore", "gone.txt", "2"], 3, "version-not-found",
      "versions: version 2 of 'gone.txt' says that it was deleted; it holds nothing\n"),
    Row(
      ["save", "gone.txt"], 3, "document-not-found",
      """
      versions: 'gone.txt' is deleted
        hint: bring it back with: versions restore gone.txt latest

      """),
    Row(
      ["list", "never.txt"], 3, "document-not-found",
      """
      versions: no document 'never.txt'
        hint: see which documents there are with: versions list, versions list --deleted

      """),
    Row(
      ["list", "new.txt"], 3, "document-not-found",
      """
      versions: 'new.txt' has no versions yet
        hint: make its first version with: versions save new.txt

      """),
    Row(["save", "never.txt"], 3, "document-not-found", "versions: no file 'never.txt' in '"),
    Row(
      ["show", "sub"], 3, "not-a-document",
      """
      versions: 'sub' is a folder, not a document
        hint: list the documents in it with: versions list sub

      """),
    Row(["save", "pipe"], 3, "not-a-document", "versions: '"),
    Row(
      ["save", "../outside/out.txt"], 3, "library-not-found",
      """
      versions: no library at or above '../outside/out.txt'
        hint: make a folder one with: versions init FOLDER

      """),
    Row(
      ["list", "--library", "../outside"], 3, "library-not-found",
      "versions: '"),
    Row(["list", "--library", "/no/such"], 3, "library-not-found", "versions: no folder '"),
    Row(
      ["save", ".versions/config"], 3, "not-a-document",
      "versions: '.versions/config' is in the store"),
    Row(
      ["show", "id:zz"], 2, "usage",
      "versions: 'id:zz' is no identifier: only 0-9, a-f and hyphens\n"),
    Row(
      ["show", "id:ffffffffffff"], 3, "document-not-found",
      "versions: no document has an identifier that begins with 'ffffffffffff'\n"),
    Row(["undo", "a.txt"], 4, "nothing-to-undo", "versions: 'a.txt' has no restore"),
    Row(
      ["restore", "a.txt", "current"], 2, "usage", "versions: 'current' is what is there already"),
    Row(["config", "nothing"], 2, "usage", "versions: no setting 'nothing'\n  hint: there are: "),
    Row(
      ["config", "author", "anna@example.org"], 2, "usage",
      "versions: 'anna@example.org' cannot be the value of 'author'\n"),
    Row(["config", "author", "Anna\u{1B}[31m"], 2, "usage", "versions: 'Anna\\x1b[31m' cannot be"),
    Row(
      ["config", "sizeLimit", "much"], 2, "usage",
      "versions: 'much' cannot be the value of 'sizeLimit'\n"),
    Row(
      ["rename", "a.txt", "../outside/b.txt"], 3, "library-not-found",
      "versions: no library at or above '../outside/b.txt'\n"),
    Row(
      ["rename", "sub", "sub/deeper"], 2, "usage",
      "versions: 'sub' cannot become a folder inside itself\n"),
    Row(["delete", "."], 2, "usage", "versions: '.' is the library itself\n"),
    Row(
      ["list", "-n", "many"], 2, "usage", "versions: 'many' is not a number, for option '--limit'\n"
    ),
    Row(["list", "--since", "whenever"], 2, "usage", "versions: "),
    Row(
      ["save", Word(Array(repeating: UInt8(ascii: "n"), count: 300))], 2, "usage",
      "versions: cannot look at '"),
    Row(["show", "a.txt/x"], 3, "document-not-found", "versions: no document 'a.txt/x'\n"),
    Row(
      ["sync"], 2, "usage",
      "versions: 'sync' is a reserved name for a command that is not built yet\n"),
  ]

  @Test func everyMistakeGetsItsExitCodeAndASentenceThatHelps() throws {
    let sandbox = try library()
    let before = try StoreImage(of: sandbox.library)
    for row in Self.rows {
      let text = try sandbox.versions(row.words)
      #expect(
        text.ending == .exit(row.exit) && text.output.isEmpty,
        "\(row.testDescription): \(text.ending) \(text.text)\(text.errorText)")
      // What depends on the machine or the moment follows the beginning.
      #expect(text.errorText.hasPrefix(row.text), "\(row.testDescription): \(text.errorText)")
    }
    try expectUntouched(before, in: sandbox)
  }

  @Test func everyMistakeIsOneObjectOnStandardErrorForScripts() throws {
    let sandbox = try library()
    for row in Self.rows where !row.words.isEmpty {
      let answer = try sandbox.versions([row.words[0], "--json"] + row.words.dropFirst())
      #expect(
        answer.ending == .exit(row.exit) && answer.output.isEmpty,
        "\(row.testDescription): \(answer.ending)")
      let errors = try answer.errors()
      #expect(errors.count == 1, "\(row.testDescription)")
      let error = try #require(errors.first).error
      #expect(error.code == row.code && error.exit == row.exit, "\(row.testDescription)")
      let sentence = row.text.dropFirst("versions: ".count).prefix { $0 != "\n" }
      #expect(error.message.hasPrefix(sentence), "\(row.testDescription): \(error.message)")
    }
  }

  @Test func withSeveralDocumentsAllAreTriedAndTheFirstFailureDecides() throws {
    let sandbox = try library()
    let answer = try sandbox.versions("save", "never.txt", "new.txt", "", "sub/in.txt")
    // A command line that is wrong does nothing at all.
    #expect(answer.ending == .exit(2) && answer.output.isEmpty)
    let second = try sandbox.versions("save", "never.txt", "new.txt", "pipe", "sub/in.txt")
    #expect(second.ending == .exit(3))
    #expect(second.text == "new.txt: version 1\nsub/in.txt: version 1\n")
    #expect(second.errorText.contains("never.txt") && second.errorText.contains("pipe"))
  }

  @Test func storeOfANewerFormatIsReadAndNotWritten() throws {
    let sandbox = try library()
    try sandbox.git("config", "versions.format", "2")
    let before = try StoreImage(of: sandbox.store)
    #expect(try sandbox.content("a.txt", 1) == "one\n")
    #expect(try sandbox.history("a.txt").count == 2)
    try sandbox.succeed("list")
    try sandbox.succeed("log")
    try sandbox.write("a.txt", "three\n")
    for words in [
      ["save", "a.txt"], ["autosave"], ["restore", "a.txt", "1"], ["delete", "a.txt"],
      ["rename", "a.txt", "b.txt"], ["label", "a.txt", "1", "x"], ["lock", "a.txt"],
      ["undo", "a.txt"],
      ["duplicate", "a.txt", "b.txt"], ["config", "sizeLimit", "1g"],
    ] as [[Word]] {
      let answer = try sandbox.versions(words)
      #expect(answer.ending == .exit(4), "\(words[0]): \(answer.ending) \(answer.errorText)")
      #expect(
        answer.errorText == """
          versions: the store has format 2; this program writes format 1
            hint: use a newer 'versions'; reading works with this one

          """, "\(words[0])")
    }
    #expect(try StoreImage(of: sandbox.store).paths == before.paths)
    #expect(try sandbox.read("a.txt") == "three\n")
  }

  @Test func storeElsewhereIsMadeOnceAndNeverTakenOver() throws {
    let sandbox = try library()
    try sandbox.succeed("init", "../other", "--store", "../store")
    try sandbox.succeed("init", "../other", "--store", "../store")
    try sandbox.fail(
      4, "init", "--store", "../store", saying: "a library already, with its store in")
    try sandbox.fail(4, "init", "../third", "--store", "../store", saying: "exists already")
    try sandbox.fail(2, "init", "../third", "--store", "../st\nore", saying: "named in one line")
    try sandbox.fail(3, "list", "--library", "../third", saying: "not a library")
    // Moved, it is found again the way the hint says.
    try sandbox.shell(
      """
      echo one > ../other/a.txt && mv ../store ../moved
      echo "store: $PWD/../moved" > ../other/.versions
      """)
    try sandbox.succeed("save", "../other/a.txt")
    #expect(try sandbox.succeed("show", "../other/a.txt").text == "one\n")
  }

  @Test func labelThatTakesThePlaceOfAnotherSaysSo() throws {
    let sandbox = try library()
    try sandbox.succeed("save", "a.txt")
    #expect(
      try sandbox.succeed("save", "-m", "draft", "a.txt").text
        == "a.txt: unchanged; version 2 has the label now\n")
    #expect(
      try sandbox.succeed("save", "-m", "final", "a.txt").text
        == "a.txt: unchanged; version 2 has the label now, instead of 'draft'\n")
    #expect(
      try sandbox.succeed("label", "a.txt", "2", "sent").text
        == "a.txt: version 2 is named 'sent', instead of 'final'\n")
    #expect(
      try sandbox.succeed("label", "a.txt", "2", "sent").text
        == "a.txt: version 2 is named 'sent'\n")
  }

  @Test func folderThatIsALibraryStaysAsItIs() throws {
    let sandbox = try library()
    let before = try StoreImage(of: sandbox.store)
    let answer = try sandbox.versions("init")
    #expect(answer.ending == .exit(0), "\(answer.errorText)")
    #expect(try StoreImage(of: sandbox.store).paths == before.paths)
    try sandbox.fail(2, "init", "a.txt", saying: "a file, not a folder")
  }

  @Test func currentFolderThatIsGoneIsTold() throws {
    let sandbox = try library()
    let answer = try sandbox.shell(
      "mkdir gone && cd gone && rmdir ../gone && \"$versions\" list; echo $?")
    #expect(answer.text == "7\n")
    #expect(answer.errorText == "versions: the current folder is gone\n")
  }

  @Test func damagedStoreIsNotTakenForNone() throws {
    let sandbox = try library()
    try sandbox.shell("rm -r .versions/objects")
    try sandbox.fail(6, "list", saying: "'objects' is missing")
    let answer = try sandbox.versions("init")
    #expect(answer.ending != .exit(0) || sandbox.exists(".versions/refs/documents"))
  }

  /// Reading and failing leave everything as it is, but for locks of our own.
  private func expectUntouched(_ before: StoreImage, in sandbox: Sandbox) throws {
    let after = try StoreImage(of: sandbox.library)
    #expect(
      after.paths.filter { !$0.contains("/locks/") }
        == before.paths.filter { !$0.contains("/locks/") })
    for path in before.paths {
      #expect(after.content(of: path) == before.content(of: path), "\(path)")
    }
  }
}
