#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Waits.
public func sleep(milliseconds: Int) {
  usleep(UInt32(milliseconds) * 1000)
}
