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
      if let thread = start(hand) { threads.append(thread) } else { mine.append(hand) }
    }
    for hand in mine { hand.work() }
    for thread in threads { pthread_join(thread, nil) }
    var rests = hands.map { $0.results[...] }
    return jobs.indices.compactMap { rests[$0 % count].popFirst() }
  }

  /// Runs something in a thread of its own that nobody waits for.
  /// - Returns: Whether there was a thread for it.
  public static func detach(_ body: @escaping @Sendable () -> Void) -> Bool {
    guard let thread = start(Hand(jobs: [()], body: body)) else { return false }
    pthread_detach(thread)
    return true
  }

  /// Starts a thread; nil where the system has none to give.
  fileprivate static func start(_ work: some Workable) -> pthread_t? {
    let pointer = Unmanaged.passRetained(work as AnyObject)
    #if canImport(Glibc)
      var thread = pthread_t()
      if pthread_create(&thread, nil, { runWork($0) }, pointer.toOpaque()) == 0 { return thread }
    #else
      var thread: pthread_t?
      if pthread_create(&thread, nil, { runWork($0) }, pointer.toOpaque()) == 0 { return thread }
    #endif
    pointer.release()
    return nil
  }
}

/// Work in a thread of its own, beside what its owner does.
public struct BackgroundWork<Result: Sendable>: ~Copyable {
  private let hand: Hand<Void, Result>
  private let thread: pthread_t?

  /// Begins the work.
  public init(_ body: @escaping @Sendable () -> Result) {
    hand = Hand(jobs: [()], body: body)
    thread = Threads.start(hand)
  }

  /// Waits for the end of the work; where there was no thread for it, it is done now.
  public consuming func result() -> Result {
    if let thread { pthread_join(thread, nil) } else { hand.work() }
    return hand.results[0]
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

private func runWork(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let pointer else { return nil }
  let work = Unmanaged<AnyObject>.fromOpaque(pointer).takeRetainedValue()
  (work as? any Workable)?.work()
  return nil
}
