import Files
import Testing

@testable import Git
@testable import VersionStore

struct PercentEncodingTests {
  @Test func tenThousandNamesComeBack() {
    var random = SeededGenerator(20)
    for _ in 0..<10_000 {
      let name = random.name()
      let inTree = PercentEncoding.encodeForTree(name)
      #expect(PercentEncoding.decode(inTree) == name)
      #expect(!inTree.contains(UInt8(ascii: "/")) && !inTree.contains(0))
      let inMessage = PercentEncoding.encodeForMessage(name)
      #expect(PercentEncoding.decode(inMessage) == name)
      #expect(!inMessage.contains { $0 < 0x20 || $0 == 0x7F })
      #expect(inMessage.last != UInt8(ascii: " "))
      // The message is UTF-8 whatever the name.
      #expect(String(validating: inMessage, as: UTF8.self) != nil)
    }
  }

  @Test(
    "Paths in messages",
    arguments: [
      ("notes/todo.txt", "notes/todo.txt"), ("100%", "100%25"), ("two\nlines", "two%0Alines"),
      ("caf\u{E9}", "caf\u{E9}"), ("end ", "end%20"), (" x", " x"), ("\u{1F41D}", "\u{1F41D}"),
      ("a\u{202E}b", "a%E2%80%AEb"), ("\u{7F}", "%7F"), ("\u{85}", "%C2%85"), ("%41", "%2541"),
    ])
  func messages(path: String, encoded: String) {
    #expect(PercentEncoding.encodeForMessage(bytes(path)) == bytes(encoded))
    #expect(PercentEncoding.decode(bytes(encoded)) == bytes(path))
  }

  @Test(
    "Names in trees",
    arguments: [
      ("a.txt", "a.txt"), (".git", "%2Egit"), (".GIT", "%2EGIT"), (".gitmodules", "%2Egitmodules"),
      ("git~1", "%67it~1"), ("GI7EBA~1", "%47I7EBA~1"), ("100%", "100%25"), ("a\\b", "a%5Cb"),
      (".g\u{200C}it", "%2Eg\u{200C}it"), (".mailmap", "%2Emailmap"), ("digit~1", "digit~1"),
      ("git", "git"), (".gi", ".gi"), ("~1", "~1"), ("end ", "end "), ("two\nlines", "two\nlines"),
    ])
  func trees(name: String, encoded: String) {
    #expect(PercentEncoding.encodeForTree(bytes(name)) == bytes(encoded))
    #expect(PercentEncoding.decode(bytes(encoded)) == bytes(name))
  }

  @Test(
    "What looks encoded and is not stays",
    arguments: ["%", "%%", "%4", "%zz", "%4g", "100%", "%\u{E9}1", "a%2"])
  func undecodable(text: String) {
    #expect(PercentEncoding.decode(bytes(text)) == bytes(text))
  }

  @Test func gitAcceptsEveryEncodedName() throws {
    let temporary = try TemporaryLibrary()
    let objects = ObjectDatabase(folder: temporary.library.store.appending("objects"))
    let blob = try objects.write(.blob, bytes("x"))
    let link = try objects.write(.blob, bytes("../../.git/hooks"))
    var names: Set<[UInt8]> = []
    // What git refuses in one way or other: each is a blob, a link and a folder of its own tree.
    for special in [
      ".git", ".GIT", ".Git", "git~1", "GIT~1", "git~2", ".gitmodules", ".GITMODULES", "gitmod~1",
      "GI7EBA~1", "gi7eba~4", ".gitattributes", "gi7d29~1", "gitatt~1", ".gitignore", "gi250a~1",
      "gitign~1", ".mailmap", "maba30~1", "mailma~1", ".git ", ".git.", ".git::$INDEX_ALLOCATION",
      ".g\u{200C}it", "\u{200C}.git", ".git\u{200D}", "\u{FEFF}.git", ".\u{206A}gitmodules",
      ".gitmodules ", ".gitmodules\u{200C}", ".git\\x", "a\\.git", "\\.git", "x\\.git\\y",
      "...", " ", "\\", "CON", "a:b", "..\\x", ".\\", "%2Egit", "%", "git~10", "GITMOD~9",
    ] {
      names.insert(bytes(special))
    }
    var random = SeededGenerator(21)
    for _ in 0..<300 { names.insert(random.name()) }
    for path in try N02.names() { names.insert(FilePath(path).lastComponent) }
    var commits: [UInt8] = []
    let empty = try objects.write(.tree, [])
    for name in names {
      let encoded = PercentEncoding.encodeForTree(name)
      for (mode, id) in [(0o100644, blob), (0o120000, link), (0o040000, empty)]
        as [(UInt32, ObjectID)]
      {
        let tree = try objects.write(
          .tree, Tree([.init(mode: mode, name: encoded, id: id)]).bytes)
        commits += bytes("create refs/labels/\(commits.count) \(tree.hex)\n")
      }
      let listing = bytes("100644 blob \(blob.hex)\t") + encoded + [0]
      #expect(
        try temporary.git("mktree", "-z", input: listing)
          == ObjectDatabase.name(
            of: .tree, Tree([.init(mode: 0o100644, name: encoded, id: blob)]).bytes
          ).hex + "\n")
    }
    // Whatever is the target of a reference is looked at as strictly as git can.
    try temporary.git("update-ref", "--stdin", input: commits)
    try temporary.fsck()
  }
}

/// The names of the trouble cases.
enum N02 {
  /// The bytes of each name; empty where the cases are not at hand.
  static func names() throws -> [[UInt8]] {
    let package = FilePath(#filePath).parent.parent.parent.parent
    for cases in [package.parent.appending("shared"), package.parent.parent.appending("shared")] {
      guard let text = try? File(cases.appending("cases/N02-names.json")).readToEnd() else {
        continue
      }
      let marker = bytes("\"utf8_hex\": \"")
      var names: [[UInt8]] = []
      var rest = text[...]
      while let start = rest.firstRange(of: marker) {
        let digits = rest[start.upperBound...].prefix { $0 != UInt8(ascii: "\"") }
        rest = rest[digits.endIndex...]
        var name: [UInt8] = []
        var position = digits.startIndex
        while position + 1 < digits.endIndex {
          if let high = hexDigit(digits[position]), let low = hexDigit(digits[position + 1]) {
            name.append(high << 4 | low)
          }
          position += 2
        }
        names.append(name)
      }
      return names
    }
    return []
  }
}
