import Files
import Testing

/// Histories that come from elsewhere, by the built command.
@Suite(.serialized, .enabled(if: Sandbox.builtCommand != nil, "the command is not built"))
struct ImportTests {
  /// What matters of a version here.
  private struct Imported: Decodable {
    let version: Int
    let event: String
    let source: String?
    let size: Int
  }

  private static let files = 5
  private static let versions = 12

  /// A stranger's repository beside the library: each file has versions by turns.
  private func makeRepository(_ sandbox: Sandbox) throws -> FilePath {
    let folder = sandbox.folder.appending("stranger")
    var stream = ""
    for step in 0..<(Self.files * Self.versions) {
      let text = "file \(step % Self.files), version \(step / Self.files)\n"
      let content = String(repeating: text, count: 40 + step)
      stream += """
        commit refs/heads/main
        author Jo <jo@example.org> \(1_700_000_000 + step * 60) +0100
        committer Jo <jo@example.org> \(1_700_000_000 + step * 60) +0100
        data \("step \(step)".utf8.count)
        step \(step)
        M 100644 inline d/file-\(step % Self.files).txt
        data \(content.utf8.count)
        \(content)

        """
    }
    try sandbox.run("git", "init", "-q", "-b", "main", Word(folder))
    let answer = try sandbox.run(
      "git", "-C", Word(folder), "fast-import", "--quiet", input: Array(stream.utf8))
    #expect(answer.ending == .exit(0), "\(answer.errorText)")
    return folder
  }

  @Test func aHundredKillsBesideTwoSaversAreMadeGoodByRunningItAgain() throws {
    let sandbox = try Sandbox()
    let source = Word(try makeRepository(sandbox))
    let savers = try [
      "printf '%d\\n' $i > own-1.txt; \"$versions\" save own-1.txt",
      // It sees what is imported, too, and what is missing of it.
      "printf '%d\\n' $i > own-2.txt; \"$versions\" autosave >&2; echo own-2.txt: $i",
    ].map { line in
      try sandbox.start([
        "sh", "-c",
        Word("i=1; while [ ! -e ../stop ]; do \(line) || exit 1; i=$((i + 1)); sleep 0.1; done"),
      ])
    }
    var random = SplitMix(seed: 20_261_130)
    var killed = 0
    var rounds: [Word] = []
    var window = 400_000.0
    while killed < 100 && rounds.count < 200 {
      let target = Word("round-\(rounds.count)/")
      rounds.append(target)
      for _ in 0..<5 {
        let delay = Duration.microseconds(Int(random.next() % UInt64(window)))
        let answer = try sandbox.versions(["import", source, "--as", target], within: delay)
        if answer.wasKilled {
          killed += 1
          window = min(window * 1.05, 5_000_000)
        } else {
          #expect(answer.ending == .exit(0), "\(answer.errorText)")
          window = max(window * 0.8, 50_000)
          break
        }
      }
      let answer = try sandbox.versions(["import", source, "--as", target])
      #expect(answer.ending == .exit(0), "\(answer.errorText)")
      #expect(answer.lines.count == Self.files, "\(answer.text)")
    }
    try File(sandbox.folder.appending("stop"), [.write, .create]).write([])
    for (saver, child) in savers.enumerated() {
      let answer = try child.finish(within: .seconds(120))
      #expect(answer.ending == .exit(0), "\(answer.errorText)")
      // The one that saves all may save the other's document, too.
      let history = try sandbox.history(Word("own-\(saver + 1).txt"))
      #expect(history.count >= answer.lines.count && answer.lines.count > 10)
      #expect(history.map(\.version) == Array(1...history.count))
    }
    #expect(killed >= 100)
    // Once more, for a note that the last kill left.
    for target in rounds {
      try sandbox.succeed("import", source, "--as", target)
      for file in 0..<Self.files {
        let path = target + Word("d/file-\(file).txt")
        let answer = try sandbox.succeed("list", "--json", path)
        let versions = try answer.objects(Imported.self).reversed()
        let imported = versions.filter { $0.event == "import" }
        let sizes = (0..<Self.versions).map { version in
          "file \(file), version \(version)\n".utf8.count * (40 + version * Self.files + file)
        }
        #expect(imported.map(\.size) == sizes, "\(path.text)")
        #expect(Set(imported.compactMap(\.source)).count == Self.versions, "\(path.text)")
        #expect(versions.map(\.version) == Array(1...versions.count))
        #expect(sandbox.exists(path), "\(path.text)")
        #expect(try sandbox.read(path).bytes.count == sizes.last)
      }
    }
    let left = try Folder.entries(of: sandbox.store.appending("versions")).map {
      Word($0.name).text
    }
    #expect(left.allSatisfy { !$0.hasPrefix("temporary") && $0 != "importing" }, "\(left)")
    try sandbox.checkStore()
  }

  @Test func whatIsSaidAndHowItEnds() throws {
    let sandbox = try Sandbox()
    let source = Word(try makeRepository(sandbox))
    let path: Word = "d/file-1.txt"
    #expect(
      try sandbox.succeed("import", source, "--path", path).text
        == "d/file-1.txt: 12 versions imported, up to version 12\n")
    #expect(
      try sandbox.succeed("import", source, "--path", path).text
        == "d/file-1.txt: nothing new since version 12\n")
    try sandbox.write("own.txt", "own\n")
    try sandbox.succeed("save", "own.txt")
    try sandbox.fail(
      4, "import", source, "--path", path, "--as", "own.txt",
      saying: "'own.txt' has versions of its own already")
    let joined = try sandbox.succeed(
      "import", source, "--path", path, "--as", "own.txt", "--merge")
    #expect(joined.text.hasPrefix("own.txt: 12 versions imported and joined, up to version 13; "))
    #expect(try sandbox.read("own.txt") == "own\n")
    try sandbox.fail(3, "import", "nowhere", saying: "there is no")
    try sandbox.fail(2, "export", "--format", "git", saying: "--to")
    try sandbox.fail(2, "export", "--to", "x", saying: "--format")
    #expect(
      try sandbox.succeed("export", path, "--format", "files", "--to", "out").text
        == "out: 12 versions of 1 document\n")
    try sandbox.fail(4, "export", "--format", "files", "--to", "out", saying: "exists already")
  }

  @Test func withoutGitFilesStillGoInAndOut() throws {
    let sandbox = try Sandbox()
    let source = Word(try makeRepository(sandbox))
    try sandbox.write("a.txt", "1\n")
    try sandbox.succeed("save", "a.txt")
    sandbox.environment["PATH"] = "/nonexistent"
    try sandbox.fail(7, "import", source, saying: "git is needed")
    try sandbox.fail(7, "export", "--format", "bundle", "--to", "x", saying: "git is needed")
    try sandbox.succeed("export", "--format", "files", "--to", "out")
    try sandbox.succeed("import", "out", "--as", "again/")
    #expect(try sandbox.read("again/a.txt") == "1\n")
    #expect(try sandbox.names() == ["a.txt", "again", "out"])
  }
}
