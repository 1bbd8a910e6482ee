extension Document {
  /// What a document is up to; nothing of it is `normal`.
  public struct State: OptionSet, Sendable, Hashable {
    /// One bit for each.
    public let rawValue: Int
    /// A state of bits.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// Open, and all is well.
    public static let normal: State = []
    /// Not opened, or closed again.
    public static let closed = State(rawValue: 1)
    /// The file is not what the document was made from, or is gone, and both contents are kept; or
    /// there are such contents from earlier that nobody has dealt with.
    public static let inConflict = State(rawValue: 2)
    /// The last save failed.
    public static let savingError = State(rawValue: 4)
    /// Edits are not welcome now: the content is being replaced, or the document is locked.
    public static let editingDisabled = State(rawValue: 8)
    /// The document is being read or written.
    public static let progressAvailable = State(rawValue: 16)
  }
}

/// Tells whoever listens what state a document is in.
@MainActor
final class StateBroadcast {
  private(set) var current: Document.State = .normal
  private var listeners: [Int: AsyncStream<Document.State>.Continuation] = [:]
  private var count = 0

  func set(_ part: Document.State, _ isOn: Bool) {
    set(isOn ? current.union(part) : current.subtracting(part))
  }

  func set(_ state: Document.State) {
    guard state != current else { return }
    current = state
    for (number, listener) in listeners {
      if case .terminated = listener.yield(state) { listeners[number] = nil }
    }
  }

  func stream() -> AsyncStream<Document.State> {
    let (stream, continuation) = AsyncStream.makeStream(of: Document.State.self)
    continuation.yield(current)
    count += 1
    listeners[count] = continuation
    return stream
  }

  deinit {
    for listener in listeners.values { listener.finish() }
  }
}
