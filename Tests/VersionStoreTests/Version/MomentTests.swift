import Files
import Testing

@testable import VersionStore

struct MomentTests {
  @Test func datesAreThoseOfTheSystem() throws {
    // Every 31st day and odd second from 1583 to 9999, by `date -u`.
    var random = SeededGenerator(30)
    let seconds =
      stride(from: Int64(-12_212_553_600), to: 253_402_300_799, by: 31 * 86_400 * 17 + 12_345)
      .map { $0 }
      + (0..<500).map { _ in Int64.random(in: -2_208_988_800...4_102_444_800, using: &random) }
      + [
        0, -1, 1, 951_782_399, 951_782_400, 951_868_799, 951_868_800, 4_107_542_399, 4_107_542_400,
      ]
    let input = seconds.map { "@\($0)\n" }.joined()
    let folder = try TemporaryLibrary.makeFolder()
    defer { try? FileSystem.removeAll(folder) }
    try File(folder.appending("in"), [.write, .createNew]).write(bytes(input))
    let (status, output) = try GitCommand.run(
      [
        "-c", "alias.dates=!TZ=UTC date -f in +%Y-%m-%dT%H:%M:%S+00:00", "-c",
        "safe.directory=*", "dates",
      ], in: folder)
    try #require(status == 0)
    let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
    try #require(lines.count == seconds.count)
    for (second, line) in zip(seconds, lines) {
      let moment = Moment(FileTime(seconds: second), offset: 0)
      #expect(moment.rfc3339() == line)
      #expect(Moment(rfc3339: Array(line.utf8)) == moment)
    }
  }

  @Test func timesComeBackInEveryZone() {
    var random = SeededGenerator(31)
    for _ in 0..<5000 {
      let moment = Moment(
        FileTime(
          seconds: .random(in: 86_400 * 3...253_402_000_000, using: &random),
          nanoseconds: [0, 1, 500_000_000, 999_999_999, 120_000].randomElement(using: &random) ?? 0),
        offset: .random(in: -14 * 60...14 * 60, using: &random))
      #expect(Moment(rfc3339: bytes(moment.rfc3339(fraction: true))) == moment)
    }
  }

  @Test(
    "How a moment is written",
    arguments: [
      (0, 0, 0, "1970-01-01T00:00:00+00:00"), (1_796_032_800, 0, 60, "2026-11-30T11:00:00+01:00"),
      (1_796_032_800, 500_000_000, -90, "2026-11-30T08:30:00.5-01:30"),
      (1, 1, 345, "1970-01-01T05:45:01.000000001+05:45"), (0, 0, -60, "1969-12-31T23:00:00-01:00"),
    ] as [(Int64, Int32, Int, String)])
  func written(seconds: Int64, nanoseconds: Int32, offset: Int, text: String) {
    let moment = Moment(FileTime(seconds: seconds, nanoseconds: nanoseconds), offset: offset)
    #expect(moment.rfc3339(fraction: true) == text)
  }

  @Test(
    "What is no RFC 3339 is none",
    arguments: [
      "", "2026-11-30", "2026-11-30T10:00:00", "2026-11-30 10:00:00+01:00", "2026-13-01T00:00:00Z",
      "2026-02-29T00:00:00Z", "2026-11-31T00:00:00Z", "2026-00-10T00:00:00Z",
      "2026-11-00T00:00:00Z", "2026-11-30T24:00:00Z", "2026-11-30T10:60:00Z",
      "2026-11-30T10:00:61Z", "2026-11-30T10:00:00X", "2026-11-30T10:00:00+1:00",
      "2026-11-30T10:00:00+0100", "2026-11-30T10:00:00+01:0", "2026-11-30T10:00:00+01:00x",
      "2026-11-30T10:00:00Zx", "2026/11/30T10:00:00Z", "2026-11-30T10.00.00Z",
      "-026-11-30T10:00:00Z", "2026-1--30T10:00:00Z", "2026-11-30T10:00:00.", "+2026-11-30T10:00Z",
      "2026-11-30T10:00:00+-1:00", "2026-11-30T10:00:00.5",
    ])
  func wrong(text: String) {
    #expect(Moment(rfc3339: bytes(text)) == nil)
  }

  @Test func leapYearsAreKnown() {
    for (year, isLeap) in [(2000, true), (1900, false), (2024, true), (2100, false), (0, true)] {
      #expect((CalendarDate.seconds(year: year, month: 2, day: 29) != nil) == isLeap)
    }
  }

  @Test func damagedTimesNeverTrap() {
    var random = SeededGenerator(32)
    for _ in 0..<5000 {
      if let moment = Moment(
        rfc3339: random.damaged(bytes("2026-11-30T10:00:00.123456789123+01:00")))
      {
        _ = moment.rfc3339(fraction: true)
      }
    }
  }

  @Test("Times of files that no calendar has are held", arguments: [Int64.min, -1, 0, Int64.max])
  func extremes(seconds: Int64) {
    let surroundings = Surroundings(zoneOffset: { _ in 14 * 60 }, host: "h", app: "a")
    let moment = surroundings.moment(FileTime(seconds: seconds))
    #expect(moment.time.seconds >= 0)
    #expect(Moment(rfc3339: bytes(moment.rfc3339())) == moment)
  }
}
