import Documents
import Testing

@MainActor
struct UndoManagerTests {
  /// A number whose every change can be undone.
  @MainActor final class Number {
    let undoManager = UndoManager()
    var value = 0

    func set(_ new: Int, _ name: String = "Set") {
      let old = value
      value = new
      undoManager.register(name) { [unowned self] in set(old, name) }
    }
  }

  @Test func stepsGoBackAndForth() {
    let number = Number()
    for value in 1...3 { number.set(value) }
    #expect(number.undoManager.undo() && number.value == 2)
    #expect(number.undoManager.undo() && number.value == 1)
    #expect(number.undoManager.redo() && number.value == 2)
    #expect(number.undoManager.redo() && number.value == 3)
    #expect(!number.undoManager.redo())
    for _ in 0..<3 { number.undoManager.undo() }
    #expect(number.value == 0 && !number.undoManager.undo() && !number.undoManager.canUndo)
  }

  @Test func anEditAfterUndoingForgetsWhatCouldBeRedone() {
    let number = Number()
    number.set(1)
    number.undoManager.undo()
    number.set(5)
    #expect(!number.undoManager.canRedo)
    number.undoManager.undo()
    #expect(number.value == 0)
  }

  @Test func aGroupIsOneStep() {
    let number = Number()
    number.undoManager.group("Drag") {
      for value in 1...150 { number.set(value) }
      number.undoManager.group { number.set(200) }
    }
    #expect(number.undoManager.undoActionName == "Drag")
    number.undoManager.undo()
    #expect(number.value == 0 && number.undoManager.redoActionName == "Drag")
    number.undoManager.redo()
    #expect(number.value == 200)
    number.undoManager.group {}
    #expect(number.undoManager.undoActionName == "Drag")
  }

  @Test func levelsAndPausesLimitWhatIsKept() {
    let number = Number()
    number.undoManager.levels = 2
    for value in 1...5 { number.set(value) }
    number.undoManager.undo()
    number.undoManager.undo()
    #expect(number.value == 3 && !number.undoManager.canUndo)
    number.undoManager.withoutRegistration { number.set(9) }
    #expect(!number.undoManager.canUndo)
    number.undoManager.removeAll()
    #expect(!number.undoManager.canRedo)
  }

  @Test func undoingWithinAnUndoDoesNothing() {
    let number = Number()
    number.set(1)
    var isDone = true
    number.undoManager.register { isDone = number.undoManager.undo() }
    number.undoManager.undo()
    #expect(!isDone && number.value == 1)
  }
}
