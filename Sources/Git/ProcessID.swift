#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The numbers of processes.
public enum ProcessID {
  /// The number of this process.
  public static var current: Int32 { getpid() }

  /// Whether a process of this machine has a number.
  public static func isRunning(_ number: Int) -> Bool {
    guard let number = Int32(exactly: number), number > 0 else { return false }
    return kill(number, 0) == 0 || errno == EPERM
  }
}
