import Testing
import VersionStore

@testable import versions

@Suite struct PruneArgumentsTests {
  private func prune(_ words: String) throws -> PruneCommand {
    let arguments = ["prune"] + words.split(separator: " ").map(String.init)
    let request = try CommandLineParser.parse(arguments.map { Array($0.utf8) })
    guard case .run(let command, _) = request else { throw UsageError.missingCommand }
    return try #require(command as? PruneCommand)
  }

  private func stats(_ words: String) throws -> StatsCommand {
    let arguments = ["stats"] + words.split(separator: " ").map(String.init)
    let request = try CommandLineParser.parse(arguments.map { Array($0.utf8) })
    guard case .run(let command, _) = request else { throw UsageError.missingCommand }
    return try #require(command as? StatsCommand)
  }

  @Test(
    "Rules on the command line are those of the setting",
    arguments: [
      ("--keep-last 5", "last=5"), ("--keep-within 12h", "within=12h"),
      (
        "--keep-hourly 1 --keep-daily 2 --keep-weekly 3 --keep-monthly 4 --keep-yearly 5",
        "hourly=1 daily=2 weekly=3 monthly=4 yearly=5"
      ),
      ("--like-macos", "like-macos"), ("", ""),
    ])
  func rules(words: String, policy: String) throws {
    #expect(try prune(words).policy.text == policy)
    #expect(try stats(words).policy.text == policy)
  }

  @Test(
    "What is no rule is told",
    arguments: [
      (
        "--keep-last 0",
        UsageError.numberOutOfRange(
          .option("--keep-last"), Array("0".utf8), 1...PrunePolicy.largestCount)
      ),
      ("--keep-within soon", .notASpan(.option("--keep-within"), Array("soon".utf8))),
      ("--undo --like-macos", .exclusiveOptions("--undo", "--like-macos")),
    ])
  func refuses(words: String, error: UsageError) {
    #expect(throws: error) { try prune(words) }
  }
}
