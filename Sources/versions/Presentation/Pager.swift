import CSystem
import Glibc

/// A program that shows long output page by page, fed through a pipe.
struct Pager: ~Copyable {
  /// Where to write what it shows.
  let descriptor: Int32
  private let process: AttachedProcess

  /// The command line of the person's pager, as git chooses it; nil where none is wanted.
  static func command(environment: (String) -> String?) -> String? {
    let chosen = environment("VERSIONS_PAGER") ?? environment("PAGER") ?? "less"
    return chosen.isEmpty || chosen == "cat" ? nil : chosen
  }

  /// Starts a pager; nil where it cannot be started, and the output then goes on without one.
  ///
  /// The keyboard's interrupt is the pager's from then on. less ends by itself where all fits on
  /// one screen, shows colours and leaves its text standing, unless `LESS` says otherwise.
  static func start(_ command: String, environment: [String]) -> Pager? {
    var ends: [Int32] = [-1, -1]
    guard versions_pipe(&ends) == 0 else { return nil }
    var environment = environment
    if !environment.contains(where: { $0.hasPrefix("LESS=") }) { environment.append("LESS=FRX") }
    if !environment.contains(where: { $0.hasPrefix("LV=") }) { environment.append("LV=-c") }
    // A plain name is started directly, so that a missing program is known here.
    let isPlain = command.utf8.allSatisfy { isWordByte($0) }
    let words = isPlain ? [command] : ["sh", "-c", command]
    let process = AttachedProcess(
      words.map { Array($0.utf8) }, streams: [STDIN_FILENO: ends[0]], environment: environment)
    close(ends[0])
    guard let process else {
      close(ends[1])
      return nil
    }
    Interruption.ignoreKeyboard(true)
    return Pager(descriptor: ends[1], process: process)
  }

  /// Ends the output and waits until the person leaves the pager; gives its exit status.
  consuming func finish() -> Int32 {
    close(descriptor)
    let status = process.finish()
    Interruption.ignoreKeyboard(false)
    return status
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "-_./+".utf8.contains(byte)
    }
  }
}
