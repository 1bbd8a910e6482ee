import Testing

/// In which versions a text appeared and vanished.
struct FindTests {
  private struct Found: Decodable, Equatable {
    let document: String
    let version: Int
    let change: String
  }

  private func library() throws -> Sandbox {
    let sandbox = try Sandbox()
    for content in ["nothing\n", "a bee\n", "two bees\n", "gone\n", "bee again\n"] as [Word] {
      try sandbox.write("a.txt", content)
      try sandbox.succeed("save", "a.txt")
    }
    try sandbox.write("sub/b.txt", "a bee, too\n")
    try sandbox.succeed("save", "sub/b.txt")
    try sandbox.succeed("delete", "sub/b.txt")
    return sandbox
  }

  private func found(_ sandbox: Sandbox, _ words: Word...) throws -> [String] {
    let answer = try sandbox.versions(["find", "--json"] + words)
    #expect(answer.ending == .exit(0), "\(answer.errorText)")
    return try answer.objects(Found.self).map { "\($0.document) \($0.version) \($0.change)" }
  }

  @Test func newestComeFirstAndVersionsWhereItStayedAreNotListed() throws {
    let sandbox = try library()
    #expect(
      try found(sandbox, "bee", "a.txt")
        == ["a.txt 5 appeared", "a.txt 4 vanished", "a.txt 2 appeared"])
    let all = try found(sandbox, "bee")
    #expect(all.count == 5 && all.contains("sub/b.txt 2 vanished"))
    #expect(
      all.filter { $0.hasPrefix("sub") } == ["sub/b.txt 2 vanished", "sub/b.txt 1 appeared"])
    #expect(try found(sandbox, "bee", "sub") == ["sub/b.txt 2 vanished", "sub/b.txt 1 appeared"])
    let text = try sandbox.succeed("find", "bees", "a.txt").lines
    #expect(text.count == 2 && text[0].contains("vanished") && text[1].contains("  3  save"))
  }

  @Test func expressionsMatchWithinLinesInCharacters() throws {
    let sandbox = try library()
    #expect(try found(sandbox, "--regex", "^(two )?bees?", "a.txt").count == 3)
    #expect(try found(sandbox, "--regex", "bees$", "a.txt").count == 2)
    try sandbox.write("c.txt", Word(Array("x\0é🐝y\nz".utf8)))
    try sandbox.succeed("save", "c.txt")
    for pattern in ["é.y", "[àé]🐝?", "^z$"] as [Word] {
      #expect(try found(sandbox, "--regex", pattern, "c.txt") == ["c.txt 1 appeared"])
    }
    #expect(try sandbox.versions("find", "--regex", "y.z", "c.txt").ending == .exit(1))
    let answer = try sandbox.fail(2, "find", "--regex", "a(\u{1b}")
    #expect(answer.errorText.contains("is no regular expression") && !answer.error.contains(0x1B))
  }

  @Test func nothingFoundIsNoFailureAndSaysNothing() throws {
    let sandbox = try library()
    let answer = try sandbox.versions("find", "wasp")
    #expect(answer.ending == .exit(1) && answer.output.isEmpty && answer.error.isEmpty)
    try sandbox.fail(3, "find", "bee", "none.txt")
    try sandbox.fail(2, "find", "")
  }

  @Test func packagesAndWideTextsAreLookedThrough() throws {
    let sandbox = try Sandbox()
    try sandbox.write("n.textbundle/assets/a.txt", "a bee\n")
    try sandbox.write("n.textbundle/text.md", "one\n")
    try sandbox.succeed("save", "n.textbundle")
    try sandbox.write("n.textbundle/text.md", "two\n")
    try sandbox.succeed("save", "n.textbundle")
    var wide: [UInt8] = [0xFF, 0xFE]
    for unit in "a bee 🐝".utf16 { wide += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    try sandbox.write("w.txt", Word(wide))
    try sandbox.succeed("save", "w.txt")
    #expect(try found(sandbox, "bee", "n.textbundle") == ["n.textbundle 1 appeared"])
    #expect(try found(sandbox, "bee 🐝") == ["w.txt 1 appeared"])
  }
}
