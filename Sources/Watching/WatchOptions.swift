/// How a watcher watches.
public struct WatchOptions: Sendable, Equatable {
  /// How long a document must be left alone before it becomes a version.
  public var quietPeriod: Duration
  /// How long after its first change a document becomes a version though it is still changing.
  public var longestWait: Duration
  /// Whether to look again and again instead of asking the system for events.
  public var polls: Bool
  /// How often to look where there are no events; less often where looking takes long.
  public var pollInterval: Duration

  /// Makes options; a longest wait below the quiet period counts as that.
  public init(
    quietPeriod: Duration = .milliseconds(500), longestWait: Duration = .seconds(30),
    polls: Bool = false, pollInterval: Duration = .seconds(2)
  ) {
    self.quietPeriod = quietPeriod
    self.longestWait = max(longestWait, quietPeriod)
    self.polls = polls
    self.pollInterval = pollInterval
  }
}
