import Documents
import Testing

struct ChangeCounterTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let kinds: [ChangeKind]
    let isUnsaved: Bool
    let isUnautosaved: Bool
    var testDescription: String { kinds.map { "\($0)" }.joined(separator: " ") }

    init(_ kinds: [ChangeKind], unsaved: Bool, unautosaved: Bool) {
      self.kinds = kinds
      isUnsaved = unsaved
      isUnautosaved = unautosaved
    }
  }

  private static let five = [ChangeKind](repeating: .done, count: 5)
  private static let fiveBack = [ChangeKind](repeating: .undone, count: 5)

  private static let rows: [Row] = [
    Row([], unsaved: false, unautosaved: false),
    Row([.done], unsaved: true, unautosaved: true),
    Row(five + fiveBack, unsaved: false, unautosaved: false),
    Row(five + fiveBack + [.redone], unsaved: true, unautosaved: true),
    Row(five + [.cleared], unsaved: false, unautosaved: false),
    Row(five + [.cleared, .undone], unsaved: true, unautosaved: true),
    Row(five + [.cleared, .undone, .redone], unsaved: false, unautosaved: false),
    // As many edits as before, and another content.
    Row(five + [.cleared, .undone, .undone, .done, .done], unsaved: true, unautosaved: true),
    Row(
      five + [.cleared, .undone, .done, .undone, .redone], unsaved: true, unautosaved: true),
    Row([.cleared, .undone, .done], unsaved: true, unautosaved: true),
    Row([.done, .autosaved], unsaved: true, unautosaved: false),
    Row([.done, .autosaved, .undone], unsaved: false, unautosaved: true),
    Row([.discardable], unsaved: false, unautosaved: true),
    Row([.discardable, .autosaved], unsaved: false, unautosaved: false),
    Row([.done, .discardable], unsaved: true, unautosaved: true),
    Row([.discardable, .done, .undone], unsaved: false, unautosaved: true),
  ]

  @Test(arguments: rows)
  func contentIsToldBySteps(_ row: Row) {
    var counter = ChangeCounter()
    for kind in row.kinds { counter.update(kind) }
    #expect(counter.hasUnsavedChanges == row.isUnsaved)
    #expect(counter.hasUnautosavedChanges == row.isUnautosaved)
  }

  @Test("What nobody would miss makes a document neither edited nor worth an error")
  func discardableEdits() {
    var counter = ChangeCounter()
    for kind in [ChangeKind.discardable, .discardable, .undone] { counter.update(kind) }
    #expect(
      !counter.hasUnsavedChanges && !counter.hasChangesToMiss && counter.hasUnautosavedChanges)
    counter.update(.undone)
    #expect(!counter.hasUnsavedChanges && !counter.hasUnautosavedChanges)
    counter.update(.discardable)
    counter.update(.done)
    #expect(counter.hasUnsavedChanges && counter.hasChangesToMiss)
    counter.update(.undone)
    #expect(!counter.hasUnsavedChanges)
    // Undone past an autosave it is the saved content, and not what is on disk.
    counter.update(.done)
    counter.update(.autosaved)
    counter.update(.undone)
    #expect(!counter.hasUnsavedChanges && counter.hasChangesToMiss)
    // Another line from where nothing was missed leads away from what was on the first.
    counter.update(.cleared)
    counter.update(.discardable)
    counter.update(.undone)
    counter.update(.done)
    #expect(counter.hasUnsavedChanges)
  }

  @Test func anEditMadeWhileSavingStaysUnsaved() {
    var counter = ChangeCounter()
    counter.update(.done)
    let token = counter.token
    counter.update(.done)
    counter.saved(token)
    #expect(counter.hasUnsavedChanges && counter.hasUnautosavedChanges)
    counter.update(.undone)
    #expect(!counter.hasUnsavedChanges)
  }

  @Test func aLineThatWasLeftIsNeverReachedAgain() {
    var counter = ChangeCounter()
    for _ in 0..<3 { counter.update(.done) }
    let third = counter.token
    counter.update(.undone)
    let second = counter.token
    counter.update(.done)
    #expect(!counter.isNow(third))
    counter.update(.undone)
    #expect(counter.isNow(second))
    counter.update(.undone)
    counter.update(.done)
    #expect(!counter.isNow(second) && !counter.isNow(third))
  }

  /// Compares with a model that keeps the whole content.
  @Test func stepsAtRandomAgreeWithTheContentItself() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<300 {
      var counter = ChangeCounter()
      var line = [0]
      var position = 0
      var next = 1
      var marks: [(token: ChangeToken, content: Int)] = []
      for _ in 0..<60 {
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
          line = Array(line[...position]) + [next]
          next += 1
          position += 1
          counter.update(.done)
        case 1 where position > 0:
          position -= 1
          counter.update(.undone)
        case 2 where position < line.count - 1:
          position += 1
          counter.update(.redone)
        case 3: marks.append((counter.token, line[position]))
        default: break
        }
        for mark in marks {
          #expect(counter.isNow(mark.token) == (mark.content == line[position]))
        }
      }
    }
  }
}
