import Foundation
import Testing

@testable import versions

/// The built command as a process of its own.
@Suite(.enabled(if: builtCommand() != nil, "the command is not built"))
struct ProcessTests {
  private let command: String

  init() throws { command = try #require(builtCommand()) }

  @Test(
    "The exit code says how it went",
    arguments: [
      ("--help", 0), ("--version", 0), ("help selectors", 0), ("list --help", 0), ("", 2),
      ("nonsense", 2), ("sync", 2), ("list -n x", 2), ("save", 2),
    ] as [(String, Int32)])
  func exitCodes(line: String, status: Int32) throws {
    let answer = try run(command, line.split(separator: " ").map(String.init))
    #expect(answer.status == status)
    #expect(answer.output.isEmpty == (status != 0))
    #expect(answer.error.isEmpty == (status == 0))
  }

  @Test func wrongCommandLineWithJSONIsOneObjectOnStandardError() throws {
    let answer = try run(command, ["list", "a", "b", "--json"])
    #expect(
      answer.error == """
        {"error":{"code":"usage","exit":2,"message":"'b' is one argument too many for 'list'",\
        "hints":["usage: versions list [DOC] [OPTION...]"]}}

        """)
    #expect(answer.output == "")
  }

  @Test func closedPipeEndsQuietly() throws {
    let answer = try run(
      "bash", ["-c", "'\(command)' help --manual | head -1; echo ${PIPESTATUS[0]}"])
    #expect(answer.output.hasSuffix("\n0\n"))
    #expect(answer.error == "")
  }

  @Test func fullDiskUnderTheAnswerIsAFailureOfTheSystem() throws {
    let answer = try run("bash", ["-c", "'\(command)' --help > /dev/full"])
    #expect(answer.status == 7)
    #expect(answer.error == "versions: the answer cannot be written: No space left on device\n")
  }

  @Test func closedStandardOutputIsAFailureOfTheSystem() throws {
    let answer = try run("bash", ["-c", "'\(command)' --help >&-"])
    #expect(answer.status == 7)
  }
}
