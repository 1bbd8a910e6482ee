#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The number of this process.
public enum ProcessID {
  /// The number.
  public static var current: Int32 { getpid() }
}
