import Testing

@testable import Git
@testable import VersionStore

struct PersonTests {
  @Test(
    "Angle brackets, controls and what git strips are taken out",
    arguments: [
      ("Ada <ada@b>", "Ada", "ada@b"), ("Ada", "Ada", ""), ("<ada@b>", "ada@b", "ada@b"),
      ("", "unknown", ""), ("<>", "unknown", ""), ("Ada L. <a@b>", "Ada L", "a@b"),
      ("A<b>c <d@e>", "Abc", "d@e"), ("A\nB <a\n@b>", "AB", "a@b"),
      (" A  B  < a@b >", "A  B", "a@b"),
      ("\"Ada\" <a@b>", "Ada", "a@b"), ("A > B < C", "A  B  C", ""),
      ("\u{1F41D} <b@h>", "\u{1F41D}", "b@h"),
      ("Ada <a@b> trailing", "Ada", "a@b"), ("...", "unknown", ""), ("A\u{0}B", "AB", ""),
      ("A\u{202E}B <x>", "AB", "x"),
    ])
  func cleaned(text: String, name: String, email: String) {
    let person = Person(text)
    #expect(person.name == name)
    #expect(person.email == email)
  }

  @Test func gitAcceptsEveryPerson() throws {
    let temporary = try TemporaryLibrary()
    let objects = ObjectDatabase(folder: temporary.library.store.appending("objects"))
    let tree = try objects.write(.tree, [])
    var random = SeededGenerator(33)
    let odd = Array("<>\n\t \u{0}\u{7F}.,:;\"'\\@ae\u{E9}\u{1F41D}\u{202E}\u{2028}".unicodeScalars)
    func text() -> String {
      var scalars = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0...8, using: &random) {
        scalars.append(odd[Int.random(in: 0..<odd.count, using: &random)])
      }
      return String(scalars)
    }
    var input: [UInt8] = []
    for number in 0..<400 {
      let person =
        number % 2 == 0 ? Person(name: text(), email: text()) : Person(text())
      #expect(!person.name.isEmpty)
      // What is cleaned is clean.
      #expect(Person(name: person.name, email: person.email) == person)
      let signature = Signature(
        name: bytes(person.name), email: bytes(person.email), seconds: 1, offset: -90)
      let commit = Commit(
        tree: tree, parents: [], author: signature, committer: signature,
        message: bytes("\(number)"))
      #expect(Commit(bytes: commit.bytes) == commit)
      let id = try objects.write(.commit, commit.bytes)
      input += bytes("create refs/heads/\(number) \(id.hex)\n")
    }
    try temporary.git("update-ref", "--stdin", input: input)
    try temporary.fsck()
  }
}
