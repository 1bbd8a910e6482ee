/// How a watcher watches.
public struct WatchOptions: Sendable, Equatable {
  /// How long a document must be left alone before it becomes a version; nil for what the library's
  /// settings say.
  public var quietPeriod: Duration?
  /// How long after its first change a document becomes a version though it is still changing; nil
  /// for what the library's settings say.
  public var longestWait: Duration?
  /// Whether to look again and again instead of asking the system for events.
  public var polls: Bool
  /// How often to look where there are no events; less often where looking takes long.
  public var pollInterval: Duration

  /// Makes options.
  public init(
    quietPeriod: Duration? = nil, longestWait: Duration? = nil, polls: Bool = false,
    pollInterval: Duration = .seconds(2)
  ) {
    self.quietPeriod = quietPeriod
    self.longestWait = longestWait
    self.polls = polls
    self.pollInterval = pollInterval
  }
}
