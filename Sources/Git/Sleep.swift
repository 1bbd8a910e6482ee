#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Waits.
func sleep(milliseconds: Int) {
  usleep(UInt32(milliseconds) * 1000)
}
