import CSystem

/// Waiting without using the processor.
public enum Waiting {
  /// Why waiting ended.
  public enum End: Sendable {
    /// The file can be read.
    case ready
    /// File systems were mounted or unmounted.
    case mounted
    /// The time is over.
    case timeOver
    /// A signal came that asks to stop, or any other.
    case interrupted
  }

  /// Waits until a file can be read, a time is over, or a signal comes that is noted as a wish to
  /// stop; one that came before ends it at once.
  /// - Parameters:
  ///   - descriptor: The file, nil only to wait.
  ///   - mounts: The mounted file systems, where a change of these ends the waiting, too.
  ///   - limit: How long, nil for ever.
  public static func wait(
    for descriptor: Int32? = nil, mounts: Int32? = nil, atMost limit: Duration? = nil
  ) -> End {
    let nanoseconds = limit.map { limit in
      let (seconds, attoseconds) = limit.components
      // A century is as good as for ever, and fits.
      return min(max(seconds, 0), 3_000_000_000) * 1_000_000_000
        + max(attoseconds, 0) / 1_000_000_000
    }
    switch versions_wait(descriptor ?? -1, mounts ?? -1, nanoseconds ?? -1) {
    case 0: return .timeOver
    case 1: return .ready
    case 2: return .mounted
    default: return .interrupted
    }
  }

  /// Time of a clock that nobody sets.
  public static var now: Duration {
    let time = ContinuousClock.now
    return start.duration(to: time)
  }

  private static let start = ContinuousClock.now
}
