/// Times as people read them: near ones by the day on a terminal, exact ones elsewhere.
struct HumanTime: Sendable {
  /// Seconds since 1970.
  let now: Int64
  /// Seconds that the clock on the wall here is east of Greenwich at a moment.
  let offset: @Sendable (Int64) -> Int
  let isTerminal: Bool
  /// The day here and now, counted from 1970.
  private let today: Int

  /// The most cells that a near time takes, for tables of fixed widths.
  static let nearWidth = 15
  /// The cells that an exact time takes.
  static let exactWidth = 25

  init(now: Int64, isTerminal: Bool, offset: @escaping @Sendable (Int64) -> Int) {
    self.now = now
    self.isTerminal = isTerminal
    self.offset = offset
    today = CalendarTime(localSeconds: now + Int64(offset(now))).dayNumber
  }

  var width: Int { isTerminal ? Self.nearWidth : Self.exactWidth }

  func text(_ time: LocalTime) -> [UInt8] {
    isTerminal ? near(time.seconds) : Self.exact(time)
  }

  /// `2026-11-30 10:42:13 +0100`, by the clock where it was saved: the same on every machine.
  static func exact(_ time: LocalTime) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(exactWidth)
    let calendar = time.calendar
    calendar.appendDate(to: &text)
    text.append(UInt8(ascii: " "))
    calendar.appendTime(to: &text, seconds: true)
    text.append(UInt8(ascii: " "))
    time.appendOffset(to: &text, colon: false)
    return text
  }

  /// `today 10:42`, `yesterday 10:42`, `Mon 10:42`, `3 Nov 10:42` or `2025-11-03`, by the clock here.
  private func near(_ seconds: Int64) -> [UInt8] {
    let time = CalendarTime(localSeconds: seconds + Int64(offset(seconds)))
    var text: [UInt8] = []
    text.reserveCapacity(Self.nearWidth)
    switch today - time.dayNumber {
    case 0: text += "today ".utf8
    case 1: text += "yesterday ".utf8
    case 2...6: text += Self.weekdays[time.weekday].utf8
    // Short of a year, so that a month never means two.
    case 7...300:
      text.append(decimal: time.day)
      text += Self.months[time.month - 1].utf8
    default:
      time.appendDate(to: &text)
      return text
    }
    time.appendTime(to: &text, seconds: false)
    return text
  }

  private static let weekdays = ["Sun ", "Mon ", "Tue ", "Wed ", "Thu ", "Fri ", "Sat "]
  private static let months = [
    " Jan ", " Feb ", " Mar ", " Apr ", " May ", " Jun ", " Jul ", " Aug ", " Sep ", " Oct ",
    " Nov ",
    " Dec ",
  ]
}
