import Files
import Foundation
import Testing

/// Plain git repositories in which git asks `git-driver`: what git itself then prints and merges.
struct GitDriverTests {
  /// A repository that asks about drawings, JSON and texts, and about some odd names.
  private func repository() throws -> Sandbox {
    let sandbox = try Sandbox(library: false)
    try sandbox.shell(
      """
      git init -q . && git config user.name Anna && git config user.email anna@example.org
      git config core.quotePath false && git config commit.gpgSign false
      """)
    try sandbox.succeed("git-config", "*.emojiart", "*.json", "*.txt")
    return sandbox
  }

  /// What git prints, which must exit with a code.
  private func git(
    _ sandbox: Sandbox, _ words: Word..., code: Int32 = 0,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Child.Answer {
    let answer = try sandbox.start(["git", "--no-pager"] + words).finish(within: Sandbox.generous)
    #expect(
      answer.ending == .exit(code),
      "git \(words.map(\.text)): \(answer.ending) \(answer.text) \(answer.errorText)",
      sourceLocation: sourceLocation)
    return answer
  }

  /// The lines below a heading, without hashes.
  private func withoutHashes(_ text: String) -> String {
    text.replacing(/\b[0-9a-f]{7}\b/, with: "HASH")
  }

  private func drawing(
    bee: String = #""x":10,"y":20"#, size: Int = 40, more: String = ""
  ) -> Word {
    Word(
      #"{"emojis":[{"id":1,"text":"🐝",\#(bee),"size":40},"#
        + #"{"id":2,"text":"☀️","x":5,"y":6,"size":\#(size)}\#(more)],"uniqueEmojiId":2,"#
        + #""background":{"theURL":"https://example.org/meadow.jpg"}}"#)
  }

  // MARK: Showing

  @Test func diffTellsOfEachKindInItsOwnWay() throws {
    let sandbox = try repository()
    try sandbox.write("art.emojiart", drawing())
    try sandbox.write("list.json", #"{"title":"Bees","count":1}"#)
    try sandbox.write("note.txt", "one\ntwo\nthree\n")
    try sandbox.write("gone.txt", "gone\n")
    try sandbox.shell("git add . && git commit -qm first && git rm -q --cached gone.txt")
    try sandbox.write("art.emojiart", drawing(bee: #""x":60,"y":20"#, size: 96))
    try sandbox.write("list.json", #"{"count":2,"title":"Bees"}"#)
    try sandbox.write("note.txt", "one\n2\nthree\n")
    try sandbox.write("new.txt", "new\n")
    try sandbox.shell("git add new.txt")

    #expect(
      withoutHashes(try git(sandbox, "diff").text) == """
        art.emojiart: HASH → working tree
        🐝 moved right 50
        ☀️ grew 40 → 96
        list.json: HASH → working tree
        /count 1 → 2
        note.txt: HASH → working tree
        @@ -1,3 +1,3 @@ hunk 1
         one
        -two
        +2
         three

        """)
    #expect(
      withoutHashes(try git(sandbox, "diff", "--cached").text) == """
        gone.txt: deleted
        @@ -1 +0,0 @@ hunk 1
        -gone
        new.txt: new file
        @@ -0,0 +1 @@ hunk 1
        +new

        """)
    // Colour through git's pager, none where nobody asked.
    sandbox.environment["GIT_PAGER_IN_USE"] = "true"
    #expect(try git(sandbox, "diff", "art.emojiart").text.hasPrefix("\u{1b}[1mart.emojiart: "))
  }

  @Test func logAndShowCompareByLinesThatPeopleRead() throws {
    let sandbox = try repository()
    try sandbox.write("art.emojiart", drawing())
    try sandbox.shell("git add . && git commit -qm first")
    try sandbox.write(
      "art.emojiart",
      drawing(size: 96, more: #",{"id":3,"text":"🌻","x":-1,"y":0,"size":10,"layer":"top"}"#))
    try sandbox.shell("git commit -qam second")

    let log = try git(sandbox, "log", "-p", "-1", "--format=%s", "-U1").text
    #expect(
      withoutHashes(log) == """
        second

        diff --git a/art.emojiart b/art.emojiart
        index HASH..HASH 100644
        --- a/art.emojiart
        +++ b/art.emojiart
        @@ -3,2 +3,3 @@ background https://example.org/meadow.jpg
         🐝 at 10, 20 size 40 id 1
        -☀️ at 5, 6 size 40 id 2
        +☀️ at 5, 6 size 96 id 2
        +🌻 at -1, 0 size 10 id 3 layer: "top"

        """)
    #expect(
      try git(sandbox, "show", "--textconv", "HEAD~1:art.emojiart").text == """
        drawing, 2021
        background https://example.org/meadow.jpg
        🐝 at 10, 20 size 40 id 1
        ☀️ at 5, 6 size 40 id 2

        """)
    // A real patch is still to be had.
    let patch = try git(sandbox, "diff", "--no-ext-diff", "--no-textconv", "HEAD~1", "HEAD").text
    #expect(patch.contains(#""size":96"#))
  }

  @Test func renamedFilesModesLinksAndUnmergedOnesAreTold() throws {
    let sandbox = try repository()
    try sandbox.write("art.emojiart", drawing())
    try sandbox.write("run.txt", "one\n")
    try sandbox.shell("ln -s run.txt link.txt && git add . && git commit -qm first")
    try sandbox.shell("git mv art.emojiart 'new art.emojiart' && chmod +x run.txt")
    try sandbox.shell("ln -sfn 'new art.emojiart' link.txt")
    try sandbox.write("new art.emojiart", drawing(size: 41))
    try sandbox.shell("git add .")
    let shown = withoutHashes(try git(sandbox, "diff", "--cached", "-M10%").text)
    #expect(
      shown == """
        link.txt: HASH → HASH
        link to 'run.txt' → 'new art.emojiart'
        art.emojiart → new art.emojiart: HASH → HASH
        ☀️ grew 40 → 41
        run.txt, mode 100644 → 100755

        """)
    try sandbox.shell(
      """
      git commit -qm second && git checkout -q -b other && echo two > run.txt && git commit -qam b
      git checkout -q - && echo three > run.txt && git commit -qam c; git merge -q other; true
      """)
    #expect(try sandbox.versions("git-driver", "run.txt").text == "run.txt: not merged yet\n")
    #expect(try git(sandbox, "diff", "--cached").text == "run.txt: not merged yet\n")
  }

  @Test(
    "Odd names are told without steering the terminal",
    arguments: [
      "with blank.emojiart", "quote\"'.emojiart", "line\nbreak.emojiart", "-n.emojiart",
      "tab\t.emojiart", "\u{1b}[2J.emojiart", "100%O.emojiart", "$(id).emojiart", "é🐝.emojiart",
      Word([0xFF, 0xFE] + Array(".emojiart".utf8)),
    ] as [Word])
  func oddNames(name: Word) throws {
    let sandbox = try repository()
    try sandbox.write(name, drawing())
    try sandbox.shell("git add . && git commit -qm first")
    try sandbox.shell("git checkout -q -b other")
    try sandbox.write(name, drawing(size: 50))
    try sandbox.shell("git commit -qam theirs && git checkout -q -")
    try sandbox.write(name, drawing(bee: #""x":0,"y":20"#))
    let shown = try git(sandbox, "diff")
    #expect(shown.text.hasSuffix("🐝 moved left 10\n"))
    #expect(shown.output.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x0A })
    #expect(shown.output.count { $0 == 0x0A } == 2)
    try sandbox.shell("git commit -qam ours")
    _ = try git(sandbox, "log", "-p", "-1")
    _ = try git(sandbox, "merge", "-q", "--no-edit", "other")
    #expect(try sandbox.read(name) == drawing(bee: #""x":0,"y":20"#, size: 50))
  }

  @Test func brokenContentIsComparedAsText() throws {
    let sandbox = try repository()
    try sandbox.write("art.emojiart", drawing())
    try sandbox.shell("git add . && git commit -qm first")
    try sandbox.write("art.emojiart", #"{"emojis":["#)
    let shown = try git(sandbox, "diff").text
    #expect(shown.contains("(compared as text, as "))
  }

  // MARK: Merging

  /// Two branches off one state of a file: `ours` is checked out, `theirs` waits.
  private func branches(_ name: Word, _ base: Word, ours: Word, theirs: Word) throws -> Sandbox {
    let sandbox = try repository()
    try sandbox.write(name, base)
    try sandbox.shell("git add . && git commit -qm base && git checkout -q -b theirs")
    try sandbox.write(name, theirs)
    try sandbox.shell("git commit -qam theirs && git checkout -q -b ours HEAD~1")
    try sandbox.write(name, ours)
    try sandbox.shell("git commit -qam ours")
    return sandbox
  }

  @Test("Changes to different parts join", arguments: ["merge", "cherry-pick"])
  func changesJoin(command: Word) throws {
    let words: [Word] = command == "merge" ? ["merge", "-q", "--no-edit"] : ["cherry-pick"]
    func join(_ name: Word, _ base: Word, _ ours: Word, _ theirs: Word) throws -> Word {
      let sandbox = try branches(name, base, ours: ours, theirs: theirs)
      let answer = try sandbox.start(["git"] + words + ["theirs"])
        .finish(within: Sandbox.generous)
      #expect(answer.code == 0, "\(answer.text)\(answer.errorText)")
      #expect(try git(sandbox, "status", "--porcelain").output.isEmpty)
      return try sandbox.read(name)
    }
    #expect(
      try join(
        "art.emojiart", drawing(), drawing(bee: #""x":0,"y":20"#), drawing(size: 96))
        == drawing(bee: #""x":0,"y":20"#, size: 96))
    #expect(
      try join(
        "a.json", #"{"one":1, "two":2}"#, #"{"one":10, "two":2}"#, #"{"two":20,"one":1}"#)
        == #"{"one":10, "two":20}"#)
    // Lines side by side join, which git's own merge leaves to the person.
    #expect(try join("a.txt", "a\nb\n", "A\nb\n", "a\nB\n") == "A\nB\n")
  }

  @Test func drawingInConflictStaysWholeAndIsTold() throws {
    let ours = drawing(bee: #""x":0,"y":20"#)
    let sandbox = try branches(
      "art.emojiart", drawing(), ours: ours, theirs: drawing(bee: #""x":99,"y":20"#, size: 96))
    let answer = try git(sandbox, "merge", "--no-edit", "theirs", code: 1)
    #expect(answer.text.contains("CONFLICT (content): Merge conflict in art.emojiart"))
    #expect(
      answer.errorText.contains(
        "versions: warning: 'art.emojiart': 🐝: place {\"x\":0,\"y\":20} here, "
          + "{\"x\":99,\"y\":20} there\n"), "\(answer.errorText)")
    // Ours where both changed the same, theirs where only they did.
    #expect(try sandbox.read("art.emojiart") == drawing(bee: #""x":0,"y":20"#, size: 96))
    #expect(try git(sandbox, "status", "--porcelain").text == "UU art.emojiart\n")
    #expect(try sandbox.names() == [".git", "art.emojiart"])
  }

  @Test func jsonInConflictStaysWholeAndIsTold() throws {
    let sandbox = try branches(
      "a.json", #"{"a":1,"b":1}"#, ours: #"{"a":2,"b":1}"#, theirs: #"{"a":3,"b":4}"#)
    let answer = try git(sandbox, "merge", "--no-edit", "theirs", code: 1)
    #expect(answer.errorText.contains("'a.json': /a: 2 here, 3 there\n"), "\(answer.errorText)")
    #expect(try sandbox.read("a.json") == #"{"a":2,"b":4}"#)
  }

  @Test func textInConflictGetsMarks() throws {
    let sandbox = try branches(
      "a.txt", "top\r\none\r\nend\r\n", ours: "top\r\ntwo\r\nend\r\n",
      theirs: "top\r\nthree\r\nend\r\n")
    let answer = try git(sandbox, "merge", "--no-edit", "theirs", code: 1)
    #expect(answer.errorText.contains("'a.txt': 1 place is in conflict\n"))
    #expect(
      try sandbox.read("a.txt").text.replacing(
        /<{7} [^\r]*|>{7} [^\r]*/, with: { String($0.output.prefix(7)) })
        == "top\r\n<<<<<<<\r\ntwo\r\n=======\r\nthree\r\n>>>>>>>\r\nend\r\n")
  }

  @Test func ancestorIsShownToWhoeverWantsIt() throws {
    let sandbox = try branches("a.txt", "1\n", ours: "2\n", theirs: "3\n")
    try sandbox.shell("git config merge.conflictStyle diff3")
    _ = try git(sandbox, "merge", "--no-edit", "theirs", code: 1)
    let marks = try sandbox.read("a.txt").text.split(separator: "\n").map { $0.prefix(7) }
    #expect(marks == ["<<<<<<<", "2", "|||||||", "1", "=======", "3", ">>>>>>>"])
  }

  @Test func bothSidesAddingAFileJoinWhatTheyHave() throws {
    let sandbox = try repository()
    try sandbox.write("x", "x")
    try sandbox.shell("git add . && git commit -qm base && git checkout -q -b theirs")
    try sandbox.write("a.json", #"{"theirs":1}"#)
    try sandbox.shell("git add . && git commit -qm t && git checkout -q -b ours HEAD~1")
    try sandbox.write("a.json", #"{"ours":1}"#)
    try sandbox.shell("git add . && git commit -qm o")
    let answer = try sandbox.run("git", "merge", "-q", "--no-edit", "theirs")
    #expect(answer.code == 0, "\(answer.text)\(answer.errorText)")
    #expect(try sandbox.read("a.json") == #"{"ours":1,"theirs":1}"#)
  }

  @Test(
    "A merge that fails says so to git and leaves the file alone",
    arguments: [
      ["b", "o", "missing"], ["missing", "o", "t"], ["b", "o"], [], ["b", "folder", "t"],
      ["b", "closed/o", "t"],
    ] as [[Word]])
  func failuresAreFailures(files: [Word]) throws {
    let sandbox = try Sandbox(library: false)
    for (name, text) in [("b", "1\n2\n"), ("o", "one\n2\n"), ("t", "1\ntwo\n")] as [(Word, Word)] {
      try sandbox.write(name, text)
    }
    try sandbox.shell("mkdir folder closed && cp o closed && chmod 555 closed")
    defer { _ = try? sandbox.shell("chmod 755 closed") }
    // Root writes everywhere.
    if files == ["b", "closed/o", "t"], geteuid() == 0 { return }
    let answer = try sandbox.versions(["git-driver", "--merge", "--"] + files)
    #expect((answer.code ?? 0) >= 129)
    #expect(answer.errorText.hasPrefix("versions: "))
    #expect(try sandbox.read("o") == "one\n2\n")
    #expect(try sandbox.read("closed/o") == "one\n2\n")
    #expect(try sandbox.names() == ["b", "closed", "folder", "o", "t"])
    #expect(try sandbox.names(in: "closed") == ["o"])
  }

  @Test func mergedFileKeepsItsPermissionsAndLinks() throws {
    let sandbox = try Sandbox(library: false)
    try sandbox.write("b", "1\n2\n")
    try sandbox.write("o", "one\n2\n")
    try sandbox.write("t", "1\ntwo\n")
    try sandbox.shell("chmod 640 o && ln -s o link")
    #expect(
      try sandbox.versions("git-driver", "--merge", "b", "link", "t", "7", "a.txt").code == 0)
    #expect(try sandbox.read("o") == "one\ntwo\n")
    #expect(try FileStatus(of: sandbox.path("o")).permissions == 0o640)
    #expect(try FileStatus(of: sandbox.path("link")).kind == .link)
  }

  @Test func marksHaveTheSizeAndTheLabelsThatGitGives() throws {
    let sandbox = try Sandbox(library: false)
    try sandbox.write("b", "1\n")
    try sandbox.write("o", "2\n")
    try sandbox.write("t", "3\n")
    let answer = try sandbox.versions(
      "git-driver", "--merge", "--", "b", "o", "t", "9", "a.txt", "base", "HEAD", "\u{1b}topic")
    #expect(answer.code == 1)
    #expect(
      try sandbox.read("o")
        == "<<<<<<<<< HEAD\n2\n=========\n3\n>>>>>>>>> \\x1btopic\n")
  }

  // MARK: Registering

  @Test func registeringTwiceIsTheSameAndRemovingTakesAllBack() throws {
    let sandbox = try Sandbox(library: false)
    try sandbox.shell("git init -q . && git config diff.versions.xfuncname x && rm -r .git/info")
    let before = try sandbox.read(".git/config")
    try sandbox.succeed("git-config")
    #expect(
      try sandbox.read(".git/info/attributes") == "*.emojiart diff=versions merge=versions\n")
    let once = try (sandbox.read(".git/config"), sandbox.read(".git/info/attributes"))
    let again = try sandbox.succeed("git-config").lines
    #expect(again.count == 5 && again.allSatisfy { $0.hasSuffix(" (unchanged)") })
    #expect(try sandbox.read(".git/config") == once.0)
    #expect(try sandbox.read(".git/info/attributes") == once.1)
    try sandbox.succeed("git-config", "--remove")
    #expect(try sandbox.read(".git/config") == before)
    #expect(!sandbox.exists(".git/info/attributes"))
    #expect(try sandbox.succeed("git-config", "--remove").output.isEmpty)
  }

  @Test("Registers from wherever a repository is worked in", arguments: ["deep", "tree", "bare"])
  func registersFromAnywhere(kind: String) throws {
    let sandbox = try Sandbox(library: false)
    switch kind {
    case "deep":
      try sandbox.shell("git init -q . && mkdir -p a/b")
      sandbox.library = sandbox.path("a/b")
    case "tree":
      try sandbox.shell(
        """
        git init -q . && git -c user.name=A -c user.email=a@e.org commit -q --allow-empty -m a
        git worktree add -q ../tree
        """)
      sandbox.library = sandbox.folder.appending("tree")
    default: try sandbox.shell("git init -q --bare .")
    }
    try sandbox.succeed("git-config")
    let answer = try sandbox.shell("git check-attr diff merge -- x.emojiart")
    #expect(
      answer.text == "x.emojiart: diff: versions\nx.emojiart: merge: versions\n")
    #expect(try sandbox.succeed("git-config").lines.allSatisfy { $0.hasSuffix(" (unchanged)") })
    try sandbox.succeed("git-config", "--remove")
    #expect(try sandbox.shell("git check-attr diff x.emojiart").text.hasSuffix(": unspecified\n"))
  }

  @Test func blameAndGrepOfGitSpeakOfEmojis() throws {
    let sandbox = try repository()
    try sandbox.write("art.emojiart", drawing())
    try sandbox.shell("git add . && git commit -qm first")
    try sandbox.write("art.emojiart", drawing(size: 96))
    try sandbox.shell("git commit -qam second")
    let porcelain = try git(sandbox, "blame", "--line-porcelain", "art.emojiart").lines
    let summaries = porcelain.filter { $0.hasPrefix("summary ") }
    #expect(
      summaries == ["summary first", "summary first", "summary first", "summary second"])
    #expect(
      try git(sandbox, "grep", "--textconv", "size 96").text
        == "art.emojiart:☀️ at 5, 6 size 96 id 2\n")
  }

  @Test func otherLinesOfTheAttributesStay() throws {
    let sandbox = try Sandbox(library: false)
    try sandbox.shell("git init -q . && mkdir -p .git/info")
    try sandbox.write(".git/info/attributes", "*.png -diff\r\n# mine")
    try sandbox.succeed("git-config", "a b.txt", "#x", "*.json")
    #expect(
      try sandbox.read(".git/info/attributes") == """
        *.png -diff\r
        # mine
        "a b.txt" diff=versions merge=versions
        "#x" diff=versions merge=versions
        *.json diff=versions merge=versions

        """)
    for name in ["a b.txt", "#x", "deep/b.json"] as [Word] {
      let answer = try sandbox.run("git", "check-attr", "diff", "--", name)
      #expect(answer.text.hasSuffix(": diff: versions\n"))
    }
    try sandbox.succeed("git-config", "--remove", "*.json")
    #expect(try sandbox.shell("git config diff.versions.command").code == 0)
    try sandbox.succeed("git-config", "--remove")
    #expect(try sandbox.read(".git/info/attributes") == "*.png -diff\r\n# mine\n")
  }

  @Test func registersForThePersonWhereGitLooks() throws {
    let sandbox = try Sandbox(library: false)
    try sandbox.succeed("git-config", "--global")
    let usual = sandbox.home.appending(".config/git/attributes")
    #expect(try FileStatus(of: usual).kind == .file)
    try sandbox.shell("git init -q . && git check-attr diff a.emojiart | grep -q versions")
    try sandbox.succeed("git-config", "--global", "--remove")
    #expect(throws: SystemError.self) { try FileStatus(of: usual) }
    try sandbox.shell("git config --global core.attributesFile '~/my attributes'")
    try sandbox.succeed("git-config", "--global")
    #expect(try FileStatus(of: sandbox.home.appending("my attributes")).kind == .file)
  }

  @Test func printingChangesNothingAndCanBeRun() throws {
    let sandbox = try Sandbox(library: false)
    try sandbox.shell("git init -q .")
    let before = try sandbox.read(".git/config")
    let commands = try sandbox.succeed("git-config", "--print", "*.json").output
    #expect(try sandbox.read(".git/config") == before)
    try sandbox.shell("mkdir -p .git/info; \(String(decoding: commands, as: UTF8.self))")
    let lines = try sandbox.succeed("git-config", "*.json").lines
    #expect(lines.count == 5 && lines.allSatisfy { $0.hasSuffix(" (unchanged)") })
  }

  @Test func programWithAnOddPathIsFoundByGit() throws {
    let sandbox = try Sandbox(library: false)
    let folder = sandbox.folder.appending("it's 100%O")
    try Folder.make(folder)
    try sandbox.run("cp", Word(sandbox.command), Word(folder.appending("versions")))
    sandbox.command = folder.appending("versions")
    try sandbox.shell(
      "git init -q . && git config user.name A && git config user.email a@example.org")
    try sandbox.succeed("git-config")
    try sandbox.write("a.emojiart", drawing())
    try sandbox.shell("git add . && git commit -qm a && git checkout -q -b b")
    try sandbox.write("a.emojiart", drawing(size: 50))
    #expect(try git(sandbox, "diff").text.hasSuffix("☀️ grew 40 → 50\n"))
    try sandbox.shell("git commit -qam b && git checkout -q -")
    try sandbox.write("a.emojiart", drawing(bee: #""x":1,"y":20"#))
    try sandbox.shell("git commit -qam c && git merge -q --no-edit b")
    #expect(try sandbox.read("a.emojiart") == drawing(bee: #""x":1,"y":20"#, size: 50))
  }

  @Test func worksOnlyWhereGitHasAPlaceForIt() throws {
    let sandbox = try Sandbox(library: false)
    sandbox.environment["GIT_CEILING_DIRECTORIES"] = Word(sandbox.folder)
    try sandbox.fail(3, "git-config", saying: "no git repository here")
    try sandbox.fail(2, "git-config", "!*.json", saying: "begins with '!'")
    try sandbox.shell("git init -q .")
    sandbox.environment["PATH"] = "/nowhere"
    try sandbox.fail(7, "git-config", saying: "git cannot be started")
  }
}
