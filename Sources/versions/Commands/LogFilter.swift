import VersionStore

/// Which events a log shows.
struct LogFilter: Sendable {
  static let event = ListOption(
    "--event", "EVENT", .choice(of: Event.self),
    "only events of this kind; give it again for another one")
  static let host = ValueOption(
    "--host", "TEXT", .bytes, "only events on machines with TEXT in their name")
  static let path = ListOption(
    "--path", "PATTERN", .bytes,
    "only documents that match, as in .versionsignore; give it again for more")

  static let options: [any DeclaredOption] = [
    VersionFilter.since, VersionFilter.until, event, VersionFilter.author, host, path,
    VersionFilter.limit, VersionFilter.reverse,
  ]

  /// What can happen: what makes a version, and what is done to histories.
  enum Event: String, CaseIterable, Sendable {
    case save, autosave, restore, copy, undo, rename, duplicate, delete
    case `import`, lock, unlock, conflict, merge
    case label, unlabel, prune, unprune, expire, purge, repair
  }

  private let since, until, author, host: [UInt8]?
  private let events: [Event]
  private let paths: [[UInt8]]
  let limit: Int?
  let oldestFirst: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    since = try arguments[VersionFilter.since]
    until = try arguments[VersionFilter.until]
    author = try arguments[VersionFilter.author]
    host = try arguments[Self.host]
    events = try arguments[Self.event]
    paths = try arguments[Self.path]
    limit = try arguments[VersionFilter.limit]
    oldestFirst = arguments[VersionFilter.reverse]
  }

  /// The filter with its times worked out.
  func resolved(_ surroundings: Surroundings) throws -> Resolved {
    Resolved(
      since: try since.map {
        try ResolvedFilter.time($0, option: "--since").start(in: surroundings)
      },
      until: try until.map {
        try ResolvedFilter.time($0, option: "--until").end(in: surroundings)
      },
      author: author.map { String(decoding: $0, as: UTF8.self).lowercased() },
      host: host.map { String(decoding: $0, as: UTF8.self).lowercased() },
      events: Set(events.map(\.rawValue)), paths: paths.map { PathPattern($0) })
  }

  /// A filter that events are put through.
  struct Resolved {
    let since, until: Int64?
    let author, host: String?
    let events: Set<String>
    let paths: [PathPattern]

    /// Whether an event passes.
    func passes(_ logged: LoggedEvent) -> Bool {
      let seconds = logged.time.time.seconds
      if let since, seconds < since { return false }
      if let until, seconds > until { return false }
      if !events.isEmpty, !events.contains(logged.event.rawValue) { return false }
      if let host, logged.host?.lowercased().contains(host) != true { return false }
      if let author {
        let person = "\(logged.author.name) <\(logged.author.email)>".lowercased()
        guard person.contains(author) else { return false }
      }
      if !paths.isEmpty {
        guard let path = logged.path else { return false }
        return paths.contains { $0.matches(path) }
      }
      return true
    }
  }
}
