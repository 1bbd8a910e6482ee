import Files
import Testing

struct FilePathTests {
  @Test(
    "The parts of a path",
    arguments: [
      ("/a/b", "b", "/a"), ("/a", "a", "/"), ("/", "", "/"), ("a", "a", "."), ("a/b", "b", "a"),
      ("a/b/", "b", "a"), ("a//b", "b", "a"), ("/a///", "a", "/"), ("//a", "a", "/"),
      ("///", "", "/"), ("./a", "a", "."), ("..", "..", "."), ("", "", "."),
    ])
  func parts(path: FilePath, last: String, parent: FilePath) {
    #expect(path.lastComponent == Array(last.utf8))
    #expect(path.parent == parent)
  }

  @Test(
    "Joining puts one slash between",
    arguments: [
      ("/a", "b", "/a/b"), ("/a/", "b", "/a/b"), ("/", "b", "/b"), ("", "b", "b"), ("a", "", "a/"),
    ])
  func joining(folder: FilePath, component: String, joined: FilePath) {
    #expect(folder.appending(component) == joined)
  }

  @Test(
    "Dots and doubled slashes are resolved by name alone",
    arguments: [
      ("/a/./b", "/a/b"), ("/a/../b", "/b"), ("/../a", "/a"), ("a/../..", ".."), ("a/..", "."),
      ("../a/..", ".."), ("/", "/"), ("", "."), ("a//b/", "a/b"), ("../../a", "../../a"),
      ("/..", "/"), ("/a/b/../../..", "/"), ("...", "..."),
    ])
  func normalising(path: FilePath, normalised: FilePath) {
    #expect(path.normalised == normalised)
    #expect(normalised.normalised == normalised)
  }

  @Test(
    "A path is made absolute against a folder",
    arguments: [
      ("a", "/x", "/x/a"), ("/a", "/x", "/a"), ("../a", "/x/y", "/x/a"), (".", "/x", "/x"),
      ("", "/x", "/x"),
    ])
  func absolute(path: FilePath, folder: FilePath, absolute: FilePath) {
    #expect(path.absolute(from: folder) == absolute)
  }

  @Test(
    "Only what is below a folder is relative to it",
    arguments: [
      ("/a/b", "/a", "b"), ("/a/b/c", "/a", "b/c"), ("/ab", "/a", nil), ("/a", "/a", nil),
      ("/a/", "/a", nil), ("/b", "/", "b"), ("/", "/", nil), ("/a", "/a/b", nil),
    ] as [(FilePath, FilePath, String?)])
  func relative(path: FilePath, folder: FilePath, relative: String?) {
    #expect(path.relative(to: folder) == relative.map { Array($0.utf8) })
  }

  @Test func twoUnicodeFormsAreTwoPaths() {
    #expect(FilePath("caf\u{E9}") != FilePath("cafe\u{301}"))
    #expect(Set([FilePath("caf\u{E9}"), FilePath("cafe\u{301}")]).count == 2)
  }

  @Test func orderIsThatOfTheBytes() {
    let paths: [FilePath] = ["b", "a/b", "a", "a.txt", "\u{E9}", "Z"]
    #expect(paths.sorted() == ["Z", "a", "a.txt", "a/b", "b", "\u{E9}"])
  }

  @Test func bytesThatAreNotUTF8ReachTheSystem() throws {
    let scratch = try Scratch()
    let name: [UInt8] = [0xFF, 0x0A, 0x80]
    try File(scratch.folder.appending(name), [.write, .createNew]).write([1])
    #expect(try Folder.entries(of: scratch.folder).map(\.name) == [name])
  }
}
