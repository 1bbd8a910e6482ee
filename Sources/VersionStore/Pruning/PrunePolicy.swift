/// Which autosaves stay when histories are thinned: what any one of its rules keeps.
///
/// The rules and their words are those of restic's `forget`: of each of the last so many hours, days,
/// weeks … that have versions at all, the newest version stays. Hours and days are those of the clock
/// where the version was saved; weeks begin on Monday (ISO 8601).
public struct PrunePolicy: Equatable, Sendable {
  /// How many of the newest versions stay.
  public var last = 0
  /// Seconds back from now within which all stay.
  public var within: Int64 = 0
  /// Of how many hours one stays.
  public var hourly = 0
  /// Of how many days one stays.
  public var daily = 0
  /// Of how many weeks one stays.
  public var weekly = 0
  /// Of how many months one stays.
  public var monthly = 0
  /// Of how many years one stays.
  public var yearly = 0
  /// Whether the desktop's thinning is followed: all of the last day, one an hour of the day before,
  /// one a day of the last 30 days, and one a week of what is older.
  public var likeMacOS = false

  /// Makes a policy without rules.
  public init() {}

  /// The rules of the desktop alone.
  public static let desktop: PrunePolicy = {
    var policy = PrunePolicy()
    policy.likeMacOS = true
    return policy
  }()

  /// Whether no rule keeps anything.
  public var isEmpty: Bool { self == PrunePolicy() }

  /// The most that a rule can count.
  public static let largestCount = 1_000_000

  /// Reads a policy as settings have it: `last=5 within=12h daily=30 weekly=52`, or `like-macos`;
  /// nil for anything else.
  public init?(_ text: String) {
    for word in text.split(whereSeparator: { $0 == " " || $0 == "," }) {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 1, parts[0] == "like-macos" {
        likeMacOS = true
        continue
      }
      guard parts.count == 2 else { return nil }
      if parts[0] == "within" {
        guard let seconds = PrunePolicy.seconds(String(parts[1])) else { return nil }
        within = seconds
        continue
      }
      guard let rule = PrunePolicy.counts.first(where: { $0.word == parts[0] }),
        let count = Int64(decimal: Array(parts[1].utf8)[...]),
        (1...Int64(PrunePolicy.largestCount)).contains(count)
      else { return nil }
      self[keyPath: rule.count] = Int(count)
    }
    if isEmpty { return nil }
  }

  /// Reads a span such as `90m`, `12h`, `30d`, `8w`, `1y`, in seconds; nil for anything else.
  public static func seconds(_ text: String) -> Int64? {
    let units: [UInt8: Int64] = [
      UInt8(ascii: "m"): 60, UInt8(ascii: "h"): 3600, UInt8(ascii: "d"): 86400,
      UInt8(ascii: "w"): 7 * 86400, UInt8(ascii: "y"): 365 * 86400,
    ]
    let bytes = Array(text.utf8)
    guard let unit = bytes.last.flatMap({ units[$0] }),
      let count = Int64(decimal: bytes.dropLast()),
      (1...100_000).contains(count)
    else { return nil }
    return count * unit
  }

  /// The policy as settings have it.
  public var text: String {
    var words: [String] = []
    if last > 0 { words.append("last=\(last)") }
    if within > 0 { words.append("within=\(PrunePolicy.span(within))") }
    for rule in PrunePolicy.counts.dropFirst() where self[keyPath: rule.count] > 0 {
      words.append("\(rule.word)=\(self[keyPath: rule.count])")
    }
    if likeMacOS { words.append("like-macos") }
    return words.joined(separator: " ")
  }

  private static func span(_ seconds: Int64) -> String {
    for (unit, length) in [("w", 7 * 86400), ("d", 86400), ("h", 3600)] as [(String, Int64)]
    where seconds % length == 0 {
      return "\(seconds / length)\(unit)"
    }
    return "\(seconds / 60)m"
  }

  private static let counts: [(word: String, count: WritableKeyPath<PrunePolicy, Int> & Sendable)] =
    [
      ("last", \.last), ("hourly", \.hourly), ("daily", \.daily), ("weekly", \.weekly),
      ("monthly", \.monthly), ("yearly", \.yearly),
    ]
}
