import Files
import Testing

@testable import VersionStore

/// Berlin in 2026: clocks go forward on 29 March and back on 25 October, at 01:00 UTC.
@Sendable func berlin(_ moment: Int64) -> Int {
  let summer = seconds1970("2026-03-29T01:00:00Z")..<seconds1970("2026-10-25T01:00:00Z")
  return summer.contains(moment) ? 120 : 60
}

struct TimeExpressionTests {
  @Test(
    arguments: [
      // text, now, first second, last second
      (
        "2026-11-30", "2026-12-24T12:00:00Z", "2026-11-30T00:00:00+01:00",
        "2026-11-30T23:59:59+01:00"
      ),
      (
        "2026-03-29", "2026-12-24T12:00:00Z", "2026-03-29T00:00:00+01:00",
        "2026-03-29T23:59:59+02:00"
      ),
      (
        "2026-10-25", "2026-12-24T12:00:00Z", "2026-10-25T00:00:00+02:00",
        "2026-10-25T23:59:59+01:00"
      ),
      ("today", "2026-11-30T23:30:00Z", "2026-12-01T00:00:00+01:00", "2026-12-01T23:59:59+01:00"),
      (
        "yesterday", "2026-11-30T12:00:00Z", "2026-11-29T00:00:00+01:00",
        "2026-11-29T23:59:59+01:00"
      ),
      ("2026-11-30T10:00", "2026-12-24T12:00:00Z", "2026-11-30T10:00:00+01:00", nil),
      ("2026-11-30 10:00", "2026-12-24T12:00:00Z", "2026-11-30T10:00:00+01:00", nil),
      ("2026-06-30T10:00:13", "2026-12-24T12:00:00Z", "2026-06-30T10:00:13+02:00", nil),
      ("2026-06-30T10:00:13.75Z", "2026-12-24T12:00:00Z", "2026-06-30T10:00:13Z", nil),
      ("2026-11-30T10:00Z", "2026-12-24T12:00:00Z", "2026-11-30T10:00:00Z", nil),
      ("2026-11-30 10:00 -0330", "2026-12-24T12:00:00Z", "2026-11-30T13:30:00Z", nil),
      ("2026-11-30T10:00:00+05:45", "2026-12-24T12:00:00Z", "2026-11-30T04:15:00Z", nil),
      ("2026-11-30t10:00+14", "2026-12-24T12:00:00Z", "2026-11-29T20:00:00Z", nil),
      // Shown twice, and never.
      (
        "2026-10-25T02:30", "2026-12-24T12:00:00Z", "2026-10-25T02:30:00+02:00",
        "2026-10-25T02:30:00+01:00"
      ),
      ("2026-03-29T02:30", "2026-12-24T12:00:00Z", "2026-03-29T03:30:00+02:00", nil),
      ("10:00", "2026-11-30T12:00:00Z", "2026-11-30T10:00:00+01:00", nil),
      ("10:00", "2026-11-30T09:00:00Z", "2026-11-30T10:00:00+01:00", nil),
      ("10:00", "2026-11-30T08:59:59Z", "2026-11-29T10:00:00+01:00", nil),
      ("9:05:30", "2026-11-30T12:00:00Z", "2026-11-30T09:05:30+01:00", nil),
      ("02:30", "2026-10-25T12:00:00Z", "2026-10-25T02:30:00+01:00", nil),
      ("02:30", "2026-10-25T01:00:00Z", "2026-10-25T02:30:00+02:00", nil),
      ("02:30", "2026-03-29T12:00:00Z", "2026-03-28T02:30:00+01:00", nil),
      ("30s", "2026-11-30T12:00:00Z", "2026-11-30T11:59:30Z", nil),
      ("90m", "2026-11-30T12:00:00Z", "2026-11-30T10:30:00Z", nil),
      ("4h", "2026-11-30T12:00:00Z", "2026-11-30T08:00:00Z", nil),
      ("3d", "2026-11-30T12:00:00Z", "2026-11-27T12:00:00Z", nil),
      ("2w", "2026-11-30T12:00:00Z", "2026-11-16T12:00:00Z", nil),
    ] as [(String, String, String, String?)])
  func `a time means its first and its last second`(
    text: String, now: String, first: String, last: String?
  ) throws {
    let clock = FixedClock(now)
    let surroundings = Surroundings(now: { clock.time }, zoneOffset: berlin, app: "tests")
    let time = try #require(TimeExpression(text))
    #expect(time.start(in: surroundings) == seconds1970(first))
    #expect(time.end(in: surroundings) == seconds1970(last ?? first))
  }

  @Test(arguments: [
    "", "now", "Today", "2026-13-01", "2026-02-29", "2026-1-01", "26-01-01", "2026-11-30T",
    "2026-11-30T1:00", "2026-11-30T10", "2026-11-30T24:00", "2026-11-30T10:60", "2026-11-30T10:00x",
    "2026-11-30T10:00+", "2026-11-30T10:00+1", "2026-11-30T10:00+100", "2026-11-30T10:00+24:00",
    "2026-11-30T10:00:00.", "24:00", "1:0", "10:00:", "10:00:61", "m", "4y", "-4h", "4.5h", "4 h",
    " 10:00", "10:00 ", "٣d",
  ])
  func `what is no time is none`(text: String) {
    #expect(TimeExpression(text) == nil)
  }

  @Test func `a day whose midnight is skipped begins when its clocks do`() throws {
    // Clocks of this zone went from 00:00 to 01:00.
    let change = seconds1970("2026-09-06T04:00:00Z")
    let zone: @Sendable (Int64) -> Int = { $0 < change ? -240 : -180 }
    let surroundings = Surroundings(zoneOffset: zone, app: "tests")
    let day = try #require(TimeExpression("2026-09-06"))
    let before = try #require(TimeExpression("2026-09-05"))
    #expect(day.start(in: surroundings) == change)
    #expect(before.end(in: surroundings) == change - 1)
  }

  @Test func `the longest times ago stay in range`() throws {
    let clock = FixedClock("2026-11-30T12:00:00Z")
    let surroundings = Surroundings(now: { clock.time }, app: "tests")
    for text in ["99999999999999999999999w", "999999999999999w", "9223372036854775807s"] {
      let time = try #require(TimeExpression(text))
      #expect(time.end(in: surroundings) < seconds1970("1970-01-01T00:00:00Z"))
    }
  }
}
