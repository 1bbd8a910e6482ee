import Files
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// `verify`, `stats` and the audit trail as scripts use them.
@Suite(.enabled(if: Sandbox.builtCommand != nil, "the command is not built"))
struct VerifyTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    for number in 1...3 {
      try sandbox.write("a.txt", Word("text \(number)\n"))
      try sandbox.succeed("save", "a.txt")
    }
  }

  /// The file of the content of 'a.txt' at a version.
  private func blob(_ version: Int) throws -> (name: String, file: FilePath) {
    let commit = try #require(try sandbox.history("a.txt").first { $0.version == version }).commit
    let name = try sandbox.git("rev-parse", Word("\(commit):a.txt")).lines[0]
    return (name, sandbox.store.appending("objects/\(name.prefix(2))/\(name.dropFirst(2))"))
  }

  private struct FindingObject: Decodable {
    let finding: String?
    let severity: String?
    let document: String?
    let numbers: [Int]?
    let object: String?
    let result: String?
    let repair: String?
  }

  @Test func wholeLibraryEndsWithZeroAndIsNotWritten() throws {
    let before = try StoreImage(of: sandbox.store)
    #expect(
      try sandbox.succeed("verify").text == "3 versions of 1 document, 10 objects: whole\n")
    try sandbox.succeed("verify", "--files", "--json")
    try sandbox.succeed("stats")
    try sandbox.succeed("log", "--digest")
    let after = try StoreImage(of: sandbox.store)
    #expect(after.paths == before.paths)
    for path in before.paths { #expect(after.content(of: path) == before.content(of: path)) }
  }

  @Test func damageEndsWithOneAndIsNamedForScripts() throws {
    let (name, file) = try blob(1)
    try FileSystem.remove(file)
    let answer = try sandbox.versions("verify")
    #expect(answer.ending == .exit(1) && answer.error.isEmpty)
    #expect(
      answer.lines[0] == "damage: the content of version 1 of 'a.txt': object \(name) is missing")
    let objects = try sandbox.versions("verify", "--json").objects(FindingObject.self)
    #expect(objects[0].finding == "object-missing" && objects[0].severity == "damage")
    #expect(objects[0].document == "a.txt" && objects[0].numbers == [1])
    #expect(objects[0].object == name)
    #expect(objects.last?.result == "damaged")
  }

  @Test func storeThatCannotBeOpenedIsAFinding() throws {
    try FileSystem.remove(sandbox.store.appending("HEAD"))
    let answer = try sandbox.versions("verify", "--json")
    #expect(answer.ending == .exit(1) && answer.error.isEmpty)
    #expect(try answer.objects(FindingObject.self).first?.finding == "store")
  }

  @Test(
    "A store that does not open is a finding, and opens again after a repair",
    arguments: ["HEAD", "config", "refs", "packed-refs"])
  func storeThatDoesNotOpenIsMended(part: String) throws {
    try sandbox.succeed("label", "a.txt", "1", "first")
    try sandbox.git("pack-refs", "--all")
    try sandbox.write("a.txt", "one more\n")
    try sandbox.succeed("save", "a.txt")
    let before = try sandbox.history("a.txt").map(\.commit)
    let path = sandbox.store.appending(part)
    try FileSystem.removeAll(path)
    if part == "config" { try File(path, [.write, .createNew]).write(Array("[core\n".utf8)) }
    let answer = try sandbox.versions("verify")
    #expect(answer.ending == .exit(1) && answer.error.isEmpty, "\(answer.errorText)")
    #expect(answer.text.hasPrefix("damage: ") && answer.text.contains(part), "\(answer.text)")
    let repaired = try sandbox.versions("verify", "--repair")
    #expect(repaired.ending == .exit(0), "\(repaired.text) \(repaired.errorText)")
    #expect(repaired.text.contains("'\(part)'"), "\(repaired.text)")
    try sandbox.succeed("verify")
    #expect(try sandbox.history("a.txt").map(\.commit) == before)
    #expect(try sandbox.succeed("list", "a.txt").text.contains("first"))
    try sandbox.checkStore()
  }

  @Test func repairSaysWhatItDidAndTheNextCheckConfirmsIt() throws {
    let (name, file) = try blob(3)
    try FileSystem.remove(file)
    let answer = try sandbox.succeed("verify", "--repair")
    #expect(
      answer.lines[0] == "repaired: object \(name) was written anew, from 'a.txt' on disk")
    try sandbox.succeed("verify")
    let log = try sandbox.succeed("log", "--event", "repair").text
    #expect(log.contains("(repaired: object \(name) was written anew, from 'a.txt' on disk)"))
    try sandbox.git("fsck", "--strict")
  }

  @Test func digestThatIsNoneIsRefused() throws {
    try sandbox.fail(3, "verify", "--against", "nowhere")
    try sandbox.fail(2, "verify", "--against", "a.txt", saying: "this is no digest of a library")
    try sandbox.fail(2, "log", "--since-commit", "1234", saying: "is no commit")
  }

  @Test func digestComesThroughPipesAndASignalEndsTheWaiting() throws {
    try sandbox.shell(
      """
      "$versions" log --digest | "$versions" verify --against /dev/stdin
      "$versions" log --digest | "$versions" log --since-digest /dev/stdin
      mkfifo ../pipe
      "$versions" log --digest > ../pipe & "$versions" verify --against ../pipe
      """)
    for words: [Word] in [
      ["verify", "--against", "../pipe"], ["log", "--since-digest", "../pipe"],
    ] {
      let pipe = sandbox.folder.appending("pipe")
      let cut = try sandbox.start([Word(sandbox.command)] + words)
      try openedByReader(pipe).write(Array("half of".utf8))
      #expect(try cut.finish(within: Sandbox.generous).ending == .exit(2), "\(words)")
      let stopped = try sandbox.start([Word(sandbox.command)] + words)
      let writer = try openedByReader(pipe)
      stopped.send(SIGTERM)
      let answer = try stopped.finish(within: Sandbox.generous)
      #expect(answer.ending == .exit(130), "\(words): \(answer.errorText)")
      try? writer.write([])
    }
  }

  /// Opens a pipe for writing once somebody reads it.
  private func openedByReader(_ pipe: FilePath) throws -> File {
    let end = Child.now + Sandbox.generous
    while true {
      do throws(SystemError) {
        return try File(pipe, [.write, .nonBlocking])
      } catch {
        guard error.code == .noSuchDevice, Child.now < end else { throw error }
        usleep(1000)
      }
    }
  }

  @Test func bringingBackWhereNothingWentSaysSo() throws {
    let whole = try sandbox.versions("prune", "--undo")
    #expect(whole.ending == .exit(0) && whole.output.isEmpty)
    #expect(
      whole.errorText
        == "versions: warning: no document has pruned versions that can be brought back\n")
    try sandbox.fail(4, "prune", "--undo", "a.txt", saying: "'a.txt' has no pruned versions")
  }

  @Test func scriptThatAsksForWhatIsNewMissesNothing() throws {
    var seen: [String] = []
    var last: String?
    for number in 4...12 {
      if number % 3 != 0 {
        try sandbox.write("b.txt", Word("text \(number)\n"))
        try sandbox.succeed("save", "b.txt")
        try sandbox.succeed("label", "b.txt", "latest", Word("label \(number)"))
      }
      var words: [Word] = ["log", "--json", "--reverse"]
      if let last { words += ["--since-commit", Word(last)] }
      let new = try sandbox.versions(words).objects(CommitObject.self).map(\.commit)
      #expect((new.isEmpty) == (number % 3 == 0 && last != nil))
      seen += new
      last = new.last ?? last
    }
    let all = try sandbox.versions("log", "--json", "--reverse").objects(CommitObject.self)
    #expect(seen == all.map(\.commit))
  }

  private struct CommitObject: Decodable {
    let commit: String
  }

  @Test func libraryIsWholeWhileOthersSaveAndPack() throws {
    let script = Word(
      "for i in $(seq 40); do echo $i > \"$1.txt\"; \"$0\" save \"$1.txt\" > /dev/null; done")
    let savers = try ["x", "y"].map { name in
      try sandbox.start(["bash", "-c", script, Word(sandbox.command), Word(name)])
    }
    for round in 0..<6 {
      let answer = try sandbox.versions("verify")
      #expect(answer.ending == .exit(0), "\(answer.text)")
      if round == 2 { try sandbox.git("gc", "-q") }
    }
    for saver in savers {
      #expect(try saver.finish(within: Sandbox.generous).ending == .exit(0))
    }
    #expect(try sandbox.succeed("verify").lines.last?.hasSuffix(": whole") == true)
  }
}
