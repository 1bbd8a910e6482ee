import Files
import VersionStore

/// The documents that changed and wait until they are left alone.
///
/// A document is due when nothing happened to it for the quiet period. One that a program still has
/// open after writing is not: it may be half written. Whatever goes on, it is due after the longest
/// wait, counted from its first change. A value that is given the time: nothing here waits.
struct Settling {
  /// One document that waits.
  struct Change: Equatable {
    /// When it first changed since it last was due.
    var first: Duration
    /// Whether a program wrote to it and has not closed it yet.
    var isOpen: Bool
    /// When it last changed.
    var last: Duration
    /// When it is to be saved.
    var due: Duration
    /// What stood there, where a look found it changed and no event came since.
    var found: FoundFile?
    /// How long it was last put off, because saving it failed.
    var delay: Duration?
  }

  /// How long is waited from the next change on.
  var pace: WatchPace
  private(set) var waiting: [DocumentPath: Change] = [:]
  /// No document is due earlier than this.
  private(set) var next: Duration?

  init(_ pace: WatchPace) {
    self.pace = pace
  }

  /// Notes that a document changed.
  /// - Parameter isOpen: Whether it was written to without being closed; nil leaves that as it was.
  mutating func touch(
    _ path: DocumentPath, at now: Duration, isOpen: Bool? = nil, found: FoundFile? = nil
  ) {
    var change = waiting[path] ?? Change(first: now, isOpen: false, last: now, due: now)
    // What was put off begins anew.
    if change.delay != nil { change.first = now }
    change.delay = nil
    change.last = now
    if let isOpen { change.isOpen = isOpen }
    change.found = found
    let latest = change.first + pace.longestWait
    change.due = change.isOpen ? latest : min(now + pace.quietPeriod, latest)
    keep(change, for: path)
  }

  /// Puts a document back that was due and is not left alone yet, as a look found.
  mutating func putBack(
    _ path: DocumentPath, _ change: Change, at now: Duration, found: FoundFile?
  ) {
    var change = change
    change.last = now
    change.found = found
    change.due = min(now + pace.quietPeriod, change.first + pace.longestWait)
    keep(change, for: path)
  }

  /// Lets the longest wait of a document that waits already count from an earlier change, one that did
  /// not become a version; where it is over, it counts anew.
  mutating func goOn(_ path: DocumentPath, from change: Change, at now: Duration) {
    let latest = change.first + pace.longestWait
    guard var waiting = waiting[path], latest > now else { return }
    waiting.first = min(waiting.first, change.first)
    waiting.due = min(waiting.due, latest)
    keep(waiting, for: path)
  }

  /// Remembers what a look found of a document that waits already.
  mutating func remember(_ found: FoundFile, of path: DocumentPath) {
    waiting[path]?.found = found
  }

  /// Puts a document off that could not be saved; each time for longer.
  mutating func putOff(_ path: DocumentPath, after change: Change?, at now: Duration) {
    var change = change ?? Change(first: now, isOpen: false, last: now, due: now)
    let delay = min(change.delay.map { $0 * 2 } ?? Settling.shortestDelay, Settling.longestDelay)
    change.delay = delay
    change.due = now + delay
    keep(change, for: path)
  }

  static let shortestDelay = Duration.seconds(2)
  static let longestDelay = Duration.seconds(120)

  private mutating func keep(_ change: Change, for path: DocumentPath) {
    waiting[path] = change
    next = next.map { min($0, change.due) } ?? change.due
  }

  /// Takes out what is due.
  mutating func takeDue(at now: Duration) -> [DocumentPath: Change] {
    guard let next, next <= now else { return [:] }
    return take { $0.due <= now }
  }

  /// Takes out all that waits, but for what is being written at this moment.
  mutating func takeAll(at now: Duration) -> [DocumentPath: Change] {
    let quietPeriod = pace.quietPeriod
    return take { !$0.isOpen || now - $0.last >= quietPeriod }
  }

  private mutating func take(_ isTaken: (Change) -> Bool) -> [DocumentPath: Change] {
    if waiting.values.allSatisfy(isTaken) {
      defer {
        waiting = [:]
        next = nil
      }
      return waiting
    }
    var taken: [DocumentPath: Change] = [:]
    var earliest: Duration?
    for (path, change) in waiting {
      if isTaken(change) {
        taken[path] = change
      } else {
        earliest = earliest.map { min($0, change.due) } ?? change.due
      }
    }
    for path in taken.keys { waiting[path] = nil }
    next = earliest
    return taken
  }
}
