/// Why a version stays when a history is thinned.
public enum PruneReason: Equatable, Sendable {
  /// The first version there is.
  case first
  /// The latest version.
  case latest
  /// It is no autosave: what brought it about.
  case event(Event)
  /// It has a label.
  case label
  /// Other versions came from it, by restoring, copying or duplicating.
  case source
  /// What a restore, copy, undo or deletion replaced.
  case replaced
  /// The newest version that is not empty.
  case lastWithContent
  /// A rule of the policy, and the hour, day, week … that it is the newest version of.
  case rule(String, String?)

  /// The word for scripts.
  public var code: String {
    switch self {
    case .first: "first"
    case .latest: "latest"
    case .event(let event): event.rawValue
    case .label: "label"
    case .source: "source"
    case .replaced: "replaced"
    case .lastWithContent: "last-with-content"
    case .rule(let rule, _): rule
    }
  }

  /// The words for people.
  public var description: String {
    switch self {
    case .first: "the first version"
    case .latest: "the latest version"
    case .event(let event): "\(event), no autosave"
    case .label: "labelled"
    case .source: "another version came from it"
    case .replaced: "was replaced by the next one"
    case .lastWithContent: "the last that is not empty"
    case .rule(let rule, let period): period.map { "\(rule) (\($0))" } ?? rule
    }
  }
}

/// What a policy says of one version.
public struct PruneDecision: Sendable {
  /// The version.
  public let version: Version
  /// Why it stays; none where it goes.
  public let reasons: [PruneReason]

  /// Whether it stays.
  public var stays: Bool { !reasons.isEmpty }
}

extension PrunePolicy {
  /// Decides on the versions of one document.
  /// - Parameters:
  ///   - versions: All there are, newest first, with the labels they got later.
  ///   - sources: Numbers that versions of other documents came from.
  ///   - now: Seconds since 1970.
  /// - Returns: A decision for each, in the same order.
  public func decide(
    _ versions: [Version], sources: Set<Int> = [], now: Int64
  ) -> [PruneDecision] {
    var sources = sources
    for version in versions {
      if let origin = version.origin, origin.document ?? version.document == version.document {
        sources.insert(origin.number)
      }
    }
    let withContent = versions.first { !$0.isDeletion && $0.size != 0 }?.number
    var periods = Periods(policy: self, now: now)
    var decisions: [PruneDecision] = []
    for (index, version) in versions.enumerated() {
      var reasons: [PruneReason] = []
      if index == versions.count - 1 { reasons.append(.first) }
      if index == 0 { reasons.append(.latest) }
      // What the format does not know yet is nothing to throw away.
      if version.event != .autosave || version.isDeletion { reasons.append(.event(version.event)) }
      if version.label != nil { reasons.append(.label) }
      if sources.contains(version.number) { reasons.append(.source) }
      if index > 0, PrunePolicy.replacing.contains(versions[index - 1].event) {
        reasons.append(.replaced)
      }
      if version.number == withContent { reasons.append(.lastWithContent) }
      reasons += periods.reasons(for: version, index: index)
      decisions.append(PruneDecision(version: version, reasons: reasons))
    }
    return decisions
  }

  /// Events whose other side is the version before them.
  private static let replacing: Set<Event> = [.restore, .copy, .undo, .delete, .merge]
}

/// The hours, days, weeks … of which a version was kept already.
private struct Periods {
  let policy: PrunePolicy
  let now: Int64
  private var seen: [String: Set<Int>] = [:]

  init(policy: PrunePolicy, now: Int64) {
    self.policy = policy
    self.now = now
  }

  mutating func reasons(for version: Version, index: Int) -> [PruneReason] {
    var reasons: [PruneReason] = []
    if index < policy.last { reasons.append(.rule("keep-last", nil)) }
    let time = version.time.time.seconds
    let age = now - time
    if policy.within > 0, age <= policy.within { reasons.append(.rule("keep-within", nil)) }
    let date = CalendarDate(seconds: time, offset: version.time.offset)
    let local = time + Int64(version.time.offset) * 60
    let rules: [(String, Int, Unit)] = [
      ("keep-hourly", policy.hourly, .hour), ("keep-daily", policy.daily, .day),
      ("keep-weekly", policy.weekly, .week), ("keep-monthly", policy.monthly, .month),
      ("keep-yearly", policy.yearly, .year),
    ]
    for (rule, count, unit) in rules where count > 0 {
      if take(rule, unit, local, date, limit: count) {
        reasons.append(.rule(rule, unit.name(local, date)))
      }
    }
    if policy.likeMacOS {
      let unit: Unit? =
        age < 86400 ? nil : age < 2 * 86400 ? .hour : age < 30 * 86400 ? .day : .week
      if let unit {
        if take("like-macos \(unit)", unit, local, date, limit: .max) {
          reasons.append(.rule("like-macos", unit.name(local, date)))
        }
      } else {
        reasons.append(.rule("like-macos", "last day"))
      }
    }
    return reasons
  }

  /// Whether a version is the newest of its period, and the period one of those that count.
  private mutating func take(
    _ rule: String, _ unit: Unit, _ local: Int64, _ date: CalendarDate, limit: Int
  ) -> Bool {
    guard seen[rule, default: []].count < limit else { return false }
    return seen[rule, default: []].insert(unit.number(local, date)).inserted
  }

  private enum Unit {
    case hour, day, week, month, year

    /// A number that only moments of the same period have.
    func number(_ local: Int64, _ date: CalendarDate) -> Int {
      let day = Int((local - (local % 86400 + 86400) % 86400) / 86400)
      switch self {
      case .hour: return day * 24 + date.hour
      case .day: return day
      // 1970 began on a Thursday, three days after a Monday.
      case .week: return (day + 3 - ((day + 3) % 7 + 7) % 7) / 7
      case .month: return date.year * 12 + date.month
      case .year: return date.year
      }
    }

    func name(_ local: Int64, _ date: CalendarDate) -> String {
      switch self {
      case .hour: return "\(date.date) \(date.clock.prefix(2)):00"
      case .day: return date.date
      case .week:
        let monday = CalendarDate(seconds: Int64(number(local, date) * 7 - 3) * 86400, offset: 0)
        return "week of \(monday.date)"
      case .month: return String(date.date.prefix(7))
      case .year: return String(date.date.prefix(4))
      }
    }
  }
}
