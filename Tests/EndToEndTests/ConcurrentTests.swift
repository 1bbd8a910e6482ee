import Files
import Testing

/// Many processes at once on one library, beside git's own upkeep.
@Suite(.serialized)
struct ConcurrentTests {
  @Test func fourSaversAListerAndACollectorLoseNothing() throws {
    let sandbox = try Sandbox()
    let savers = 1...4
    let rounds = 250
    // Each saver saves its own document and one that all share, 500 times together.
    let children = try savers.map { saver in
      try sandbox.start([
        "sh", "-c",
        """
        status=0
        i=1
        while [ $i -le \(rounds) ]; do
          printf 'saver \(saver), round %d\\n' $i > own-\(saver).txt
          "$versions" save own-\(saver).txt || status=$?
          printf 'saver \(saver), round %d\\n' $i > .draft-\(saver)
          mv .draft-\(saver) shared.txt
          "$versions" save shared.txt || status=$?
          i=$((i + 1))
        done
        exit $status
        """,
      ])
    }
    let lister = try sandbox.start([
      "sh", "-c",
      """
      while [ ! -e stop ]; do
        if [ -e shared.txt ]; then
          for line in 'list' 'list --json' 'log -n 20'; do
            "$versions" $line > answer || { echo "$line: $?"; exit 1; }
          done
          if "$versions" list shared.txt > answer 2> words; then
            "$versions" show shared.txt > answer || { echo "show: $?"; exit 1; }
          else
            grep -q 'has no versions yet' words || { cat words; exit 1; }
          fi
        fi
      done
      """,
    ])
    let collector = try sandbox.start([
      "sh", "-c",
      """
      while [ ! -e stop ]; do
        git --git-dir=.versions gc -q && git --git-dir=.versions pack-refs --all || exit 1
        sleep 0.2
      done
      """,
    ])
    let answers = try children.map { try $0.finish(within: .seconds(240)) }
    try sandbox.write("stop", "")
    for (name, child) in [("lister", lister), ("collector", collector)] {
      let answer = try child.finish(within: .seconds(300))
      #expect(answer.ending == .exit(0), "\(name): \(answer.text)\(answer.errorText)")
    }

    var told: [Int] = []
    for (saver, answer) in zip(savers, answers) {
      #expect(answer.ending == .exit(0), "\(answer.errorText)")
      #expect(answer.errorText == "")
      #expect(answer.lines.count == 2 * rounds)
      // One's own document has one version a round, told in order.
      let own = answer.lines.filter { $0.hasPrefix("own-\(saver).txt: version ") }
      #expect(own.compactMap(\.lastNumber) == Array(1...rounds))
      told += answer.lines.filter { $0.hasPrefix("shared.txt: version ") }
        .compactMap(\.lastNumber)
    }
    // Each version of the shared document was made by exactly one of them, and none is missing.
    #expect(told.sorted() == Array(1...told.count))
    #expect(told.count > rounds)

    let git = ContentReader(sandbox)
    for saver in savers {
      let history = try sandbox.history(Word("own-\(saver).txt"))
      #expect(history.map(\.version) == Array(1...rounds))
      let contents = try git.contents(of: history.map(\.commit))
      #expect(contents == (1...rounds).map { Word("saver \(saver), round \($0)\n") })
    }
    let shared = try sandbox.history("shared.txt")
    #expect(shared.map(\.version) == Array(1...told.count))
    let contents = try git.contents(of: shared.map(\.commit))
    let possible = Set(
      savers.flatMap { saver in (1...rounds).map { Word("saver \(saver), round \($0)\n") } })
    #expect(contents.allSatisfy(possible.contains))
    // Nobody saves again what the version before holds.
    #expect(zip(contents, contents.dropFirst()).allSatisfy { $0 != $1 })
    try sandbox.checkStore()
  }

  @Test func identicalContentSavedByTwoIsOneVersion() throws {
    let sandbox = try Sandbox()
    for round in 1...20 {
      try sandbox.write("a.txt", Word("round \(round)\n"))
      let children = try (1...4).map { _ in
        try sandbox.start([Word(sandbox.command), "save", "a.txt"])
      }
      let answers = try children.map { try $0.finish(within: Sandbox.generous) }
      #expect(answers.allSatisfy { $0.code == 0 }, "\(answers.map(\.errorText))")
      #expect(answers.count { $0.text == "a.txt: version \(round)\n" } == 1)
      #expect(
        answers.count { $0.text == "a.txt: unchanged since version \(round)\n" } == 3)
    }
    #expect(try sandbox.history("a.txt").count == 20)
  }
}

/// Contents read by git itself, many in one process.
struct ContentReader {
  private let sandbox: Sandbox

  init(_ sandbox: Sandbox) { self.sandbox = sandbox }

  /// The blob that is the one entry of each commit's tree.
  func contents(of commits: [String]) throws -> [Word] {
    let trees = try batch(commits.map { $0 + "^{tree}" })
    let blobs = trees.map { tree in
      // "100644 name NUL" and 20 bytes.
      tree.bytes.suffix(20).map { byte in
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }.joined()
    }
    return try batch(blobs)
  }

  private func batch(_ names: [String]) throws -> [Word] {
    let answer = try sandbox.run(
      "git", "--git-dir", Word(sandbox.store), "cat-file", "--batch",
      input: Array(names.joined(separator: "\n").utf8) + [UInt8(ascii: "\n")])
    var found: [Word] = []
    var rest = answer.output[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      let header = String(decoding: rest[..<end], as: UTF8.self).split(separator: " ")
      guard header.count == 3, let size = Int(header[2]) else { break }
      let start = rest.index(after: end)
      found.append(Word(rest[start..<(start + size)]))
      rest = rest[(start + size + 1)...]
    }
    return found
  }
}
