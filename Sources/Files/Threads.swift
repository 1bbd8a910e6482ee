#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Work on several processors at once.
public enum Threads {
  /// Processors of this machine.
  public static var processors: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  /// Does all jobs, as many at a time as there are processors, and gives their results in order.
  ///
  /// The jobs are dealt out beforehand, so cut the work into more pieces than processors.
  public static func map<Job: Sendable, Result: Sendable>(
    _ jobs: [Job], atOnce most: Int = processors, _ body: @escaping @Sendable (Job) -> Result
  ) -> [Result] {
    let count = min(most, jobs.count)
    let hands = (0..<count).map { hand in
      Hand(jobs: stride(from: hand, to: jobs.count, by: count).map { jobs[$0] }, body: body)
    }
    var threads: [pthread_t] = []
    // The last hand is this thread; one that no thread could be made for is done here, too.
    var mine = hands.suffix(1)
    for hand in hands.dropLast() {
      let pointer = Unmanaged.passRetained(hand as any Workable as AnyObject)
      #if canImport(Glibc)
        var thread = pthread_t()
        let code = pthread_create(&thread, nil, { runHand($0) }, pointer.toOpaque())
        if code == 0 { threads.append(thread) }
      #else
        var thread: pthread_t?
        let code = pthread_create(&thread, nil, { runHand($0) }, pointer.toOpaque())
        if code == 0, let thread { threads.append(thread) }
      #endif
      if code != 0 {
        pointer.release()
        mine.append(hand)
      }
    }
    for hand in mine { hand.work() }
    for thread in threads { pthread_join(thread, nil) }
    var rests = hands.map { $0.results[...] }
    return jobs.indices.compactMap { rests[$0 % count].popFirst() }
  }
}

private protocol Workable: AnyObject {
  func work()
}

/// The jobs of one thread. The results are written by that thread, and read when it has ended.
private final class Hand<Job: Sendable, Result: Sendable>: Workable {
  private let jobs: [Job]
  private let body: @Sendable (Job) -> Result
  private(set) var results: [Result] = []

  init(jobs: [Job], body: @escaping @Sendable (Job) -> Result) {
    self.jobs = jobs
    self.body = body
  }

  func work() { results = jobs.map(body) }
}

private func runHand(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let pointer else { return nil }
  let hand = Unmanaged<AnyObject>.fromOpaque(pointer).takeRetainedValue()
  (hand as? any Workable)?.work()
  return nil
}
