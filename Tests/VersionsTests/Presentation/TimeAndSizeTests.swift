import Testing

@testable import versions

@Suite struct TimeAndSizeTests {
  /// Monday, 30 November 2026, 12:00:00 in UTC.
  private static let now: Int64 = 1_796_040_000
  private static let hour: Int64 = 3600

  @Test(
    "Near times go by the day here",
    arguments: [
      (now, 0, "today 12:00"), (now, 3600, "today 13:00"), (now, -12_600, "today 08:30"),
      (now - 12 * hour, 0, "today 00:00"), (now - 12 * hour - 1, 0, "yesterday 23:59"),
      // Two hours east the day began two hours earlier.
      (now - 14 * hour, 7200, "today 00:00"), (now - 14 * hour - 60, 7200, "yesterday 23:59"),
      (now - 36 * hour, 0, "yesterday 00:00"), (now - 37 * hour, 0, "Sat 23:00"),
      (now - 6 * 24 * hour, 0, "Tue 12:00"), (now - 7 * 24 * hour, 0, "23 Nov 12:00"),
      (now - 27 * 24 * hour, 0, "3 Nov 12:00"), (now - 300 * 24 * hour, 0, "3 Feb 12:00"),
      (now - 301 * 24 * hour, 0, "2026-02-02"), (now - 400 * 24 * hour, 0, "2025-10-26"),
      (0, 0, "1970-01-01"), (now + hour, 0, "today 13:00"), (now + 24 * hour, 0, "2026-12-01"),
    ] as [(Int64, Int, String)])
  func nearTimes(seconds: Int64, offset: Int, expected: String) {
    let time = HumanTime(now: Self.now, isTerminal: true) { _ in offset }
    // The offset of the place where it was saved does not matter.
    let text = time.text(LocalTime(seconds: seconds, offset: 50_400))
    #expect(text == bytes(expected))
    #expect(text.count <= HumanTime.nearWidth)
  }

  @Test func nearTimeUsesTheOffsetOfItsOwnMoment() {
    // Summer time ended between the two.
    let time = HumanTime(now: Self.now, isTerminal: true) { $0 < Self.now - 100_000 ? 7200 : 3600 }
    #expect(time.text(LocalTime(seconds: Self.now - 172_800, offset: 0)) == bytes("Sat 14:00"))
    #expect(time.text(LocalTime(seconds: Self.now, offset: 0)) == bytes("today 13:00"))
  }

  @Test(
    "Exact times have the offset of where they were saved",
    arguments: [
      (1_796_031_733, 3600, "2026-11-30 10:42:13 +0100"),
      (1_796_031_733, 0, "2026-11-30 09:42:13 +0000"),
      (1_796_031_733, -34_200, "2026-11-30 00:12:13 -0930"),
      (951_782_400, 0, "2000-02-29 00:00:00 +0000"),
      (-1, 0, "1969-12-31 23:59:59 +0000"),
      (253_402_300_799, 0, "9999-12-31 23:59:59 +0000"),
    ] as [(Int64, Int, String)])
  func exactTimes(seconds: Int64, offset: Int, expected: String) {
    let time = HumanTime(now: Self.now, isTerminal: false) { _ in 0 }
    let text = time.text(LocalTime(seconds: seconds, offset: offset))
    #expect(text == bytes(expected))
    #expect(text.count == HumanTime.exactWidth)
  }

  @Test(
    "RFC 3339 times have a fraction only where there is one",
    arguments: [
      (LocalTime(seconds: 0, offset: 0), "1970-01-01T00:00:00+00:00"),
      (
        LocalTime(seconds: 1_796_031_733, nanoseconds: 120_000_000, offset: 3600),
        "2026-11-30T10:42:13.12+01:00"
      ),
      (LocalTime(seconds: 0, nanoseconds: 1, offset: -60), "1969-12-31T23:59:00.000000001-00:01"),
      (LocalTime(seconds: 0, offset: -30), "1969-12-31T23:59:30+00:00"),
    ])
  func rfc3339(time: LocalTime, expected: String) {
    var text: [UInt8] = []
    time.appendRFC3339(to: &text)
    #expect(text == bytes(expected))
  }

  @Test("The calendar counts every day of four centuries as its neighbours suggest")
  func calendarIsContinuous() {
    var previous = CalendarTime(localSeconds: -62_135_596_800)
    #expect((previous.year, previous.month, previous.day) == (1, 1, 1))
    var day = previous.dayNumber
    while previous.year < 2401 {
      day += 1
      let next = CalendarTime(localSeconds: Int64(day) * 86_400 + 86_399)
      let isNextDay =
        (next.year, next.month, next.day) == (previous.year, previous.month, previous.day + 1)
      let isNextMonth = (next.year, next.month, next.day) == (previous.year, previous.month + 1, 1)
      let isNextYear = (next.year, next.month, next.day) == (previous.year + 1, 1, 1)
      guard
        isNextDay || (isNextMonth && previous.day >= 28) || (isNextYear && previous.month == 12),
        next.weekday == (previous.weekday + 1) % 7
      else {
        Issue.record("\(previous) then \(next)")
        return
      }
      previous = next
    }
    #expect(day == 157_420)
  }

  @Test(
    arguments: [
      (0, "0 B", "0 B"), (1, "1 B", "+1 B"), (999, "999 B", "+999 B"), (1000, "1.0 kB", "+1.0 kB"),
      (1049, "1.0 kB", "+1.0 kB"), (1050, "1.1 kB", "+1.1 kB"), (4096, "4.1 kB", "+4.1 kB"),
      (9949, "9.9 kB", "+9.9 kB"), (9950, "10 kB", "+10 kB"), (41_400, "41 kB", "+41 kB"),
      (999_499, "999 kB", "+999 kB"), (999_500, "1.0 MB", "+1.0 MB"),
      (1_000_000_000, "1.0 GB", "+1.0 GB"), (-120, "-120 B", "-120 B"),
      (-1200, "-1.2 kB", "-1.2 kB"),
      (Int.max, "9 EB", "+9 EB"), (Int.min, "-9 EB", "-9 EB"),
    ] as [(Int, String, String)])
  func sizes(bytes: Int, text: String, difference: String) {
    #expect(HumanSize.text(bytes) == text)
    #expect(HumanSize.difference(bytes) == difference)
    #expect(HumanSize.difference(bytes).utf8.count <= HumanSize.differenceWidth)
  }

  @Test(
    arguments: [
      (0, 1, "0"), (7, 2, "07"), (12, 1, "12"), (123, 2, "123"), (-5, 2, "-05"), (10, 1, "10"),
      (Int.max, 1, "9223372036854775807"), (Int.min, 1, "-9223372036854775808"),
    ] as [(Int, Int, String)])
  func decimalDigits(number: Int, digits: Int, expected: String) {
    var text: [UInt8] = []
    text.append(decimal: number, digits: digits)
    #expect(text == bytes(expected))
  }
}
