import Testing
import VersionStore

@testable import Watching

/// How long is waited, by what was said on the command line, in the settings, or nowhere.
struct WatchPaceTests {
  @Test(
    "What was said nearer to the watcher holds, and the longest wait is never the shorter one",
    arguments: [
      (nil, nil, nil, nil, 500, 30_000),
      (2000, nil, nil, nil, 2000, 30_000),
      (60_000, nil, nil, nil, 60_000, 60_000),
      (nil, 100, nil, nil, 100, 100),
      (nil, nil, 2000, 5000, 2000, 5000),
      (nil, nil, 60_000, nil, 60_000, 60_000),
      (nil, nil, nil, 100, 100, 100),
      (nil, nil, 5000, 2000, 5000, 5000),
      (100, nil, 2000, 5000, 100, 5000),
      (nil, 1000, 2000, 5000, 1000, 1000),
      (9000, nil, nil, 5000, 9000, 9000),
      (300, 200, 2000, 5000, 300, 300),
    ] as [(Int?, Int?, Int?, Int?, Int, Int)])
  func nearerHolds(
    quiet: Int?, longest: Int?, quietSetting: Int?, longestSetting: Int?, wantedQuiet: Int,
    wantedLongest: Int
  ) throws {
    let home = try WatchedLibrary(starting: false)
    if let quietSetting { try home.set("quiet-period", "\(quietSetting)ms") }
    if let longestSetting { try home.set("longest-wait", "\(longestSetting)ms") }
    let settings = try Library(home.folder, surroundings: WatchedLibrary.surroundings).settings
    let pace = WatchPace(
      WatchOptions(
        quietPeriod: quiet.map { .milliseconds($0) }, longestWait: longest.map { .milliseconds($0) }
      ), settings)
    #expect(pace.quietPeriod == .milliseconds(wantedQuiet))
    #expect(pace.longestWait == .milliseconds(wantedLongest))
  }
}
