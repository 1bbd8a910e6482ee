import Files
import Testing

/// Real histories, version by version through `save`: every version comes back as it went in.
@Suite(.serialized, .enabled(if: Sandbox.samples("histories") != nil, "no real histories here"))
struct HistoryTests {
  @Test(arguments: ["manual.md", "readme.md", "backup.rst"])
  func everyVersionComesBackByteForByteInOrderByNumber(name: String) throws {
    let bundle = try #require(Sandbox.samples("histories")).appending(name + ".bundle")
    let sandbox = try Sandbox()
    let source = sandbox.folder.appending("source")
    try sandbox.shell("git clone -q --bare '\(bundle)' '\(source)'")
    let commits = try sandbox.run(
      "git", "--git-dir", Word(source), "rev-list", "--reverse", "--first-parent", "main"
    ).lines
    let names = try sandbox.run(
      "git", "--git-dir", Word(source), "ls-tree", "-r", "--name-only", "main"
    ).lines
    let path = try #require(names.first)
    var contents: [Word] = []
    for commit in commits {
      let answer = try sandbox.run(
        "git", "--git-dir", Word(source), "cat-file", "blob", Word("\(commit):\(path)"))
      // A version in which nothing changed is none.
      if answer.ending == .exit(0), contents.last?.bytes != answer.output {
        contents.append(Word(answer.output))
      }
    }
    #expect(contents.count > 90)

    let document = Word(name)
    for (index, content) in contents.enumerated() {
      try sandbox.write(document, content)
      #expect(try sandbox.succeed("save", document).text == "\(name): version \(index + 1)\n")
    }
    let history = try sandbox.history(document)
    #expect(history.map(\.version) == Array(1...contents.count))
    #expect(history.map(\.size) == contents.map(\.bytes.count))
    #expect(try ContentReader(sandbox).contents(of: history.map(\.commit)) == contents)
    // By the command one by one: every third, as git has read them all.
    for number in stride(from: 1, through: contents.count, by: 3) {
      #expect(try sandbox.content(document, number) == contents[number - 1], "version \(number)")
    }

    // Stock git sees one chain, in order, and can pack it.
    let head = Word(try #require(history.last).commit)
    #expect(
      try sandbox.git("rev-list", "--reverse", head).lines == history.map(\.commit))
    let numbers = try sandbox.git(
      "log", "--reverse", "--format=%(trailers:key=Version,valueonly,separator=)", head)
    #expect(numbers.lines.compactMap { Int($0) } == Array(1...contents.count))
    try sandbox.checkStore()
    try sandbox.git("gc", "-q")
    for number in [1, contents.count / 2, contents.count] {
      #expect(try sandbox.content(document, number) == contents[number - 1])
    }
    #expect(try sandbox.history(document) == history)
    try sandbox.succeed("restore", document, "1")
    #expect(try sandbox.read(document) == contents[0])
  }
}
