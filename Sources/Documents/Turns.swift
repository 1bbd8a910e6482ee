/// Lets one piece of work after the other have a document, in the order they asked.
@MainActor
final class Turns {
  private var isTaken = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Does work when all that asked before is done; a cancelled task waits, too, as its save counts.
  func run<Result>(_ work: @MainActor () async throws -> Result) async rethrows -> Result {
    if isTaken {
      await withCheckedContinuation { waiting.append($0) }
    }
    isTaken = true
    defer {
      if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
    }
    return try await work()
  }
}
