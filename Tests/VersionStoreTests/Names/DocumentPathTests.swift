import Testing

@testable import VersionStore

struct DocumentPathTests {
  @Test(
    "What can be no document's path",
    arguments: [
      "", "/", "/a", "a/", "a//b", ".", "..", "./a", "a/.", "a/../b", "../a", "a/..", "a\u{0}b",
    ])
  func wrong(text: String) {
    #expect(DocumentPath(text) == nil)
  }

  @Test(
    "The parts of a path",
    arguments: [
      ("a", "a", nil), ("a/b", "b", "a"), ("a/b/c", "c", "a/b"), ("...", "...", nil),
      (".a/..b", "..b", ".a"), (" ", " ", nil), ("two\nlines/x", "x", "two\nlines"),
    ] as [(String, String, String?)])
  func parts(text: String, name: String, folder: String?) throws {
    let path = try documentPath(text)
    #expect(path.name == bytes(name))
    #expect(path.folder == folder.flatMap { DocumentPath($0) })
  }

  @Test(
    "What an entry of a folder can be called",
    arguments: [
      ("a", true), ("...", true), (" ", true), ("", false), (".", false), ("..", false),
      ("a/b", false), ("a\u{0}b", false),
    ])
  func entries(name: String, isOne: Bool) throws {
    let folder = try documentPath("x/y")
    #expect(
      DocumentPath.entry(bytes(name), of: folder) == (isOne ? DocumentPath("x/y/" + name) : nil))
    #expect(DocumentPath.entry(bytes(name), of: nil) == (isOne ? DocumentPath(name) : nil))
  }

  @Test(
    "The order of bytes",
    arguments: [("a", "b"), ("a", "aa"), ("a.b", "a/b"), ("Z", "a"), ("z", "\u{e4}")])
  func order(first: String, second: String) throws {
    #expect(try documentPath(first) < documentPath(second))
    #expect(try !(documentPath(second) < documentPath(first)))
    #expect(try !(documentPath(first) < documentPath(first)))
  }

  @Test func onlyWhatIsInAFolderIsBelowIt() throws {
    let folder = try documentPath("a/b")
    for (text, isBelow) in [
      ("a/b/c", true), ("a/b/c/d", true), ("a/b", false), ("a/bc", false), ("a", false),
      ("a/b.txt", false), ("x/a/b/c", false),
    ] {
      let path = try documentPath(text)
      #expect(path.isBelow(folder) == isBelow)
      #expect(path.isBelow(nil))
    }
    #expect(
      try documentPath("a/b/c/d").moved(from: folder, to: documentPath("x"))
        == documentPath("x/c/d"))
  }

  @Test func twoUnicodeFormsAreTwoPaths() throws {
    let composed = try documentPath("caf\u{E9}.txt")
    let decomposed = try documentPath("cafe\u{301}.txt")
    #expect(composed != decomposed)
    #expect([composed: 1, decomposed: 2].count == 2)
  }

  @Test(
    "A message shows controls and bytes that are no UTF-8",
    arguments: [
      ([0x61, 0x0A, 0x62], "a\\x0Ab"), ([0xFF], "\\xFF"), ([0xC3, 0xA9], "\u{E9}"),
      ([0xC3], "\\xC3"), ([0xE2, 0x80, 0xAE], "\\xE2\\x80\\xAE"), ([0x1B, 0x5B], "\\x1B["),
      ([0xF0, 0x9F, 0x90], "\\xF0\\x9F\\x90"), ([0xED, 0xA0, 0x80], "\\xED\\xA0\\x80"),
      ([0xC0, 0xAF], "\\xC0\\xAF"), ([0xF8, 0x88, 0x80, 0x80, 0x80], "\\xF8\\x88\\x80\\x80\\x80"),
    ] as [([UInt8], String)])
  func shown(raw: [UInt8], text: String) {
    #expect(printable(raw).uppercased() == text.uppercased())
  }
}
