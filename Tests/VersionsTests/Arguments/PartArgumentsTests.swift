import Content
import Testing
import VersionStore

@testable import versions

@Suite struct PartArgumentsTests {
  private func copy(_ words: String) throws -> CopyCommand {
    let line = "copy a.txt 1 " + words
    guard
      case .run(let command, _) = try CommandLineParser.parse(
        line.split(separator: " ").map { Array($0.utf8) }),
      let copy = command as? CopyCommand
    else { throw UsageError.missingCommand }
    return copy
  }

  @Test(
    "The part to copy is read as what it says",
    arguments: [
      ("--lines 3", CopiedPart.lines(3...3, at: .byComparison)),
      ("--lines 3-9", .lines(3...9, at: .byComparison)),
      ("--lines 3-9 --append", .lines(3...9, at: .append)),
      ("--at 4 --lines=3-3", .lines(3...3, at: .before(4))),
      ("--hunk 2", .hunk(2)), ("--emoji 🐝", .emoji("🐝")), ("--emoji #0", .emoji("#0")),
      ("--background", .background),
      ("--pointer /a~1b/0", .pointer(JSONPointer(tokens: [Array("a/b".utf8), Array("0".utf8)]))),
      ("--part assets/a.png", .file(Array("assets/a.png".utf8))),
    ])
  func reads(words: String, part: CopiedPart) throws {
    #expect(try copy(words).part == part)
  }

  @Test(
    "What names no part is told",
    arguments: [
      (
        "",
        UsageError.missingChoice(
          ["--lines", "--hunk", "--emoji", "--background", "--pointer", "--part"],
          command: "copy")
      ),
      ("--lines 0", .notLines(.option("--lines"), Array("0".utf8), example: "3-9")),
      ("--lines 9-3", .notLines(.option("--lines"), Array("9-3".utf8), example: "3-9")),
      ("--lines 1-2-3", .notLines(.option("--lines"), Array("1-2-3".utf8), example: "3-9")),
      ("--lines -", .notLines(.option("--lines"), Array("-".utf8), example: "3-9")),
      ("--pointer a", .notAPointer(.option("--pointer"), Array("a".utf8))),
      ("--hunk 1 --append", .lonelyOption("--append", needs: "--lines")),
      ("--background --at 1", .lonelyOption("--at", needs: "--lines")),
      ("--lines 1 --emoji x", .exclusiveOptions("--lines", "--emoji")),
      ("--lines 1 --at 1 --append", .exclusiveOptions("--at", "--append")),
    ])
  func refuses(words: String, error: UsageError) {
    #expect(throws: error) { try copy(words) }
  }

  @Test(
    "Lines are written as for git",
    arguments: [
      ("10", 10...Int.max), ("10,", 10...Int.max), ("10,20", 10...20), ("10,+5", 10...14),
      ("1,1", 1...1),
    ])
  func linesOfGit(text: String, lines: ClosedRange<Int>) throws {
    #expect(try ValueParser.linesOfGit.parse(Array(text.utf8), .option("--lines")) == lines)
  }

  @Test(arguments: ["", ",", "0,1", "3,2", "a", "1,2,3", "1,+0", "-1", "99999999999"])
  func otherLinesAreTold(text: String) {
    #expect(throws: UsageError.self) {
      try ValueParser.linesOfGit.parse(Array(text.utf8), .option("--lines"))
    }
  }
}
