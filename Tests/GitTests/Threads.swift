import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Runs bodies at the same time, each on a thread of its own, and waits for all.
///
/// Tasks would not do: they share as many threads as there are processors, and a body that waits
/// for another, as these do, would keep it from ever running.
func concurrently(_ bodies: [@Sendable () throws -> Void]) throws {
  let works = bodies.map(Work.init)
  var threads: [pthread_t] = []
  for work in works {
    let pointer = Unmanaged.passRetained(work)
    #if canImport(Glibc)
      var thread = pthread_t()
      let code = pthread_create(&thread, nil, { run($0) }, pointer.toOpaque())
      if code == 0 { threads.append(thread) }
    #else
      var thread: pthread_t?
      let code = pthread_create(&thread, nil, { run($0) }, pointer.toOpaque())
      if code == 0, let thread { threads.append(thread) }
    #endif
    if code != 0 { pointer.release() }
  }
  for thread in threads { pthread_join(thread, nil) }
  for work in works { try work.result() }
}

private func run(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let pointer { Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().run() }
  return nil
}

private final class Work: Sendable {
  private let body: @Sendable () throws -> Void
  private let failure = Mutex<(any Error)?>(nil)

  init(_ body: @escaping @Sendable () throws -> Void) { self.body = body }

  func run() {
    do {
      try body()
    } catch {
      failure.withLock { $0 = error }
    }
  }

  func result() throws {
    if let failure = failure.withLock({ $0 }) { throw failure }
  }
}
