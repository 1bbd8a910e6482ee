import Files
import Testing

/// Nothing outside of the library changes what it keeps (S05, S06).
struct SurroundingsTests {
  /// Contents that filters, attributes and line-ending conversions like to change.
  private static let contents: [Word] = [
    "one\r\ntwo\r\n", "one\ntwo\n", "one\rtwo", "$Id$ $Format:%H$\n", "<<<<<<< HEAD\n=======\n",
    Word([0xEF, 0xBB, 0xBF, 0x61, 0x0D, 0x0A, 0x00, 0xFF, 0xFE]), "", "\r\n", "e\u{301} \u{e9}\n",
  ]

  /// Surroundings that stand in the way of other programs.
  enum Hostility: String, CaseIterable {
    case none, userSettings, environment, attributes, noHome, brokenSettings, outerRepository

    func prepare(_ sandbox: Sandbox) throws {
      switch self {
      case .none: break
      case .userSettings:
        try sandbox.shell(
          """
          mkdir -p ~/hooks ~/templates/hooks
          for name in pre-commit commit-msg post-commit reference-transaction update pre-auto-gc
          do
            printf '#!/bin/sh\\necho hook ran >> ~/hook-ran\\nexit 1\\n' > ~/hooks/$name
            chmod +x ~/hooks/$name
          done
          cp ~/hooks/* ~/templates/hooks
          printf '*.txt\\n' > ~/ignored
          printf '* text=auto eol=crlf filter=shout ident\\n' > ~/attributes
          cat > ~/.gitconfig <<'END'
          [user]
            name = Wrong Person
            email = wrong@example.org
            useConfigOnly = true
          [commit]
            gpgsign = true
          [tag]
            gpgsign = true
          [gpg]
            program = false
          [core]
            hooksPath = ~/hooks
            autocrlf = true
            eol = crlf
            safecrlf = true
            excludesFile = ~/ignored
            attributesFile = ~/attributes
            precomposeUnicode = true
            ignoreCase = true
            quotePath = true
            compression = 0
            sharedRepository = 0666
            bare = false
            worktree = /nowhere
          [filter "shout"]
            clean = tr a-z A-Z
            smudge = tr A-Z a-z
            required = true
          [init]
            defaultBranch = odd/branch
            templateDir = ~/templates
          [i18n]
            commitEncoding = ISO-8859-1
          [safe]
            directory = /nowhere
          [versions]
            format = 99
            sizeLimit = 1
            author = Wrong Person <wrong@example.org>
          [extensions]
            objectFormat = sha256
            partialClone = nowhere
          END
          mkdir -p ~/.config/git && cp ~/ignored ~/.config/git/ignore
          cp ~/attributes ~/.config/git/attributes
          """)
      case .environment:
        sandbox.environment.merge([
          "GIT_DIR": "/nowhere", "GIT_INDEX_FILE": "/nowhere/index", "GIT_WORK_TREE": "/nowhere",
          "GIT_OBJECT_DIRECTORY": "/nowhere/objects", "GIT_NAMESPACE": "odd",
          "GIT_ALTERNATE_OBJECT_DIRECTORIES": "/nowhere/objects",
          "GIT_AUTHOR_NAME": "Wrong Person", "GIT_AUTHOR_EMAIL": "wrong@example.org",
          "GIT_AUTHOR_DATE": "1 +0000", "GIT_COMMITTER_NAME": "Wrong Person",
          "GIT_COMMITTER_EMAIL": "wrong@example.org", "GIT_COMMITTER_DATE": "1 +0000",
          "GIT_CONFIG_COUNT": "2", "GIT_CONFIG_KEY_0": "core.autocrlf",
          "GIT_CONFIG_VALUE_0": "true", "GIT_CONFIG_KEY_1": "commit.gpgsign",
          "GIT_CONFIG_VALUE_1": "true", "GIT_CONFIG_GLOBAL": "/nowhere/config",
          "GIT_CONFIG": "/nowhere/config", "GIT_CONFIG_PARAMETERS": "'core.autocrlf=true'",
          "GIT_TEMPLATE_DIR": "/nowhere", "GIT_DEFAULT_HASH": "sha256",
          "GIT_CEILING_DIRECTORIES": "/", "GIT_EXEC_PATH": "/nowhere", "EMAIL": "wrong@example.org",
          "LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8", "NO_COLOR": "1", "COLUMNS": "1",
          "PAGER": "false", "VERSIONS_AUTHOR": "",
        ]) { $1 }
      case .attributes:
        try sandbox.write(
          ".gitattributes", "* text=auto eol=crlf filter=shout ident working-tree-encoding=UTF-16\n"
        )
        try sandbox.write(".gitignore", "*\n")
        try sandbox.write(".gitmodules", "[submodule \"a\"]\n\tpath = a.txt\n\turl = ./nowhere\n")
      case .noHome:
        sandbox.environment["HOME"] = nil
        sandbox.environment["XDG_CONFIG_HOME"] = "/nowhere"
      case .brokenSettings:
        try sandbox.shell("printf '[core\\nbroken = ' > ~/.gitconfig && chmod 000 ~/.gitconfig")
      case .outerRepository:
        try sandbox.shell("git init -q . && git init -q sub && printf '*\\n' > .git/info/exclude")
      }
    }
  }

  @Test(arguments: Hostility.allCases)
  func bytesAndVersionsAreTheSameInAnySurroundings(hostility: Hostility) throws {
    let sandbox = try Sandbox(library: false)
    try hostility.prepare(sandbox)
    try sandbox.succeed("init")
    for content in Self.contents {
      try sandbox.write("sub/a.txt", content)
      try sandbox.succeed("save", "sub/a.txt")
    }
    try sandbox.expect("sub/a.txt", holds: Self.contents)
    for (index, content) in Self.contents.enumerated().dropLast() {
      try sandbox.succeed("restore", "sub/a.txt", "\(index + 1)")
      #expect(try sandbox.read("sub/a.txt") == content)
    }
    try sandbox.succeed("label", "sub/a.txt", "1", "begin")
    try sandbox.succeed("rename", "sub/a.txt", "b.txt")
    try sandbox.succeed("undo", "b.txt")
    try sandbox.succeed("delete", "sub/a.txt")
    try sandbox.succeed("restore", "sub/a.txt", "begin")
    #expect(try sandbox.read("sub/a.txt") == Self.contents[0])

    // The same trees, whatever stands around; named by git without any of it.
    let history = try sandbox.history("sub/a.txt")
    let plain = try Sandbox(library: false)
    for (version, content) in zip(history, Self.contents) {
      try plain.write("a.txt", content)
      let blob = try plain.run("git", "hash-object", "--no-filters", "a.txt").lines[0]
      let tree = Word("100644 blob \(blob)\ta.txt\n")
      let stored = try plain.run(
        "git", "--git-dir", Word(sandbox.store), "cat-file", "-p", Word(version.commit + "^{tree}"))
      #expect(Word(stored.output) == tree, "\(stored.errorText)")
      #expect(version.author?.name != "Wrong Person")
      #expect(version.author?.email != "wrong@example.org")
      #expect(!version.time.hasPrefix("1970"))
    }
    let store = Word(sandbox.store)
    let signed = try plain.run("git", "--git-dir", store, "log", "--all", "--format=%G?%B")
    #expect(!signed.text.contains("gpgsig") && signed.lines.allSatisfy { !$0.hasPrefix("G") })
    #expect(!FileStatus.exists(sandbox.home.appending("hook-ran")))
    #expect(
      try File(sandbox.store.appending("HEAD")).readToEnd()
        == Array("ref: refs/heads/never-born\n".utf8)
    )
    let check = try plain.run("git", "--git-dir", store, "fsck", "--strict", "--no-dangling")
    #expect(check.ending == .exit(0), "\(check.errorText)")
    if hostility == .attributes {
      // They are documents like any other.
      try sandbox.succeed("save", ".gitattributes", ".gitignore", ".gitmodules")
      #expect(try sandbox.content(".gitignore", 1) == "*\n")
    }
  }

  @Test func zoneOfTheMomentIsKeptAndOrderIsThatOfTheChain() throws {
    let sandbox = try Sandbox()
    let zones = ["UTC", "Asia/Kolkata", "America/St_Johns", "Pacific/Kiritimati", "Nonsense/Zone"]
    for (index, zone) in zones.enumerated() {
      sandbox.environment["TZ"] = Word(zone)
      try sandbox.write("a.txt", Word("\(index)\n"))
      try sandbox.succeed("save", "a.txt")
    }
    sandbox.environment["TZ"] = "UTC"
    let history = try sandbox.history("a.txt")
    #expect(history.map(\.version) == [1, 2, 3, 4, 5])
    #expect(history[1].time.hasSuffix("+05:30"))
    #expect(history[2].time.hasSuffix("-03:30") || history[2].time.hasSuffix("-02:30"))
    #expect(history[3].time.hasSuffix("+14:00"))
    try sandbox.expect("a.txt", holds: (0..<5).map { Word("\($0)\n") })
    let offsets = try sandbox.git(
      "log", "--reverse", "--format=%ad", "--date=format:%z", Word(history[4].commit))
    #expect(offsets.lines.prefix(2) == ["+0000", "+0530"])
  }

  @Test func timesOfFilesBeforeOurTimeAndAfterItAreKeptWithinGitsBounds() throws {
    let sandbox = try Sandbox()
    let times = ["1969-07-20 20:17:40", "1970-01-01 00:00:00", "2038-01-19 03:14:08", "2100-01-01"]
    for (index, time) in times.enumerated() {
      try sandbox.write("a.txt", Word("\(index)\n"))
      try sandbox.shell("touch -d '\(time) UTC' a.txt")
      try sandbox.succeed("save", "a.txt")
    }
    try sandbox.expect("a.txt", holds: (0..<4).map { Word("\($0)\n") })
    let history = try sandbox.history("a.txt")
    #expect(history[0].modified?.hasPrefix("1970-01-01T00:00:00") == true)
    #expect(history[2].modified?.hasPrefix("2038-01-19T03:14:08") == true)
    #expect(history[3].modified?.hasPrefix("2100-01-01T00:00:00") == true)
    try sandbox.checkStore()
  }

  @Test func authorComesFromOptionThenEnvironmentThenSetting() throws {
    let sandbox = try Sandbox()
    func save(_ content: Word, _ words: Word...) throws -> String? {
      try sandbox.write("a.txt", content)
      _ = try sandbox.versions(["save", "a.txt"] + words)
      let author = try sandbox.history("a.txt").last?.author
      return author.map { "\($0.name) <\($0.email)>" }
    }
    try sandbox.succeed("config", "author", "Setting <s@example.org>")
    #expect(try save("1") == "Setting <s@example.org>")
    sandbox.environment["VERSIONS_AUTHOR"] = "Environment <e@example.org>"
    #expect(try save("2") == "Environment <e@example.org>")
    #expect(try save("3", "--author", "Option <o@example.org>") == "Option <o@example.org>")
    // What would break a commit's header is taken out.
    sandbox.environment["VERSIONS_AUTHOR"] = "A <b> \u{1}C\n <d<e>@example.org>"
    let strange = try #require(try save("4"))
    #expect(!strange.dropLast().contains { $0 == "\n" || $0 == "\u{1}" })
    try sandbox.checkStore()
  }
}

extension FileStatus {
  /// Whether anything stands at a path.
  static func exists(_ path: FilePath) -> Bool { (try? FileStatus(of: path)) != nil }
}
