/// Counts edits, so that a document knows whether its content is the saved one: five edits and five
/// undos are clean, two undos and another edit are not.
///
/// A state of the content is a position in the line of edits. An edit after undoing begins another
/// line from there: what lay further on is never reached again, whatever the count.
public struct ChangeCounter: Sendable {
  private var position = 0
  private var serial: UInt64 = 0
  private var end = 0
  /// Where other lines began and when, oldest and lowest first; only what still matters.
  private var branches: [(serial: UInt64, position: Int)] = []
  private var saved: Span
  /// What is on disk, and what is as good but for edits that nobody would miss.
  private var kept: Span

  /// Begins with nothing changed.
  public init() {
    saved = Span(ChangeToken(position: 0, serial: 0))
    kept = saved
  }

  /// The content as it is now.
  public var token: ChangeToken { ChangeToken(position: position, serial: serial) }

  /// Whether the content is not the one last saved or opened.
  public var hasUnsavedChanges: Bool { !isNow(saved) }

  /// Whether the content is not the one last written, and somebody would miss the difference.
  public var hasChangesToMiss: Bool { !isNow(kept) }

  /// Whether the content is not the one last written, by a save or an autosave.
  public var hasUnautosavedChanges: Bool { !isNow(kept.first) }

  /// Counts what happened.
  public mutating func update(_ kind: ChangeKind) {
    switch kind {
    case .done: edit()
    case .undone: position -= 1
    case .redone:
      position += 1
      end = max(end, position)
    case .cleared: saved(token)
    case .autosaved: autosaved(token)
    case .discardable:
      let wasSaved = isNow(saved)
      let wasKept = isNow(kept)
      edit()
      if wasSaved { saved.last = token }
      if wasKept { kept.last = token }
    }
  }

  /// Takes note that the content of a moment was saved, and with that autosaved.
  public mutating func saved(_ token: ChangeToken) {
    saved = Span(token)
    autosaved(token)
  }

  /// Takes note that the content of a moment was autosaved.
  public mutating func autosaved(_ token: ChangeToken) {
    kept = Span(token)
  }

  /// States that are as good as one another: from one to the last by edits that nobody would miss.
  private struct Span {
    let first: ChangeToken
    var last: ChangeToken

    init(_ token: ChangeToken) {
      first = token
      last = token
    }
  }

  private func isNow(_ span: Span) -> Bool {
    position >= span.first.position && position <= span.last.position
      && isNow(ChangeToken(position: position, serial: span.last.serial))
  }

  /// Whether the content is that of a moment.
  public func isNow(_ token: ChangeToken) -> Bool {
    guard token.position == position else { return false }
    // Branches get later and higher, so the last ones decide.
    for branch in branches.reversed() {
      if branch.serial <= token.serial { return true }
      if branch.position < token.position { return false }
    }
    return true
  }

  private mutating func edit() {
    serial += 1
    if position < end {
      while let last = branches.last, last.position >= position { branches.removeLast() }
      branches.append((serial, position))
    }
    position += 1
    end = position
  }
}

/// A state of a document's content, by which a save that took a while tells what it saved.
public struct ChangeToken: Sendable, Hashable {
  fileprivate let position: Int
  fileprivate let serial: UInt64
}
