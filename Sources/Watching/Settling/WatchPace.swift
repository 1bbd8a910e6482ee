import VersionStore

/// How long a watcher waits for a document.
public struct WatchPace: Sendable, Equatable {
  /// How long a document must be left alone before it becomes a version.
  public let quietPeriod: Duration
  /// How long after its first change it becomes one though it is still changing; at least the quiet
  /// period.
  public let longestWait: Duration

  /// Takes what the options say, or else the settings, or else half a second and half a minute.
  ///
  /// Where they contradict each other, what was said nearer to the watcher holds.
  public init(_ options: WatchOptions = WatchOptions(), _ settings: Settings? = nil) {
    let quiet = options.quietPeriod ?? settings?.quietPeriod ?? .milliseconds(500)
    let longest = options.longestWait ?? settings?.longestWait ?? .seconds(30)
    let isLongestNearer =
      options.quietPeriod == nil
      && (options.longestWait != nil
        || settings?.quietPeriod == nil && settings?.longestWait != nil)
    quietPeriod = isLongestNearer ? min(quiet, longest) : quiet
    longestWait = max(longest, quietPeriod)
  }
}
