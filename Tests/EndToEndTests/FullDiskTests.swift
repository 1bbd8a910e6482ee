import Files
import Testing

/// On a full disk nothing changes, the reason is told, and with room again everything goes on.
@Suite(.serialized, .enabled(if: Conditions.canMount, "no file system may be mounted here"))
final class FullDiskTests {
  private let sandbox: Sandbox
  private let contents: [Word] = ["one\n", "two\n"]

  /// A library with two versions of 'a.txt' on a disk of 2 MB.
  init() throws {
    sandbox = try Sandbox(library: false)
    try sandbox.shell("mount -t tmpfs -o size=2m tmpfs '\(sandbox.library)'")
    try sandbox.succeed("init")
    for content in contents {
      try sandbox.write("a.txt", content)
      try sandbox.succeed("save", "a.txt")
    }
  }

  deinit {
    let library = sandbox.library
    sandbox.library = sandbox.home
    _ = try? sandbox.run("umount", "-l", Word(library))
    sandbox.library = library
  }

  /// Fills the disk but for some blocks of 4 kB.
  private func fill(leaving blocks: Int) throws {
    try sandbox.shell("dd if=/dev/zero of=filler bs=4k 2>/dev/null; true")
    let size = try FileStatus(of: sandbox.path("filler")).size
    let filler = try File(sandbox.path("filler"), .write)
    try filler.truncate(to: size - Int64(blocks) * 4096)
  }

  private func expectTold(_ answer: Child.Answer, _ row: String) {
    #expect(answer.ending == .exit(7), "\(row): \(answer.ending) \(answer.text)")
    #expect(answer.errorText.contains("the disk is full"), "\(row): \(answer.errorText)")
    #expect(answer.output.isEmpty, "\(row)")
  }

  @Test(arguments: 0...9)
  func savingWithTooLittleRoomChangesNothing(blocks: Int) throws {
    // In memory, so that the content needs room of its own: three blocks, packed hardly smaller.
    var random = SplitMix(seed: 7)
    let content = Word((0..<12_000).map { _ in UInt8(truncatingIfNeeded: random.next()) })
    try sandbox.write("a.txt", content)
    try fill(leaving: blocks)
    let answer = try sandbox.versions("save", "a.txt")
    var expected = contents
    if answer.ending == .exit(0) {
      #expect(blocks >= 5)
      expected.append(content)
    } else {
      expectTold(answer, "\(blocks) blocks")
    }
    #expect(try sandbox.read("a.txt") == content)
    try sandbox.expect("a.txt", holds: expected)
    try FileSystem.remove(sandbox.path("filler"))
    #expect(
      try sandbox.succeed("save", "a.txt").text
        == (expected.count == 3
          ? "a.txt: unchanged since version 3\n" : "a.txt: version 3\n"))
    try sandbox.expect("a.txt", holds: contents + [content])
    try sandbox.checkStore()
  }

  @Test(arguments: 0...4)
  func firstSaveWithTooLittleRoomBeginsNothing(blocks: Int) throws {
    try sandbox.write("new.txt", "new\n")
    try fill(leaving: blocks)
    let answer = try sandbox.versions("save", "new.txt")
    if answer.ending != .exit(0) {
      expectTold(answer, "\(blocks) blocks")
      try sandbox.fail(3, "list", "new.txt")
    }
    try FileSystem.remove(sandbox.path("filler"))
    #expect(
      try sandbox.succeed("save", "new.txt").text
        == (answer.code == 0 ? "new.txt: unchanged since version 1\n" : "new.txt: version 1\n"))
    try sandbox.expect("new.txt", holds: ["new\n"])
    try sandbox.checkStore()
  }

  @Test(arguments: [0, 2, 4, 6, 8, 10])
  func restoringWithTooLittleRoomLeavesTheFileWhole(blocks: Int) throws {
    let big = Word(Array(repeating: UInt8(ascii: "x"), count: 20_000))
    try sandbox.write("a.txt", big)
    try sandbox.succeed("save", "a.txt")
    try sandbox.write("a.txt", "unsaved\n")
    try fill(leaving: blocks)
    let answer = try sandbox.versions("restore", "a.txt", "3")
    if answer.ending == .exit(0) {
      #expect(try sandbox.read("a.txt") == big)
    } else {
      expectTold(answer, "\(blocks) blocks")
      #expect(try sandbox.read("a.txt") == "unsaved\n")
    }
    #expect(try sandbox.names() == ["a.txt", "filler"])
    try FileSystem.remove(sandbox.path("filler"))
    try sandbox.succeed("restore", "a.txt", "3")
    #expect(try sandbox.read("a.txt") == big)
    try sandbox.succeed("restore", "a.txt", "4")
    #expect(try sandbox.read("a.txt") == "unsaved\n")
    try sandbox.checkStore()
  }

  @Test func restoringInPlaceOnAFullDiskLeavesBothNamesWhole() throws {
    let big = Word(Array(repeating: UInt8(ascii: "x"), count: 40_000))
    try sandbox.write("a.txt", big)
    try sandbox.succeed("save", "a.txt")
    try sandbox.write("a.txt", "small\n")
    try sandbox.succeed("save", "a.txt")
    try sandbox.shell("ln a.txt b.txt")
    try fill(leaving: 6)
    expectTold(try sandbox.versions("restore", "a.txt", "3"), "in place")
    #expect(try sandbox.read("a.txt") == "small\n")
    #expect(try sandbox.read("b.txt") == "small\n")
    try FileSystem.remove(sandbox.path("filler"))
    try sandbox.succeed("restore", "a.txt", "3")
    #expect(try sandbox.read("b.txt") == big)
  }

  @Test(arguments: ["delete", "rename", "duplicate", "label", "lock", "autosave"] as [Word])
  func otherChangesOnAFullDiskAreAllOrNothing(command: Word) throws {
    try sandbox.write("a.txt", "three\n")
    try fill(leaving: 0)
    let words: [Word] =
      switch command {
      case "rename", "duplicate": [command, "a.txt", "b.txt"]
      case "label": [command, "a.txt", "1", "a label"]
      default: [command, "a.txt"]
      }
    expectTold(try sandbox.versions(words), command.text)
    #expect(try sandbox.read("a.txt") == "three\n")
    #expect(try sandbox.names() == ["a.txt", "filler"])
    try sandbox.expect("a.txt", holds: contents)
    try FileSystem.remove(sandbox.path("filler"))
    try sandbox.succeed("save", "a.txt")
    try sandbox.expect("a.txt", holds: contents + ["three\n"])
    #expect(try sandbox.versions(words).ending == .exit(0))
    try sandbox.checkStore()
  }

  @Test func readingWorksOnAFullDisk() throws {
    try fill(leaving: 0)
    try sandbox.expect("a.txt", holds: contents)
    try sandbox.succeed("list")
    try sandbox.succeed("log")
  }

  @Test func makingALibraryOnAFullDiskLeavesNoHalfOne() throws {
    try sandbox.shell("mkdir inner")
    try fill(leaving: 0)
    let answer = try sandbox.versions("init", "inner")
    expectTold(answer, "init")
    #expect(try sandbox.names(in: "inner").isEmpty)
    #expect(!sandbox.exists("inner/.versions"))
  }
}
