import Files
import Git

/// Keeps what has been written, and is not referred to yet, from being taken for garbage.
///
/// Whoever writes objects passes the gate, shared with all others, and leaves it when references lead
/// to them. Whoever removes what nothing refers to closes it: who is inside leaves first, and nobody
/// enters meanwhile. Two locks do it: `entry` is held for the moment of entering, and alone by who
/// waits for those inside; `objects` is held as long as one is inside.
///
/// The gate is passed before the locks on paths and documents are taken that hold for the same work.
final class WritingGate {
  private unowned let library: Library
  private var depth = 0
  private var inside: StoreLock?

  init(_ library: Library) {
    self.library = library
  }

  /// The permission to write objects, until it ends.
  final class Pass {
    private var gate: WritingGate?

    fileprivate init(_ gate: WritingGate) {
      self.gate = gate
      gate.depth += 1
    }

    /// Gives the permission back.
    func end() {
      guard let gate else { return }
      self.gate = nil
      gate.depth -= 1
      if gate.depth == 0 { gate.inside = nil }
    }

    deinit { end() }
  }

  /// Passes the gate; one who is inside already passes at once.
  func enter() throws(StoreError) -> Pass {
    if depth == 0 {
      let entry = try StoreLock("entry", in: library, shared: true)
      inside = try StoreLock("objects", in: library, shared: true)
      entry.release()
      // What a pack had that was removed meanwhile is not there any more.
      library.repository.objects.refreshIfChanged()
    }
    return Pass(self)
  }

  /// Waits until nobody is inside, and keeps everybody else out.
  func close() throws(StoreError) -> Pass {
    guard depth == 0 else {
      throw StoreError(.busy, "the store is being written by this program itself")
    }
    let entry = try StoreLock("entry", in: library)
    let objects = try StoreLock("objects", in: library)
    objects.companion = entry
    inside = objects
    library.repository.objects.refreshIfChanged()
    return Pass(self)
  }
}

extension Library {
  /// Begins work that writes objects before references lead to them.
  func beginWriting() throws(StoreError) -> WritingGate.Pass {
    try gate.enter()
  }
}
