import Files
import Testing

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
