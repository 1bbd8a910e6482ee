import Files
import VersionStore

/// Who watches a library, and since when.
public struct WatchStatus: Sendable, Equatable {
  /// The number of the process.
  public var process: Int
  /// The machine that it runs on.
  public var host: String
  /// Since when, with the offset of that moment.
  public var since: Moment
  /// Whether it looks again and again instead of having events.
  public var polls: Bool

  /// Makes a status.
  public init(process: Int, host: String, since: Moment, polls: Bool) {
    self.process = process
    self.host = host
    self.since = since
    self.polls = polls
  }

  /// Who watches a library now; nil where nobody does.
  public init?(of library: Library) throws(StoreError) {
    guard let status = try WatchGuard.holder(of: library) else { return nil }
    self = status
  }
}

extension WatchStatus {
  /// One line: `1234 2026-11-30T10:00:00+00:00 events desk`.
  var line: [UInt8] {
    Array(
      "\(process) \(since.rfc3339(fraction: false)) \(polls ? "looks" : "events") \(host)\n".utf8)
  }

  init?(line: [UInt8]) {
    guard line.last == UInt8(ascii: "\n") else { return nil }
    let words = line.dropLast().split(separator: UInt8(ascii: " "), maxSplits: 3)
    guard words.count == 4, let process = Int(String(decoding: words[0], as: UTF8.self)),
      let since = Moment(rfc3339: Array(words[1]))
    else { return nil }
    self.init(
      process: process, host: String(decoding: words[3], as: UTF8.self), since: since,
      polls: words[2].elementsEqual("looks".utf8))
  }
}
