import Files
import Testing

/// What `save` reported is there, whatever kills the process afterwards or the next one midway.
@Suite(.serialized)
struct KillTests {
  /// Names of the documents that are worked on.
  private static let names: [Word] = ["a.txt", "notes/b.txt", "c.txt"]

  @Test func twoHundredKillsLoseNothingThatWasAcknowledged() throws {
    let sandbox = try Sandbox()
    var random = SplitMix(seed: 20_261_130)
    var records: [Word: Record] = [:]
    var killed = 0
    var acknowledged = 0
    var round = 0
    // Microseconds until the latest kill. They follow the machine's pace, so that kills come at
    // every moment of a command's work and some commands reach their end, on a loaded machine too.
    var window = 30_000.0
    while killed < 200 && round < 1500 {
      round += 1
      let name = Self.names[Int(random.next() % 3)]
      var record = records[name] ?? Record()
      let delay = Duration.microseconds(Int(random.next() % UInt64(window)))
      let words: [Word]
      switch random.next() % 10 {
      case 0...5:
        let content = Word("round \(round) of \(name.text)\n")
        try sandbox.write(name, content)
        record.written = content
        record.possible.insert(content)
        words = [random.next() % 3 == 0 ? "autosave" : "save", name]
      case 6, 7:
        guard let number = record.contents.keys.randomElement(using: &random) else { continue }
        words = ["restore", name, "\(number)"]
      case 8:
        guard !record.contents.isEmpty, sandbox.exists(name) else { continue }
        words = ["delete", name]
      default:
        guard !record.contents.isEmpty, sandbox.exists(name) else { continue }
        words = ["rename", name, name + ".moved"]
      }
      let wasThere = sandbox.exists(name)
      let answer = try sandbox.versions(words, within: delay)
      if answer.wasKilled { killed += 1 }
      if answer.ending == .exit(0) { acknowledged += 1 }
      window = answer.wasKilled ? min(window * 1.02, 2_000_000) : max(window * 0.95, 5_000)
      let isDone = answer.ending == .exit(0)
      #expect(isDone || answer.wasKilled, "\(words.map(\.text)): \(answer.errorText)")

      // The file is whole: what was in it, or what was to come into it.
      let moved = name + ".moved"
      let place = words[0] == "rename" && !sandbox.exists(name) ? moved : name
      if sandbox.exists(place) {
        let found = try sandbox.read(place)
        #expect(record.possible.contains(found), "\(words.map(\.text)) left \(found.text)")
        if words[0] == "save" || words[0] == "autosave" {
          #expect(found == record.written)
        }
      } else if wasThere {
        // Nothing but deleting takes a file away, and what was deleted is a version.
        #expect(words[0] == "delete", "\(words.map(\.text)) lost the file")
      }
      if isDone, words[0] == "save" || words[0] == "autosave" {
        // The number is the command's word for it: it must hold from now on.
        let number = try #require(answer.text.lastNumber)
        record.contents[number] = record.written
      }
      if words[0] == "rename" {
        // Back again, by itself and unharmed.
        if sandbox.exists(moved) {
          let known = try sandbox.versions("list", "--json", "-n", "1", moved)
          let head = try known.objects(VersionObject.self).first
          if head?.path == moved {
            try sandbox.succeed("rename", moved, name)
          } else {
            // Killed between the file's move and the version that says so: one is made now.
            try FileSystem.rename(sandbox.path(moved), to: sandbox.path(name))
          }
        }
      }
      records[name] = record
      if round % 10 == 0 { try check(records, in: sandbox) }
    }
    try check(records, in: sandbox)
    #expect(killed >= 200)
    #expect(acknowledged > 20)
    try sandbox.checkStore()
  }

  /// What is known of a document from what the command acknowledged.
  private struct Record {
    /// Contents by the number that was told.
    var contents: [Int: Word] = [:]
    /// Every content it ever had.
    var possible: Set<Word> = []
    var written: Word = ""
  }

  /// The next save works by itself, and the numbers and contents are as they were told.
  private func check(_ records: [Word: Record], in sandbox: Sandbox) throws {
    for (name, record) in records where !record.contents.isEmpty {
      if !sandbox.exists(name) { try sandbox.write(name, record.written) }
      try sandbox.succeed("save", name)
      let history = try sandbox.history(name)
      #expect(history.map(\.version) == Array(1...history.count), "\(name.text)")
      for (number, content) in record.contents {
        try #require(number <= history.count, "version \(number) of \(name.text) is lost")
        #expect(history[number - 1].size == content.bytes.count)
      }
      // Every content would take long; the newest and one more are read.
      let numbers = [record.contents.keys.max(), record.contents.keys.randomElement()]
      for case let number? in numbers {
        #expect(try sandbox.content(name, number) == record.contents[number])
      }
    }
  }
}

extension String {
  /// The number at the end of the first line: `a.txt: version 12`.
  var lastNumber: Int? {
    split(separator: "\n").first?.split(separator: " ").last.flatMap { Int($0) }
  }
}

/// Numbers that look random and are the same each time, so that a failure can be had again.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  // Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
