import VersionStore

/// The options that say which autosaves are kept when histories are thinned.
enum PolicyOptions {
  static let last = count("--keep-last", "keep the last N versions")
  static let within = ValueOption(
    "--keep-within", "SPAN", .span, "keep all of the last SPAN: 90m, 12h, 30d, 8w or 1y")
  static let hourly = count("--keep-hourly", "keep the newest version of each of the last N hours")
  static let daily = count("--keep-daily", "keep the newest version of each of the last N days")
  static let weekly = count("--keep-weekly", "keep the newest version of each of the last N weeks")
  static let monthly = count(
    "--keep-monthly", "keep the newest version of each of the last N months")
  static let yearly = count("--keep-yearly", "keep the newest version of each of the last N years")
  static let likeMacOS = Flag(
    "--like-macos",
    "keep all of the last day, one an hour of the day before, one a day of the last 30 days, one a week of what is older"
  )

  static let all: [any DeclaredOption] = [
    last, within, hourly, daily, weekly, monthly, yearly, likeMacOS,
  ]

  private static func count(_ name: String, _ help: String) -> ValueOption<Int> {
    ValueOption(name, "N", .number(1...PrunePolicy.largestCount), help)
  }

  /// The policy that was given, without rules where none was.
  static func policy(_ arguments: ParsedArguments) throws(UsageError) -> PrunePolicy {
    var policy = PrunePolicy()
    policy.last = try arguments[last] ?? 0
    policy.within = try arguments[within] ?? 0
    policy.hourly = try arguments[hourly] ?? 0
    policy.daily = try arguments[daily] ?? 0
    policy.weekly = try arguments[weekly] ?? 0
    policy.monthly = try arguments[monthly] ?? 0
    policy.yearly = try arguments[yearly] ?? 0
    policy.likeMacOS = arguments[likeMacOS]
    return policy
  }
}
