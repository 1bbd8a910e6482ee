import Files
import Glibc
import VersionStore

/// Saves a document in a running process, by turns with writing as many files by hand, and prints
/// the microseconds of each pair in a line: `<save> <by hand>`.
///
/// The command line is `LIBRARY DOCUMENT RUNS SCRATCH`.
@main
enum LibraryCall {
  static func main() throws {
    let words = CommandLine.arguments
    guard words.count == 5, let runs = Int(words[3]),
      let document = DocumentPath(Array(words[2].utf8))
    else {
      print("usage: library-call LIBRARY DOCUMENT RUNS SCRATCH")
      exit(2)
    }
    let library = try Library(
      FilePath(words[1]), surroundings: Surroundings(app: "library-call"))
    let file = library.location(of: document)
    let hand = HandWriting(folder: words[4])
    let clock = ContinuousClock()
    for run in 0...runs {
      // What the document itself leaves to be synced is no part of either.
      let written = try File(file, [.write, .create, .truncate])
      try written.write(text(run))
      try written.synchronise()
      var save = Duration.zero
      var byHand = Duration.zero
      // Each goes first in every other pair: the second finds the disk's journal tidy.
      for turn in [run % 2 == 0, run % 2 == 1] {
        if turn {
          save = try clock.measure { _ = try library.save(document) }
        } else {
          byHand = clock.measure { if !hand.write(run) { exit(7) } }
        }
      }
      // The first pair meets cold caches.
      if run > 0 { print(microseconds(save), microseconds(byHand)) }
    }
  }

  /// 4096 bytes of text that no other run has, which compress as prose does.
  private static func text(_ run: Int) -> [UInt8] {
    var state = UInt64(run) &+ 0x9E37_79B9_7F4A_7C15
    var bytes: [UInt8] = []
    while bytes.count < 4096 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      bytes += words[Int(state >> 33) % words.count].utf8
    }
    return Array(bytes[..<4096])
  }

  private static let words = [
    "save ", "every ", "version ", "of the ", "document ", "and ", "bring ", "it ", "back ",
    "when ", "a paragraph ", "was ", "lost ", "on ", "the ", "way.\n",
  ]

  private static func microseconds(_ duration: Duration) -> Int {
    Int(duration.components.seconds * 1_000_000)
      + Int(duration.components.attoseconds / 1_000_000_000_000)
  }
}
