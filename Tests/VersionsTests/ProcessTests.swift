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

  @Test(
    "A signal ends the wait for whoever reads the answer",
    .enabled(if: isInstalled("python3"), "python3 is not installed"),
    arguments: ["SIGINT", "SIGTERM"])
  func signalEndsTheWait(name: String) throws {
    let script = """
      import fcntl, os, signal, subprocess, sys, time
      reader, writer = os.pipe()
      fcntl.fcntl(writer, 1031, 4096)  # F_SETPIPE_SZ: less than the manual page needs
      signal.signal(signal.SIGINT, signal.SIG_DFL)
      child = subprocess.Popen([sys.argv[1], "help", "--manual"], stdout=writer, stderr=2)
      while True:
          with open(f"/proc/{child.pid}/wchan") as waits:
              if "pipe" in waits.read():
                  break
          time.sleep(0.01)
      child.send_signal(getattr(signal, sys.argv[2]))
      sys.exit(child.wait(20))
      """
    let answer = try run("timeout", ["30", "python3", "-c", script, command, name])
    #expect(answer.status == 130)
    #expect(answer.error == "versions: interrupted\n")
  }
}
