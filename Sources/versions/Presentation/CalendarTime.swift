/// A date and a time of day in the Gregorian calendar.
struct CalendarTime: Equatable, Sendable {
  let year: Int
  /// 1 to 12.
  let month: Int
  /// 1 to 31.
  let day: Int
  let hour: Int
  let minute: Int
  let second: Int
  /// 0 for Sunday.
  let weekday: Int
  /// Days since the first of January 1970.
  let dayNumber: Int

  /// The fields of seconds since 1970 that already contain the offset.
  ///
  /// Counts from the first of March, so that the leap day is the last of a year, in eras of 400
  /// years of 146,097 days each.
  init(localSeconds: Int64) {
    let daySeconds: Int64 = 86_400
    let days = Int(
      localSeconds >= 0 ? localSeconds / daySeconds : (localSeconds + 1) / daySeconds - 1)
    let rest = Int(localSeconds - Int64(days) * daySeconds)
    hour = rest / 3600
    minute = rest / 60 % 60
    second = rest % 60
    dayNumber = days
    weekday = ((days + 4) % 7 + 7) % 7

    let marchDays = days + 719_468
    let era = (marchDays >= 0 ? marchDays : marchDays - 146_096) / 146_097
    let dayOfEra = marchDays - era * 146_097
    let leapsPassed = dayOfEra / 1460 - dayOfEra / 36_524 + dayOfEra / 146_096
    let yearOfEra = (dayOfEra - leapsPassed) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// Appends `2026-11-30`.
  func appendDate(to out: inout [UInt8]) {
    out.append(decimal: year, digits: 4)
    out.append(UInt8(ascii: "-"))
    out.append(decimal: month, digits: 2)
    out.append(UInt8(ascii: "-"))
    out.append(decimal: day, digits: 2)
  }

  /// Appends `10:42` or `10:42:13`.
  func appendTime(to out: inout [UInt8], seconds: Bool) {
    out.append(decimal: hour, digits: 2)
    out.append(UInt8(ascii: ":"))
    out.append(decimal: minute, digits: 2)
    if seconds {
      out.append(UInt8(ascii: ":"))
      out.append(decimal: second, digits: 2)
    }
  }
}
