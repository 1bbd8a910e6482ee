/// Which versions a listing shows, and in what order.
struct VersionFilter: Equatable, Sendable {
  static let since = ValueOption("--since", "TIME", .time, "only what was saved at TIME or later")
  static let until = ValueOption("--until", "TIME", .time, "only what was saved at TIME or before")
  static let event = ListOption(
    "--event", "EVENT", .choice(of: Event.self),
    "only versions made by EVENT; give it again for another one")
  static let author = ValueOption(
    "--author", "TEXT", .personPart, "only versions by people with TEXT in name or mail address")
  static let limit = ValueOption(
    "--limit", short: "n", "N", .number(1...Int.max), "at most N of them")
  static let reverse = Flag("--reverse", short: "r", "the oldest first")

  static let options: [any DeclaredOption] = [since, until, event, author, limit, reverse]

  /// What makes a version.
  enum Event: String, CaseIterable, Sendable {
    case save, autosave, restore, copy, undo, rename, duplicate, delete
    case `import`, lock, unlock, conflict, merge
  }

  var since: [UInt8]?
  var until: [UInt8]?
  var events: [Event] = []
  var author: [UInt8]?
  var limit: Int?
  var oldestFirst = false

  init() {}

  init(_ arguments: ParsedArguments) throws(UsageError) {
    since = try arguments[Self.since]
    until = try arguments[Self.until]
    events = try arguments[Self.event]
    author = try arguments[Self.author]
    limit = try arguments[Self.limit]
    oldestFirst = arguments[Self.reverse]
  }
}
