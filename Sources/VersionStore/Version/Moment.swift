import Files
import Git

/// A moment as a person lived it: the time, and how far the local clock was from UTC.
public struct Moment: Hashable, Sendable, Comparable {
  /// Seconds since 1970 and nanoseconds.
  public var time: FileTime
  /// Minutes east of UTC.
  public var offset: Int

  /// Makes a moment.
  public init(_ time: FileTime, offset: Int) {
    self.time = time
    self.offset = offset
  }

  /// Order of time; the zone does not matter.
  public static func < (a: Moment, b: Moment) -> Bool { a.time < b.time }

  /// RFC 3339 with the offset, and a fraction where asked and not zero: `2026-11-30T10:00:00+01:00`.
  public func rfc3339(fraction: Bool = false) -> String {
    let fields = CalendarDate(seconds: time.seconds, offset: offset)
    var text = fields.date + "T" + fields.clock
    if fraction, time.nanoseconds > 0 {
      var digits = String(1_000_000_000 + Int(time.nanoseconds)).dropFirst()
      while digits.last == "0" { digits = digits.dropLast() }
      text += "." + digits
    }
    let minutes = abs(offset)
    return text + (offset < 0 ? "-" : "+") + two(minutes / 60) + ":" + two(minutes % 60)
  }

  /// Reads RFC 3339; nil for anything else.
  public init?(rfc3339 text: [UInt8]) {
    // 2026-11-30T10:00:00.5+01:00
    guard text.count >= 20 else { return nil }
    func number(_ range: Range<Int>) -> Int? {
      guard range.upperBound <= text.count, text[range].allSatisfy({ (0x30...0x39).contains($0) })
      else { return nil }
      return Int64(decimal: text[range]).map(Int.init)
    }
    func has(_ character: Unicode.Scalar, at positions: Int...) -> Bool {
      positions.allSatisfy { $0 < text.count && text[$0] == UInt8(ascii: character) }
    }
    guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
      let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
      has("-", at: 4, 7), has("T", at: 10), has(":", at: 13, 16)
    else { return nil }
    var position = 19
    var nanoseconds = 0
    if has(".", at: position) {
      position += 1
      var scale = 100_000_000
      while position < text.count, (0x30...0x39).contains(text[position]) {
        nanoseconds += Int(text[position] - 0x30) * scale
        scale /= 10
        position += 1
      }
    }
    var offset = 0
    if has("Z", at: position) {
      position += 1
    } else {
      guard has("+", at: position) || has("-", at: position), has(":", at: position + 3),
        let hours = number((position + 1)..<(position + 3)),
        let minutes = number((position + 4)..<(position + 6))
      else { return nil }
      offset = (hours * 60 + minutes) * (has("-", at: position) ? -1 : 1)
      position += 6
    }
    guard position == text.count else { return nil }
    guard
      let seconds = CalendarDate.seconds(
        year: year, month: month, day: day, hour: hour, minute: minute, second: second)
    else { return nil }
    self.init(
      FileTime(seconds: seconds - Int64(offset) * 60, nanoseconds: Int32(nanoseconds)),
      offset: offset)
  }
}

/// The date and clock time of a moment in the Gregorian calendar.
public struct CalendarDate: Equatable, Sendable {
  /// Year, month 1 to 12, day 1 to 31.
  public let year, month, day: Int
  /// Hour 0 to 23, minute, second.
  public let hour, minute, second: Int

  /// The fields of a moment, minutes east of UTC.
  public init(seconds: Int64, offset: Int) {
    let local = seconds + Int64(offset) * 60
    let days = Int(local.floorDivided(by: 86400))
    let rest = Int(local - Int64(days) * 86400)
    hour = rest / 3600
    minute = rest / 60 % 60
    second = rest % 60
    // Days to a date, after Howard Hinnant's "chrono-Compatible Low-Level Date Algorithms".
    let shifted = days + 719468
    let era = (shifted >= 0 ? shifted : shifted - 146096) / 146097
    let dayOfEra = shifted - era * 146097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// Seconds since 1970 of a date and clock time in UTC; nil where a field is out of range.
  public static func seconds(
    year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0
  ) -> Int64? {
    guard (1...12).contains(month), (0...9999).contains(year), (0...23).contains(hour),
      (0...59).contains(minute), (0...60).contains(second)
    else { return nil }
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard day >= 1, day <= lengths[month - 1] else { return nil }
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    let days = Int64(era * 146097 + dayOfEra - 719468)
    return days * 86400 + Int64(hour * 3600 + minute * 60 + second)
  }

  /// `2026-11-30`.
  public var date: String {
    let digits = String(year)
    return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
      + "-" + two(month) + "-" + two(day)
  }

  /// `10:00:00`.
  public var clock: String { two(hour) + ":" + two(minute) + ":" + two(second) }
}

private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

extension Int64 {
  fileprivate func floorDivided(by divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }
}
