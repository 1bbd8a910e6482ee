/// Autosaves a document when it is time: one sleeping task however many changes come.
@MainActor
final class AutosaveSchedule {
  var timing: AutosaveTiming {
    didSet { restart() }
  }
  private let clock: any AutosaveClock
  private var first: Duration?
  private var last: Duration?
  /// After a failure it waits longer each time, up to a minute.
  private var notBefore: Duration?
  private var patience = Duration.seconds(1)
  private var timer: Task<Void, Never>?
  private var turn = 0
  /// Saves, and notes here how that went.
  private let save: @MainActor () async -> Void

  init(
    _ timing: AutosaveTiming, clock: any AutosaveClock, save: @escaping @MainActor () async -> Void
  ) {
    self.timing = timing
    self.clock = clock
    self.save = save
  }

  /// There is something to save since now, at the latest.
  func noteChange() {
    let now = clock.now
    if first == nil { first = now }
    last = now
    if timer == nil { start() }
  }

  /// All there was is being saved, or there is nothing any more.
  func noteSnapshot() {
    first = nil
    last = nil
  }

  /// What was being saved is not, and is to be tried again.
  func noteFailure() {
    noteChange()
    notBefore = clock.now + patience
    patience = min(patience * 2, .seconds(60))
  }

  /// All is well.
  func noteSuccess() {
    notBefore = nil
    patience = .seconds(1)
  }

  /// Nothing is to be saved from now on.
  func stop() {
    noteSnapshot()
    turn += 1
    timer?.cancel()
    timer = nil
  }

  private var due: Duration? {
    guard let first, let last, let due = timing.due(first: first, last: last) else { return nil }
    return max(due, notBefore ?? due)
  }

  private func restart() {
    turn += 1
    timer?.cancel()
    timer = nil
    if first != nil { start() }
  }

  private func start() {
    guard due != nil else { return }
    let turn = self.turn
    let clock = self.clock
    timer = Task { [weak self] in
      while let due = self?.due(in: turn) {
        if clock.now >= due {
          await self?.saveNow()
          continue
        }
        do { try await clock.sleep(until: due) } catch { break }
      }
      self?.end(turn)
    }
  }

  private func due(in turn: Int) -> Duration? { turn == self.turn ? due : nil }

  private func end(_ turn: Int) {
    if turn == self.turn { timer = nil }
  }

  private func saveNow() async { await save() }
}
