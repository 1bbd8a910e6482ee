import Dispatch

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Runs what reads and writes disks on a thread of its own, one piece after the other, so that
/// waiting for a disk keeps no other task from running.
final class StorageExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "versions.documents.storage")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async {
      // On a busy machine a thread that wakes takes the processor of the one that woke it, which
      // has a person's edits to take: it goes first.
      sched_yield()
      job.runSynchronously(on: self.asUnownedSerialExecutor())
    }
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: self)
  }
}
