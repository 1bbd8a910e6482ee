import Files
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Thinning, forgetting and packing, killed at any moment beside two programs that save.
@Suite(.serialized, .enabled(if: Sandbox.builtCommand != nil, "the command is not built"))
struct UpkeepKillTests {
  @Test(
    "A hundred kills beside two savers lose nothing that stays, and the next run finishes the work",
    arguments: ["prune", "purge", "compact"])
  func kills(work: String) throws {
    let sandbox = try Sandbox()
    var random = SplitMix(seed: 20_261_130 &+ UInt64(work.utf8.count))
    // A history that is worked on by all three.
    for number in 1...30 {
      try sandbox.write("a.txt", Word("first \(number)\n"))
      try sandbox.succeed(number % 10 == 0 ? "save" : "autosave", "a.txt")
    }
    let savers = try ["a.txt", "b.txt"].map { try Saver(sandbox, $0) }
    defer { for saver in savers { saver.stop() } }

    var killed = 0
    var done = 0
    var round = 0
    var window = work == "prune" ? 60_000.0 : 400_000.0
    var forgotten: Set<Int> = []
    while killed < 100, round < 1000 {
      round += 1
      let delay = Duration.microseconds(Int(random.next() % UInt64(window)))
      var words: [Word]
      switch work {
      case "prune":
        words =
          random.next() % 4 == 0
          ? ["prune", "--undo"] : ["prune", "--keep-last", "3", "--yes"]
      case "purge":
        let numbers = try sandbox.history("a.txt").dropLast(3).map(\.version)
          .filter { !forgotten.contains($0) }
        guard let number = numbers.randomElement(using: &random) else { continue }
        forgotten.insert(number)
        words = ["purge", "a.txt", "\(number)", "--yes"]
      default:
        words = random.next() % 3 == 0 ? ["compact", "--expire"] : ["compact"]
      }
      let answer = try sandbox.versions(words, within: delay)
      if answer.wasKilled { killed += 1 }
      let isDone = answer.ending == .exit(0)
      if isDone { done += 1 }
      #expect(isDone || answer.wasKilled, "\(words.map(\.text)): \(answer.errorText)")
      if !isDone, !answer.wasKilled { break }
      window = answer.wasKilled ? min(window * 1.02, 2_000_000) : max(window * 0.9, 5_000)
      // Now and then the work is done again at once, and must come to its end.
      if answer.wasKilled, random.next() % 8 == 0 {
        let again = try sandbox.versions(words)
        #expect(
          again.ending == .exit(0), "\(words.map(\.text)) again: \(again.errorText)")
        done += 1
        try checkBeside(sandbox)
      }
    }
    #expect(killed >= 100)
    #expect(done > 5)
    for saver in savers { saver.stop() }
    if work == "purge" {
      // What was begun is finished by whoever comes next.
      try sandbox.shell("$versions compact >&2")
    }
    let pruned = work == "prune"
    for saver in savers {
      #expect(try saver.complaints().isEmpty)
      try saver.check(
        sandbox, forgotten: saver.document == "a.txt" ? forgotten : [], pruned: pruned)
    }
    try sandbox.checkStore()
    if pruned {
      // All that went comes back.
      let answer = try sandbox.versions("prune", "--undo")
      #expect(answer.ending == .exit(0))
      for saver in savers { try saver.check(sandbox, forgotten: [], pruned: false) }
      try sandbox.checkStore()
    }
    let again = try sandbox.versions("compact", "--expire")
    #expect(again.ending == .exit(0), "\(again.errorText)")
    try sandbox.checkStore()
  }

  /// Lets git check the store beside those who save: what it misses, as it came after it had looked
  /// for objects, is there when it is asked for.
  private func checkBeside(_ sandbox: Sandbox) throws {
    let answer = try sandbox.start(
      ["git", "--git-dir", Word(sandbox.store), "fsck", "--strict", "--no-dangling"]
    ).finish(within: Sandbox.generous)
    for line in (answer.text + answer.errorText).split(separator: "\n")
    where !line.hasPrefix("notice:") {
      guard line.hasPrefix("missing "), let name = line.split(separator: " ").last else {
        Issue.record("git fsck: \(line)")
        continue
      }
      try sandbox.git("cat-file", "-e", Word(String(name)))
    }
  }
}

/// A program that saves a document as fast as it can, and notes what it was told.
private final class Saver {
  let document: Word
  private let process: Child
  private let log: FilePath
  private let flag: FilePath
  private let errors: FilePath
  private var isStopped = false

  init(_ sandbox: Sandbox, _ document: Word) throws {
    self.document = document
    log = sandbox.folder.appending("log-\(document.text)")
    flag = sandbox.folder.appending("go-\(document.text)")
    errors = sandbox.folder.appending("errors-\(document.text)")
    for path in [log, flag, errors] { _ = try File(path, [.write, .createNew]) }
    let script = """
      n=0
      while [ -e '\(flag)' ]; do
        n=$((n+1))
        echo "content $n of \(document.text)" > '\(document.text)'
        if [ $((n % 5)) = 0 ]; then event=save; else event=autosave; fi
        answer=$($versions $event '\(document.text)' 2>> '\(errors)') &&
          echo "$event ${answer##* } $n" >> '\(log)'
      done
      """
    process = try sandbox.start(["sh", "-c", Word(script)])
  }

  func stop() {
    if isStopped { return }
    isStopped = true
    try? FileSystem.remove(flag)
    _ = try? process.finish(within: .seconds(120))
  }

  func complaints() throws -> String {
    String(decoding: try File(errors).readToEnd(), as: UTF8.self)
  }

  /// Makes sure that each version it was told of is there with its content.
  func check(_ sandbox: Sandbox, forgotten: Set<Int>, pruned: Bool) throws {
    let numbers = Set(try sandbox.history(document).map(\.version))
    let lines = try File(log).readToEnd().split(separator: UInt8(ascii: "\n"))
    #expect(lines.count > 20)
    for (index, line) in lines.enumerated() {
      let words = String(decoding: line, as: UTF8.self).split(separator: " ")
      guard words.count == 3, let number = Int(words[1]) else {
        Issue.record("\(String(decoding: line, as: UTF8.self))")
        continue
      }
      if forgotten.contains(number) { continue }
      if pruned, words[0] == "autosave", !numbers.contains(number) { continue }
      if !numbers.contains(number) {
        Issue.record("version \(number) of \(document.text) is lost")
        continue
      }
      // Each would take long.
      if index % 10 == 0 {
        let content = try sandbox.content(document, number)
        #expect(content == Word("content \(words[2]) of \(document.text)\n"))
      }
    }
    #expect(try numbers == Set(sandbox.history(document).map(\.version)))
  }
}
