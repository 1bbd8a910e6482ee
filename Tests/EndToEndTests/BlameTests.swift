import Files
import Testing

/// Who made each part of a document what it is.
struct BlameTests {
  private struct BlamedLine: Decodable, Equatable {
    struct Person: Decodable, Equatable {
      let name: String
    }
    let line: Int
    let version: Int?
    let author: Person?
    let time: String?
    let text: String
    let boundary: Bool?
    let saved: Bool?
  }

  private func library() throws -> Sandbox {
    let sandbox = try Sandbox()
    let contents: [Word] = ["one\ntwo\n", "one\n2\n", "one\n2\nthree\n"]
    for (content, person) in zip(contents, ["Anna", "Bo", "Cy"]) {
      try sandbox.write("a.txt", content)
      try sandbox.succeed("save", "a.txt", "--author", "\(person) <\(person)@example.org>")
    }
    return sandbox
  }

  private func versions(_ sandbox: Sandbox, _ words: Word...) throws -> [Int?] {
    let answer = try sandbox.versions(["blame", "--json"] + words)
    #expect(answer.ending == .exit(0), "\(answer.errorText)")
    return try answer.objects(BlamedLine.self).map(\.version)
  }

  @Test func eachLineNamesItsVersionPersonAndTime() throws {
    let sandbox = try library()
    let lines = try sandbox.succeed("blame", "a.txt", "--json").objects(BlamedLine.self)
    #expect(lines.map(\.line) == [1, 2, 3])
    #expect(lines.map(\.version) == [1, 2, 3])
    #expect(lines.map(\.author?.name) == ["Anna", "Bo", "Cy"])
    #expect(lines.map(\.text) == ["one", "2", "three"])
    let history = try sandbox.history("a.txt")
    #expect(lines.map(\.time) == history.map(\.time))
    let text = try sandbox.succeed("blame", "a.txt").lines
    #expect(text.count == 3)
    #expect(text[1].hasPrefix("2  ") && text[1].hasSuffix("  Bo    2  2"))
  }

  @Test func linesVersionsAndTimesNarrowTheQuestion() throws {
    let sandbox = try library()
    #expect(try versions(sandbox, "a.txt", "2") == [1, 2])
    #expect(try versions(sandbox, "a.txt", "-L", "2,3") == [2, 3])
    #expect(try versions(sandbox, "a.txt", "-L", "2") == [2, 3])
    #expect(try versions(sandbox, "a.txt", "-L2,+1") == [2])
    try sandbox.fail(3, "blame", "a.txt", "-L", "9", saying: "has no line 9; it has 3 lines")
    try sandbox.fail(2, "blame", "a.txt", "-L", "3,1")
    try sandbox.write("a.txt", "one\nnew\n2\nthree\n")
    #expect(try versions(sandbox, "a.txt", "current") == [1, nil, 2, 3])
    let old = try sandbox.succeed("blame", "a.txt", "--since", "2100-01-01")
    #expect(old.lines.allSatisfy { $0.hasPrefix("^3 ") })
    #expect(
      try sandbox.succeed("blame", "a.txt", "--since", "1h").text
        == sandbox.succeed("blame", "a.txt").text)
  }

  @Test func renamesDeletionsAndRestoresKeepWhoMadeALine() throws {
    let sandbox = try library()
    try sandbox.succeed("rename", "a.txt", "b.txt")
    try sandbox.succeed("delete", "b.txt")
    #expect(try versions(sandbox, "b.txt") == [1, 2, 3])
    try sandbox.succeed("restore", "b.txt", "latest")
    try sandbox.write("b.txt", "one\n2\nthree\nfour\n")
    try sandbox.succeed("save", "b.txt")
    #expect(try versions(sandbox, "b.txt") == [1, 2, 3, 7])
  }

  @Test func emojisAndElementsNameTheVersionOfEachProperty() throws {
    let sandbox = try Sandbox()
    for (x, size) in [(1, 10), (5, 10), (5, 20)] {
      try sandbox.write(
        "a.emojiart",
        Word(
          #"{"emojis":[{"text":"🐝","x":\#(x),"y":2,"size":\#(size),"id":1}],"uniqueEmojiId":1}"#))
      try sandbox.succeed("save", "a.emojiart")
      try sandbox.write("a.json", Word(#"{"x":\#(x),"list":[\#(size),"\u001b[2J"]}"#))
      try sandbox.succeed("save", "a.json")
    }
    let rows = try sandbox.succeed("blame", "a.emojiart").lines
    #expect(rows.map { $0.first } == ["1", "1", "2", "3"])
    #expect(rows[2].hasSuffix("#0 🐝 at 5, 2") && rows[3].hasSuffix("#0 🐝 size 20"))
    let object = try sandbox.succeed("blame", "a.emojiart", "--json").text
    #expect(object.hasPrefix(#"{"kind":"emoji","emoji":{"id":1,"text":"🐝","index":0},"added":{"#))
    let elements = try sandbox.succeed("blame", "a.json")
    #expect(elements.lines.map { $0.first } == ["2", "3", "1"])
    #expect(elements.lines[0].hasSuffix("/x: 5") && !elements.output.contains(0x1B))
    let json = try sandbox.succeed("blame", "a.json", "--json").lines
    try #require(json.count == 3 && rows.count == 4)
    #expect(
      json[1].hasPrefix(#"{"path":"/list/0","version":3,"#) && json[1].hasSuffix(#""value":20}"#))
  }

  private struct BlamedPart: Decodable {
    let part: String
    let partEncoding: String?
    let version: Int?
  }

  private func package() throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.write("n.textbundle/text.md", "one\n")
    try sandbox.write("n.textbundle/info.json", #"{"version":2,"type":"md"}"#)
    try sandbox.write(
      "n.textbundle/assets/p.png", Word([0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0]))
    try sandbox.succeed("save", "n.textbundle")
    try sandbox.write("n.textbundle/text.md", "one\ntwo\n")
    try sandbox.write(
      "n.textbundle/assets/a.emojiart",
      #"{"emojis":[{"text":"🐝","x":1,"y":2,"size":3}],"url":"u"}"#)
    try sandbox.succeed("save", "n.textbundle")
    try sandbox.write("n.textbundle/info.json", #"{"version":3,"type":"md"}"#)
    try sandbox.succeed("save", "n.textbundle")
    return sandbox
  }

  @Test func eachReadablePartOfAPackageIsToldUnderItsName() throws {
    let sandbox = try package()
    let lines = try sandbox.versions("blame", "n.textbundle").text
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    #expect(
      lines.filter { !$0.contains("  ") }
        == ["assets/a.emojiart", "", "info.json", "", "text.md", ""])
    let rows = lines.filter { $0.contains("  ") }
    #expect(rows.map { $0.first } == ["2", "2", "2", "2", "2", "3", "1", "1", "2"])
    #expect(rows[5].hasSuffix("/version: 3") && rows[8].hasSuffix("  2  two"))

    let objects = try sandbox.versions("blame", "n.textbundle", "--json").objects(BlamedPart.self)
    #expect(
      objects.map(\.part) == [
        "assets/a.emojiart", "assets/a.emojiart", "info.json", "info.json", "text.md", "text.md",
      ])
    #expect(objects.map(\.version) == [nil, nil, 3, 1, 1, 2])
  }

  @Test func whatCannotBeToldOfInAPackageIsLeftOutWithARemark() throws {
    let sandbox = try Sandbox()
    try sandbox.write("n.textbundle/t.txt", "one\n")
    try sandbox.write("n.textbundle/logo.png", Word([0x00, 0xFF, 0xFE, 0x01, 0x62, 0x69, 0x6E]))
    try sandbox.succeed("save", "n.textbundle")
    let answer = try sandbox.versions("blame", "n.textbundle")
    #expect(answer.code == 0)
    #expect(answer.lines.first == "t.txt" && answer.lines.last?.hasSuffix("  1  one") == true)
    #expect(answer.errorText.contains("left out 'logo.png', which is no text, drawing or JSON"))
    try sandbox.write("n.textbundle/logo2.png", Word([0x00, 0xFF, 0xFE, 0x01, 0x62, 0x69, 0x6E]))
    try sandbox.succeed("save", "n.textbundle")
    let more = try sandbox.versions("blame", "n.textbundle", "--json")
    #expect(more.code == 0)
    #expect(more.errorText.contains("left out 'logo.png' and 1 more"))
  }

  @Test func onePartOfAPackageIsToldByItself() throws {
    let sandbox = try package()
    let rows = try sandbox.succeed("blame", "n.textbundle", "--part", "text.md", "-L", "2").lines
    #expect(rows.count == 1 && rows[0].hasPrefix("2  ") && rows[0].hasSuffix("  2  two"))
    let old = try sandbox.succeed("blame", "n.textbundle", "1", "--part", "text.md").lines
    #expect(old.count == 1 && old[0].hasPrefix("1  "))
    let folder = try sandbox.versions("blame", "n.textbundle", "--part", "assets/").lines
    #expect(folder.first == "assets/a.emojiart" && folder.count == 6)
    try sandbox.write("n.textbundle/text.md", "new\none\ntwo\n")
    let current = try sandbox.succeed("blame", "n.textbundle", "current", "--part", "text.md")
    #expect(current.lines.map { $0.first } == ["-", "1", "2"])
    try sandbox.fail(
      4, "blame", "n.textbundle", "--part", "assets/p.png", saying: "'assets/p.png' in version 3")
    try sandbox.fail(3, "blame", "n.textbundle", "--part", "none", saying: "has no part 'none'")
    try sandbox.fail(2, "blame", "n.textbundle", "-L", "1", saying: "which file?")
  }

  @Test func partsThatHaveOddNamesOrCameBackAreFollowed() throws {
    let sandbox = try Sandbox()
    for name in [".git/x", "a%b.md", Word([0xFF] + Array(".md".utf8))] as [Word] {
      try sandbox.write("n.textbundle/" + name, "one\n")
    }
    try sandbox.succeed("save", "n.textbundle")
    try sandbox.write("n.textbundle/a%b.md", "one\ntwo\n")
    try sandbox.succeed("save", "n.textbundle")
    try sandbox.shell("mv n.textbundle/a%b.md kept && $versions autosave n.textbundle")
    try sandbox.shell("mv kept n.textbundle/a%b.md && $versions save n.textbundle")
    let back = try sandbox.succeed("blame", "n.textbundle", "--part", "a%b.md").lines
    #expect(back.map { $0.first } == ["1", "2"])
    let objects = try sandbox.versions("blame", "n.textbundle", "--json").objects(BlamedPart.self)
    #expect(objects.contains { $0.part == "%FF.md" && $0.partEncoding == "percent" })
  }

  @Test func whatHasNoPartsOrNothingReadableIsRefused() throws {
    let sandbox = try Sandbox()
    try sandbox.write("n.textbundle/p.png", Word([0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0]))
    try sandbox.write("a.txt", "one\n")
    try sandbox.write("p.png", Word([0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0]))
    try sandbox.succeed("save", "n.textbundle", "a.txt", "p.png")
    try sandbox.fail(4, "blame", "n.textbundle", saying: "has no text, drawing or JSON in it")
    try sandbox.fail(4, "blame", "p.png", saying: "is no text")
    try sandbox.fail(4, "blame", "a.txt", "--part", "x", saying: "is no package")
    try sandbox.fail(3, "blame", "none.txt")
  }

  @Test func nothingInADocumentSteersTheTerminal() throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.txt", "\u{1b}[2J\u{9b}x\u{202e}\ttab\r\n\u{7}")
    try sandbox.succeed("save", "a.txt")
    let answer = try sandbox.succeed("blame", "a.txt")
    #expect(answer.text.contains(#"\x1b[2J"#) && answer.text.contains(#"\u{202e}"#))
    #expect(!answer.output.contains { [0x1B, 0x07, 0x0D].contains($0) })
  }

  /// Ties, where equal lines could come from either of two places, may be broken otherwise.
  @Test(.enabled(if: Sandbox.samples("histories") != nil, "no real histories here"))
  func linesOfARealHistoryAreBlamedAsByGit() throws {
    let bundle = try #require(Sandbox.samples("histories")).appending("backup.rst.bundle")
    let sandbox = try Sandbox()
    let source = Word(sandbox.folder.appending("source"))
    try sandbox.shell("git clone -q --bare '\(bundle)' '\(source)'")
    let commits = try sandbox.run(
      "git", "--git-dir", source, "rev-list", "--reverse", "--first-parent", "main"
    ).lines.prefix(60)
    let path = try #require(
      try sandbox.run(
        "git", "--git-dir", source, "ls-tree", "-r", "--name-only", "main"
      ).lines.first)
    var numbers: [String: Int] = [:]
    var contents: [[UInt8]] = []
    for commit in commits {
      let answer = try sandbox.run(
        "git", "--git-dir", source, "cat-file", "blob", "\(commit):\(path)")
      guard answer.ending == .exit(0) else { continue }
      if contents.last != answer.output {
        contents.append(answer.output)
        try sandbox.write("a.rst", Word(answer.output))
        try sandbox.succeed("save", "a.rst")
      }
      numbers[commit] = contents.count
    }
    let last = try #require(commits.last)
    let porcelain = try sandbox.run(
      "git", "--git-dir", source, "blame", "--line-porcelain", Word(last), "--", Word(path))
    let git = porcelain.lines.compactMap { line -> Int? in
      let words = line.split(separator: " ")
      return words.count >= 3 && words[0].utf8.count == 40 && Int(words[1]) != nil
        ? numbers[String(words[0])] : nil
    }
    let lines = try sandbox.succeed("blame", "a.rst", "--json").objects(BlamedLine.self)
    #expect(lines.count == git.count && git.count > 100)
    var different = 0
    for (line, number) in zip(lines, git) where line.version != number {
      // Only a line that stands there more than once, or a blank one, can be a tie.
      let isTie = lines.count { $0.text == line.text } > 1
      #expect(isTie, "line \(line.line): \(line.version ?? 0), git has \(number)")
      different += 1
    }
    #expect(different * 50 <= git.count)
  }
}
