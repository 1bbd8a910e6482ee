/// A time as a person writes it: a day, a moment, a clock time, or how long ago.
///
/// `2026-11-30`, `2026-11-30T10:00`, `2026-11-30 10:00:13+01:00`, `10:00`, `yesterday`, `today`,
/// `30s`, `90m`, `4h`, `3d`, `2w`.
public enum TimeExpression: Hashable, Sendable {
  /// A day in the local zone, counted from 1970.
  case day(Int64)
  /// A reading of the local clocks, in seconds since 1970 as if they showed UTC.
  case local(Int64)
  /// A moment, seconds since 1970.
  case moment(Int64)
  /// Seconds after midnight: the latest time the clocks showed it.
  case clock(Int64)
  /// The day it is.
  case today
  /// The day before.
  case yesterday
  /// So many seconds before now.
  case ago(Int64)

  /// The first second it means, since 1970: the start of a day; what `--since` lets through.
  public func start(in surroundings: Surroundings) -> Int64 {
    switch self {
    case .local(let reading):
      LocalTime(zoneOffset: surroundings.zoneOffset).earliest(showing: reading)
    case .day, .today, .yesterday: days(in: surroundings).start
    default: end(in: surroundings)
    }
  }

  /// The last second it means, since 1970: the end of a day; what `--until` lets through.
  public func end(in surroundings: Surroundings) -> Int64 {
    let zone = LocalTime(zoneOffset: surroundings.zoneOffset)
    switch self {
    case .day, .today, .yesterday: return days(in: surroundings).end
    case .local(let reading): return zone.latest(showing: reading)
    case .moment(let moment): return moment
    case .ago(let seconds): return surroundings.now().seconds - seconds
    case .clock(let second):
      let now = surroundings.now().seconds
      let today = zone.day(of: now)
      // Three days, for a time that the clocks skipped today.
      for day in [today, today - 1, today - 2] {
        let moments = zone.moments(showing: day * LocalTime.day + second)
        if let latest = moments.last(where: { $0 <= now }) { return latest }
      }
      return zone.latest(showing: (today - 1) * LocalTime.day + second)
    }
  }

  private func days(in surroundings: Surroundings) -> (start: Int64, end: Int64) {
    let zone = LocalTime(zoneOffset: surroundings.zoneOffset)
    let day =
      switch self {
      case .day(let day): day
      case .yesterday: zone.day(of: surroundings.now().seconds) - 1
      default: zone.day(of: surroundings.now().seconds)
      }
    return (zone.start(ofDay: day), zone.start(ofDay: day + 1) - 1)
  }
}

extension TimeExpression {
  /// Reads a time; nil where the text is none.
  public init?(_ text: String) {
    self.init(Array(text.utf8))
  }

  /// Reads a time; nil where the bytes are none.
  public init?(_ text: [UInt8]) {
    if text.elementsEqual("today".utf8) {
      self = .today
    } else if text.elementsEqual("yesterday".utf8) {
      self = .yesterday
    } else if let found = TimeExpression(ago: text) ?? TimeExpression(clock: text)
      ?? TimeExpression(date: text)
    {
      self = found
    } else {
      return nil
    }
  }

  /// Whether the bytes look like a date or clock time, so that a wrong one can be called that.
  static func resembles(_ text: [UInt8]) -> Bool {
    guard let first = text.first, isDigit(first) else { return false }
    return text.contains { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ":") }
      && text.allSatisfy { isDigit($0) || "-:.+TZtz ".utf8.contains($0) }
  }

  /// `90m`.
  private init?(ago text: [UInt8]) {
    let unit: Int64
    switch text.last {
    case UInt8(ascii: "s"): unit = 1
    case UInt8(ascii: "m"): unit = 60
    case UInt8(ascii: "h"): unit = 3600
    case UInt8(ascii: "d"): unit = 86400
    case UInt8(ascii: "w"): unit = 7 * 86400
    default: return nil
    }
    let digits = text.dropLast()
    guard !digits.isEmpty, digits.allSatisfy(isDigit) else { return nil }
    // Longer ago than any history; sums with it stay in range.
    let longest: Int64 = 1 << 40
    let count = digits.count > 15 ? longest : digits.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
    self = .ago(min(count, longest / unit) * unit)
  }

  /// `10:00`, `10:00:30`.
  private init?(clock text: [UInt8]) {
    var reader = DigitReader(text)
    guard let second = reader.clock(hourDigits: 1...2), reader.isAtEnd else { return nil }
    self = .clock(second)
  }

  /// `2026-11-30`, with or without a clock time, that with or without an offset.
  private init?(date text: [UInt8]) {
    var reader = DigitReader(text)
    guard let year = reader.number(4...4), reader.take("-"),
      let month = reader.number(2...2), reader.take("-"), let day = reader.number(2...2),
      let midnight = CalendarDate.seconds(year: year, month: month, day: day)
    else { return nil }
    if reader.isAtEnd {
      self = .day(CalendarDate.days(ofMidnight: midnight))
      return
    }
    guard reader.take("T") || reader.take("t") || reader.take(" "),
      let second = reader.clock(hourDigits: 2...2)
    else { return nil }
    // A fraction of a second is beyond what a version's time tells.
    if reader.take("."), reader.number(1...9) == nil { return nil }
    let reading = midnight + second
    if reader.isAtEnd {
      self = .local(reading)
      return
    }
    _ = reader.take(" ")
    guard let offset = reader.offset(), reader.isAtEnd else { return nil }
    self = .moment(reading - Int64(offset) * 60)
  }
}

extension CalendarDate {
  fileprivate static func days(ofMidnight seconds: Int64) -> Int64 {
    // A midnight is a whole number of days, before 1970 too.
    seconds / LocalTime.day
  }
}

private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

/// Reads numbers and the marks between them from the front of some bytes.
private struct DigitReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func take(_ mark: Unicode.Scalar) -> Bool {
    guard let first = rest.first, UInt32(first) == mark.value else { return false }
    rest.removeFirst()
    return true
  }

  /// A number of so many digits, nil where there are fewer or more.
  mutating func number(_ count: ClosedRange<Int>) -> Int? {
    let digits = rest.prefix { isDigit($0) }
    guard count.contains(digits.count) else { return nil }
    rest = rest.dropFirst(digits.count)
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// Hour, minute and perhaps second as seconds after midnight; nil where no clock shows it.
  mutating func clock(hourDigits: ClosedRange<Int>) -> Int64? {
    guard let hour = number(hourDigits), hour < 24, take(":"), let minute = number(2...2),
      minute < 60
    else { return nil }
    var second = 0
    if take(":") {
      guard let given = number(2...2), given <= 60 else { return nil }
      second = given
    }
    return Int64(hour * 3600 + minute * 60 + second)
  }

  /// `Z`, `+01:00`, `+0100` or `+01` as minutes east of UTC.
  mutating func offset() -> Int? {
    if take("Z") || take("z") { return 0 }
    let sign: Int
    if take("+") { sign = 1 } else if take("-") { sign = -1 } else { return nil }
    let digits = rest.prefix { isDigit($0) }.count
    guard let first = number(2...4), digits != 3 else { return nil }
    var hours = first
    var minutes = 0
    if digits == 4 {
      hours = first / 100
      minutes = first % 100
    } else if take(":") {
      guard let given = number(2...2) else { return nil }
      minutes = given
    }
    guard hours < 24, minutes < 60 else { return nil }
    return sign * (hours * 60 + minutes)
  }
}
