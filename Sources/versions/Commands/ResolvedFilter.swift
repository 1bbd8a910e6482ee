import VersionStore

/// A filter with its times worked out, and the way versions go through it.
struct ResolvedFilter {
  private let since: Int64?
  private let until: Int64?
  private let events: Set<String>
  private let author: String?
  private let limit: Int
  private let oldestFirst: Bool

  init(_ filter: VersionFilter, _ surroundings: Surroundings) throws {
    since = try filter.since.map {
      try Self.time($0, option: "--since").start(in: surroundings)
    }
    until = try filter.until.map { try Self.time($0, option: "--until").end(in: surroundings) }
    events = Set(filter.events.map(\.rawValue))
    author = filter.author.map { String(decoding: $0, as: UTF8.self).lowercased() }
    limit = filter.limit ?? Int.max
    oldestFirst = filter.oldestFirst
  }

  /// A time that an option was given.
  static func time(_ text: [UInt8], option: String) throws -> TimeExpression {
    if let time = TimeExpression(text) { return time }
    throw CommandFailure(
      .usage, "\(option): \(VisibleText.quoted(text)) is no time",
      hints: ["write it as 2026-11-30, 10:00, yesterday, 90m, 4h, 3d or 2w"])
  }

  /// Whether anything but number and order is asked for.
  var isSelective: Bool { since != nil || until != nil || !events.isEmpty || author != nil }

  /// At most how many.
  var most: Int { limit }

  /// Whether the oldest, or the last, comes first.
  var isReversed: Bool { oldestFirst }

  /// Whether a version passes.
  func passes(_ version: Version) -> Bool {
    if let since, version.time.time.seconds < since { return false }
    if let until, version.time.time.seconds > until { return false }
    if !events.isEmpty, !events.contains(version.event.rawValue) { return false }
    if let author {
      let person = "\(version.author.name) <\(version.author.email)>".lowercased()
      return person.contains(author)
    }
    return true
  }

  /// Writes what passes, newest first or oldest first, each as soon as it is known.
  /// - Parameters:
  ///   - next: The next older version.
  ///   - size: Bytes of a version that does not say.
  ///   - write: Takes a version, its size, and the size of the one before it.
  func write(
    next: () throws -> Version?, size: (Version) throws -> Int,
    write: (Version, Int?, Int?) throws -> Void
  ) throws {
    var written = 0
    var waiting: [(Version, Int?, Int?)] = []
    var version = try next()
    while let current = version {
      try Interruption.checkpoint()
      // What cannot be read further down is told after what could be read was written.
      var problem: (any Error)?
      do { version = try next() } catch {
        version = nil
        problem = error
      }
      if passes(current) {
        let bytes = current.size ?? (try? size(current))
        let before =
          version?.document == current.document ? version.map { $0.size ?? (try? size($0)) } : nil
        let row = (current, bytes, before ?? nil)
        if oldestFirst {
          waiting.append(row)
        } else {
          try write(row.0, row.1, row.2)
          written += 1
        }
      }
      if written >= limit { return }
      if let problem {
        try flush(waiting, write)
        throw problem
      }
    }
    try flush(waiting, write)
  }

  private func flush(
    _ waiting: [(Version, Int?, Int?)], _ write: (Version, Int?, Int?) throws -> Void
  ) throws {
    for row in waiting.reversed().prefix(limit) { try write(row.0, row.1, row.2) }
  }
}
