import Files
import Testing

/// Neighbouring versions of real documents through the command `diff`, with git as the judge.
@Suite(.enabled(if: Sandbox.samples("histories") != nil, "no real histories here"))
struct HistoryDiffTests {
  /// How many pairs of each history are looked at, spread over all of it.
  private static let pairs = 25

  @Test(
    "Patches lead from version to version, and counts are git's",
    arguments: ["manual.md.bundle", "readme.md.bundle", "backup.rst.bundle"])
  func neighboursDifferAsGitSays(bundle: String) throws {
    let file = try #require(Sandbox.samples("histories")).appending(bundle)
    let sandbox = try Sandbox()
    let source = Word(sandbox.folder.appending("source"))
    try sandbox.shell("git clone -q --bare '\(Word(file))' '\(source)'")
    func git(_ words: Word...) throws -> Child.Answer {
      try sandbox.start(["git", "--git-dir", source] + words).finish(within: Sandbox.generous)
    }
    let commits = try git("rev-list", "--reverse", "--first-parent", "main").lines
    let path = try #require(try git("ls-tree", "-r", "--name-only", "main").lines.first)
    try #require(commits.count > 100)
    var compared = 0
    for pair in 0..<Self.pairs {
      let index = 1 + pair * (commits.count - 1) / Self.pairs
      let states = try [index - 1, index].map { try git("show", "\(commits[$0]):\(path)") }
      guard states.allSatisfy({ $0.code == 0 }), states[0].output != states[1].output else {
        continue
      }
      for (name, state) in zip(["old", "new"], states) {
        try File(sandbox.folder.appending(name), [.write, .create, .truncate]).write(state.output)
      }
      // As versions of one document: two numbers, whatever was saved before.
      try sandbox.shell(
        """
        cp ../old 'a b.md' && $versions save 'a b.md' > ../first
        cp ../new 'a b.md' && $versions save 'a b.md' > ../second
        a=$(sed 's/.* //' ../first) b=$(sed 's/.* //' ../second)
        $versions diff 'a b.md' $a $b --format unified > ../p.diff; test $? = 1
        $versions diff 'a b.md' $a $b --stat > ../stat; test $? = 1
        cp ../old 'a b.md' && git apply --whitespace=nowarn ../p.diff && cmp 'a b.md' ../new
        git diff --no-index --numstat ../old ../new | cut -f1,2 > ../expected
        cut -f1,2 ../stat | cmp - ../expected
        """)
      compared += 1
    }
    #expect(compared > Self.pairs / 2)
  }
}
