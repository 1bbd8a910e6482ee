/// What can be undone and redone in a document; it counts the document's changes.
///
///     let old = text
///     text = new
///     undoManager.register("Typing") { [unowned self] in setText(old) }
///
/// What is registered while undoing is what redoes it, so an action that edits through the same
/// methods takes care of both.
@MainActor
public final class UndoManager {
  /// One step, which may be several edits.
  private struct Step {
    var name: String
    var actions: [@MainActor () -> Void]
    var isDiscardable: Bool
  }

  private enum Mode {
    case editing, undoing, redoing
  }

  private var undoable: [Step] = []
  private var redoable: [Step] = []
  private var open: [Step] = []
  private var mode = Mode.editing
  private var disabled = 0

  /// The most steps that are kept; 0 for all.
  public var levels = 0 {
    didSet { trim() }
  }

  /// Called with each change; the document counts it.
  var counted: (@MainActor (ChangeKind) -> Void)?

  /// An undo manager without a document.
  public init() {}

  /// Whether there is something to undo.
  public var canUndo: Bool { !undoable.isEmpty || !(open.first?.actions.isEmpty ?? true) }
  /// Whether there is something to redo.
  public var canRedo: Bool { !redoable.isEmpty }
  /// What the next undo is called; empty for nothing.
  public var undoActionName: String { undoable.last?.name ?? "" }
  /// What the next redo is called; empty for nothing.
  public var redoActionName: String { redoable.last?.name ?? "" }
  /// Whether an undo is under way.
  public var isUndoing: Bool { mode == .undoing }
  /// Whether a redo is under way.
  public var isRedoing: Bool { mode == .redoing }

  /// Remembers how an edit just made is taken back.
  /// - Parameters:
  ///   - name: What people call the edit.
  ///   - discardable: Whether nobody would miss it.
  ///   - undo: Takes it back; registers in turn what makes it again.
  public func register(
    _ name: String = "", discardable: Bool = false, undo: @escaping @MainActor () -> Void
  ) {
    if disabled > 0 { return }
    guard open.isEmpty else {
      open[open.count - 1].actions.append(undo)
      if open[0].name.isEmpty { open[0].name = name }
      if !discardable { open[0].isDiscardable = false }
      return
    }
    finish(Step(name: name, actions: [undo], isDiscardable: discardable))
  }

  /// Makes all edits of a body one step.
  public func group<Result>(
    _ name: String = "", _ body: @MainActor () throws -> Result
  ) rethrows -> Result {
    beginGroup(name)
    defer { endGroup() }
    return try body()
  }

  /// Begins a step of several edits; groups within it are part of it.
  public func beginGroup(_ name: String = "") {
    open.append(Step(name: name, actions: [], isDiscardable: true))
  }

  /// Ends the step begun last.
  public func endGroup() {
    guard let step = open.popLast() else { return }
    if step.actions.isEmpty { return }
    guard open.isEmpty else {
      open[open.count - 1].actions += step.actions
      if !step.isDiscardable { open[0].isDiscardable = false }
      return
    }
    finish(step)
  }

  /// Edits made in a body leave nothing to undo.
  public func withoutRegistration<Result>(
    _ body: @MainActor () throws -> Result
  ) rethrows -> Result {
    disabled += 1
    defer { disabled -= 1 }
    return try body()
  }

  /// Takes back the last step.
  /// - Returns: False where there is none, or one is under way.
  @discardableResult
  public func undo() -> Bool {
    guard mode == .editing else { return false }
    while !open.isEmpty { endGroup() }
    guard let step = undoable.popLast() else { return false }
    perform(step, as: .undoing)
    counted?(.undone)
    return true
  }

  /// Makes the step undone last again.
  /// - Returns: False where there is none, or one is under way.
  @discardableResult
  public func redo() -> Bool {
    guard mode == .editing else { return false }
    while !open.isEmpty { endGroup() }
    guard let step = redoable.popLast() else { return false }
    perform(step, as: .redoing)
    counted?(.redone)
    return true
  }

  /// Forgets all steps: the content is another one now.
  public func removeAll() {
    undoable = []
    redoable = []
    open = []
  }

  private func perform(_ step: Step, as mode: Mode) {
    self.mode = mode
    beginGroup(step.name)
    for action in step.actions.reversed() { action() }
    while open.count > 1 { endGroup() }
    let inverse = open.popLast()
    self.mode = .editing
    guard let inverse, !inverse.actions.isEmpty else { return }
    if mode == .undoing { redoable.append(inverse) } else { undoable.append(inverse) }
    trim()
  }

  private func finish(_ step: Step) {
    undoable.append(step)
    redoable = []
    trim()
    counted?(step.isDiscardable ? .discardable : .done)
  }

  private func trim() {
    if levels > 0, undoable.count > levels { undoable.removeFirst(undoable.count - levels) }
  }
}
