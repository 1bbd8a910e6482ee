import Files
import Foundation
import Testing

/// Names of every kind work everywhere, on the command line and in JSON (N01, N02).
struct NameTests {
  /// What no version-keeping program can do without, whatever samples are there.
  private static let essential: [Word] = [
    "notes.txt", "my first  note .txt", " leading", "end ", "end.", "-rf.txt", "--help", "-",
    "two\nlines.txt", "tab\there.txt", "return\r.txt", "\n", "say \"hi\".txt", "it's.txt",
    "a\\b.txt", "at 10:30.txt", "[a]*?.txt", ":(top)x.txt", "x b/y.txt", "100%.txt", "%2Egit",
    "$HOME `id`;&|.txt", "#hash.txt", "~tilde.txt", "!bang", "latest", "12",
    "\u{1F41D} hive.emojiart", "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}.txt", "caf\u{e9}.txt",
    "cafe\u{301}.txt", "Readme.txt", "README.txt", "CON", "red\u{1B}[31m.txt",
    "\u{202E}txt.exe", "\u{FEFF}bom.txt", ".hidden.txt", ".gitattributes", ".gitignore",
    ".gitmodules", "git~1", "GIT~1.TXT", "HEAD", "refs/heads/main", "a.lock", "b.lock/c",
    "@", "@{1}", "..double..dots", "folder.txt/inner.txt",
    Word("bad".utf8) + Word([0xFF]) + ".txt", Word([0x80]), Word([0xED, 0xA0, 0x80]) + ".txt",
    Word([0xC0, 0xAE, 0xC0, 0xAE]), Word("cut".utf8) + Word([0xE2, 0x82]),
    Word(Array(repeating: UInt8(ascii: "n"), count: 255)),
  ]

  /// The entries of the collected samples; none where they are absent.
  private static let collected: [Word] = {
    guard let folder = Sandbox.samples("cases"),
      let bytes = try? File(folder.appending("N02-names.json")).readToEnd(),
      let entries = try? JSONDecoder().decode([Entry].self, from: Data(bytes))
    else { return [] }
    return entries.map { entry in
      let digits = Array(entry.utf8_hex)
      return Word(
        stride(from: 0, to: digits.count, by: 2).compactMap {
          UInt8(String(digits[$0...($0 + 1)]), radix: 16)
        })
    }
  }()

  private struct Entry: Decodable {
    let utf8_hex: String
  }

  /// Names that are never documents: `.git` in any spelling.
  private static func isRepository(_ name: Word) -> Bool { name.text.lowercased() == ".git" }

  private static let names: [Word] =
    essential + collected.filter { !essential.contains($0) && !isRepository($0) }

  @Test(
    .enabled(if: Sandbox.samples("cases") != nil, "the samples in ../shared/cases are absent"))
  func samplesAreRead() {
    #expect(Self.collected.count >= 32)
  }

  @Test func everyNameIsSavedListedShownRestoredRenamedDeletedAndUndone() throws {
    let sandbox = try Sandbox()
    for name in Self.names {
      let row = name.text.debugDescription
      try sandbox.write(name, "one \(name)\n")
      try sandbox.succeed("save", "--", name)
      try sandbox.write(name, "two\n")
      try sandbox.succeed("autosave", "--", name)
      let history = try sandbox.history(name)
      #expect(history.map(\.path) == [name, name], "\(row)")
      #expect(try sandbox.content(name, 1) == "one \(name)\n", "\(row)")
      try sandbox.succeed("restore", "--", name, "1")
      #expect(try sandbox.read(name) == "one \(name)\n", "\(row)")
      try sandbox.succeed("rename", "--", name, "renamed")
      #expect(!sandbox.exists(name) && sandbox.exists("renamed"), "\(row)")
      try sandbox.succeed("rename", "renamed", "--", name)
      try sandbox.succeed("label", "--", name, "1", "begin")
      try sandbox.succeed("lock", "--", name)
      try sandbox.succeed("unlock", "--", name)
      try sandbox.succeed("duplicate", "--", name, "copy of it")
      #expect(try sandbox.read("copy of it") == "one \(name)\n", "\(row)")
      try sandbox.succeed("delete", "copy of it")
      try sandbox.succeed("delete", "--", name)
      #expect(!sandbox.exists(name), "\(row)")
      try sandbox.succeed("undo", "--", name)
      #expect(try sandbox.read(name) == "one \(name)\n", "\(row)")
    }
    try sandbox.succeed("autosave")
    let expected = Set(Self.names)

    // For machines: nothing lost.
    let json = try sandbox.succeed("list", "--json").objects(ListedObject.self)
    #expect(Set(json.map(\.path)) == expected && json.count == expected.count)
    #expect(json.allSatisfy { $0.state == "same" })
    #expect(
      Set(try sandbox.succeed("log", "--json").objects(VersionObject.self).map(\.path))
        .isSuperset(of: expected))
    let list = try sandbox.succeed("list", "-z").output
    #expect(list.last == 0)
    #expect(Set(list.split(separator: 0).map { Word($0) }) == expected)

    // For people: one line each, nothing that steers a terminal, and emoji as they are.
    let text = try sandbox.succeed("list")
    #expect(text.lines.count == expected.count)
    #expect(text.output.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == UInt8(ascii: "\n") })
    #expect(String(validating: text.output, as: UTF8.self) != nil)
    #expect(text.text.contains("\u{1F41D} hive.emojiart"))
    #expect(!text.text.unicodeScalars.contains("\u{202E}"))

    // Git reads all of it, and a stranger finds the name in the message.
    try sandbox.checkStore()
    try sandbox.git("gc", "-q")
    #expect(try sandbox.succeed("list", "-z").output == list)
  }

  @Test func namesInsidePackagesAreKeptToo() throws {
    let sandbox = try Sandbox()
    let names = Self.names.filter { !$0.bytes.contains(UInt8(ascii: "/")) } + [".git", ".GIT"]
    for name in names { try sandbox.write("p.textbundle/" + name, "in \(name)\n") }
    try sandbox.succeed("save", "p.textbundle")
    for name in names {
      #expect(
        Word(try sandbox.succeed("show", "p.textbundle", "--part", name).output) == "in \(name)\n")
      try FileSystem.remove(sandbox.path("p.textbundle/" + name))
    }
    try sandbox.succeed("restore", "p.textbundle", "1")
    for name in names {
      #expect(try sandbox.read("p.textbundle/" + name) == "in \(name)\n")
    }
    try sandbox.checkStore()
  }

  @Test func twoFormsOfANameAreTwoDocumentsAndTheOtherOneIsOffered() throws {
    let sandbox = try Sandbox()
    let composed: Word = "caf\u{e9}.txt"
    let decomposed: Word = "cafe\u{301}.txt"
    try sandbox.write(composed, "composed\n")
    try sandbox.succeed("save", composed)
    let answer = try sandbox.fail(3, "list", decomposed)
    #expect(answer.error.contains(composed.bytes), "the other form is not offered")
    try sandbox.write(decomposed, "decomposed\n")
    #expect(try sandbox.succeed("save", decomposed).text.hasSuffix(": version 1\n"))
    #expect(try sandbox.content(composed, 1) == "composed\n")
    #expect(try sandbox.content(decomposed, 1) == "decomposed\n")
    #expect(try sandbox.succeed("list", "--json").objects(ListedObject.self).count == 2)
  }

  @Test func nameThatBeginsLikeAnIdentifierIsReachedAsAPath() throws {
    let sandbox = try Sandbox()
    try sandbox.write("id:12.txt", "one\n")
    try sandbox.succeed("save", "./id:12.txt")
    #expect(try sandbox.content("./id:12.txt", 1) == "one\n")
    let id = try #require(try sandbox.history("./id:12.txt").last).id
    #expect(try sandbox.content(Word("id:" + id), 1) == "one\n")
    #expect(try sandbox.content(Word("id:" + id.prefix(8)), 1) == "one\n")
  }

  @Test func repositoriesOfGitAreNoDocuments() throws {
    let sandbox = try Sandbox()
    try sandbox.write(".git", "gitdir: elsewhere\n")
    try sandbox.shell("git init -q repository")
    try sandbox.succeed("autosave")
    #expect(try sandbox.succeed("list").output.isEmpty)
  }
}

extension [UInt8] {
  fileprivate func contains(_ part: [UInt8]) -> Bool {
    indices.contains { self[$0...].starts(with: part) }
  }
}
