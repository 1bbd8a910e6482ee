import Content
import Files
import Glibc
import VersionStore

/// Compares two JSON documents in a running process, by turns with only parsing both, and prints the
/// microseconds of each pair in a line: `<compare> <parse>`.
///
/// The command line is `OLD NEW RUNS`; with 0 as RUNS both are parsed once and nothing is printed.
@main
enum ComparingCall {
  static func main() throws {
    let words = CommandLine.arguments
    guard words.count == 4, let runs = Int(words[3]) else {
      print("usage: comparing-call OLD NEW RUNS")
      exit(2)
    }
    let old = try File(FilePath(words[1]), [.read]).readToEnd()
    let new = try File(FilePath(words[2]), [.read]).readToEnd()
    let clock = ContinuousClock()
    if runs == 0 {
      try parse(old, new)
      return
    }
    for run in 0...runs {
      var compare = Duration.zero
      var parse = Duration.zero
      for turn in [run % 2 == 0, run % 2 == 1] {
        if turn {
          compare = clock.measure { if !differ(old, new) { exit(1) } }
        } else {
          parse = try clock.measure { try self.parse(old, new) }
        }
      }
      // The first pair meets cold caches.
      if run > 0 { print(microseconds(compare), microseconds(parse)) }
    }
  }

  private static func parse(_ old: [UInt8], _ new: [UInt8]) throws {
    let nodes = try (JSONDocument(parsing: old).root, JSONDocument(parsing: new).root)
    if nodes.0 != nodes.1 { exit(1) }
  }

  /// All that the command does between reading the documents and telling how they differ.
  private static func differ(_ old: [UInt8], _ new: [UInt8]) -> Bool {
    let comparison = Comparison(
      old: .init(path: Array("old.json".utf8), content: .flat(old, executable: false)),
      new: .init(path: Array("new.json".utf8), content: .flat(new, executable: false)))
    guard case .json(let diff) = comparison.difference else { return false }
    return comparison.isDifferent() && !diff.changes.isEmpty
  }

  private static func microseconds(_ duration: Duration) -> Int {
    Int(duration.components.seconds * 1_000_000)
      + Int(duration.components.attoseconds / 1_000_000_000_000)
  }
}
