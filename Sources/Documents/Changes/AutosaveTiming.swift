/// When a changed document is autosaved.
public struct AutosaveTiming: Sendable, Hashable {
  /// How long after the last change; zero for never.
  public var delay: Duration
  /// How long after the first change at the latest, while changes go on and on; zero for never.
  public var longestDelay: Duration

  /// A timing; a second after the last change, at the latest ten seconds after the first.
  public init(delay: Duration = .seconds(1), longestDelay: Duration = .seconds(10)) {
    self.delay = delay
    self.longestDelay = longestDelay
  }

  /// Only when the application says so.
  public static let never = AutosaveTiming(delay: .zero, longestDelay: .zero)

  /// When a document with these changes is due; nil for never.
  func due(first: Duration, last: Duration) -> Duration? {
    switch (delay > .zero, longestDelay > .zero) {
    case (true, true): min(last + delay, first + longestDelay)
    case (true, false): last + delay
    case (false, true): first + longestDelay
    case (false, false): nil
    }
  }
}

/// The clock that autosaving goes by; tests give one that they turn by hand.
public protocol AutosaveClock: Sendable {
  /// Time since some moment that stays the same.
  var now: Duration { get }
  /// Waits until a time.
  func sleep(until time: Duration) async throws
}

/// The system's clock, which nobody sets.
public struct SystemClock: AutosaveClock {
  private static let start = ContinuousClock.now

  /// The clock.
  public init() {}

  /// Time since the first look at it.
  public var now: Duration { ContinuousClock.now - SystemClock.start }

  /// Waits until a time.
  public func sleep(until time: Duration) async throws {
    try await Task.sleep(until: SystemClock.start + time, clock: .continuous)
  }
}
