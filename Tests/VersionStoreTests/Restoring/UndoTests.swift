import Files
import Testing

@testable import VersionStore

struct UndoTests {
  private let temporary: TemporaryLibrary

  init() throws {
    temporary = try TemporaryLibrary()
    try temporary.save("one", at: "a.txt")
    try temporary.save("two", at: "a.txt")
  }

  private var library: Library { temporary.library }

  private func document(_ path: String = "a.txt") throws -> Document {
    try temporary.document(at: path)
  }

  @discardableResult
  private func undo(_ path: String = "a.txt") throws -> RestoreOutcome {
    try library.undo(document(path))
  }

  private func restore(_ number: Int, _ path: String = "a.txt") throws {
    _ = try library.restore(document(path), to: temporary.version(number, of: path))
  }

  @Test func restoreIsTakenBackAndDoneAgain() throws {
    try restore(1)
    for expected in ["two", "one", "two", "one"] {
      try undo()
      #expect(temporary.read("a.txt") == expected)
    }
    #expect(try temporary.events("a.txt") == "save save restore undo undo undo undo")
    #expect(try temporary.versions("a.txt").last?.origin == .init(document: nil, number: 6 - 1))
    try temporary.fsck()
  }

  @Test func deleteIsTakenBackAndDoneAgain() throws {
    _ = try library.delete(document())
    try undo()
    #expect(temporary.read("a.txt") == "two")
    try undo()
    #expect(temporary.read("a.txt") == nil)
    #expect(try document().isDeleted)
    try undo()
    #expect(temporary.read("a.txt") == "two")
    #expect(try temporary.events("a.txt") == "save save delete undo undo undo")
    try temporary.fsck()
  }

  @Test func restoreOfADeletedDocumentIsTakenBack() throws {
    _ = try library.delete(document())
    try restore(1)
    try undo()
    #expect(temporary.read("a.txt") == nil)
    try undo()
    #expect(temporary.read("a.txt") == "one")
    _ = try library.delete(document())
    try undo()
    #expect(temporary.read("a.txt") == "one")
    #expect(try temporary.events("a.txt") == "save save delete restore undo undo delete undo")
  }

  @Test func renameIsTakenBackAndDoneAgain() throws {
    _ = try library.rename(document(), to: documentPath("new/b.txt"))
    try undo("new/b.txt")
    #expect(temporary.read("a.txt") == "two")
    #expect(temporary.read("new/b.txt") == nil)
    try undo("a.txt")
    #expect(temporary.read("new/b.txt") == "two")
    #expect(
      try temporary.events("new/b.txt")
        == "save save rename:new/b.txt undo:a.txt undo:new/b.txt")
    try temporary.fsck()
  }

  @Test func renameIsNotTakenBackOntoAnotherDocument() throws {
    _ = try library.rename(document(), to: documentPath("b.txt"))
    try temporary.save("new", at: "a.txt")
    #expect(kind { try undo("b.txt") } == .targetExists)
    try temporary.remove("a.txt")
    #expect(kind { try undo("b.txt") } == .targetExists)
    #expect(temporary.read("b.txt") == "two")
    _ = try library.delete(document("a.txt"))
    try undo("b.txt")
    #expect(temporary.read("a.txt") == "two")
    #expect(try temporary.events("a.txt") == "save save rename:b.txt undo:a.txt")
  }

  @Test func chainOfDifferentEvents() throws {
    try restore(1)
    _ = try library.rename(document(), to: documentPath("b.txt"))
    // The latest is taken back first; what is under it only by a restore.
    try undo("b.txt")
    #expect(temporary.read("a.txt") == "one")
    _ = try library.delete(document())
    try undo()
    #expect(temporary.read("a.txt") == "one")
    #expect(
      try temporary.events("a.txt")
        == "save save restore rename:b.txt undo:a.txt delete undo")
  }

  @Test(
    "What came after is never taken back with it",
    arguments: ["save", "autosave", "unsaved", "rewritten"])
  func contentCameAfter(how: String) throws {
    try restore(1)
    switch how {
    case "unsaved": try temporary.write("three", at: "a.txt")
    case "rewritten":
      try temporary.remove("a.txt")
      try temporary.write("three", at: "a.txt")
    default: try temporary.save("three", at: "a.txt", Event(rawValue: how))
    }
    #expect(kind { try undo() } == .nothingToUndo)
    #expect(temporary.read("a.txt") == "three")
  }

  @Test func savesAndLocksOfTheSameContentDoNotStandInTheWay() throws {
    try restore(1)
    _ = try library.lock(document())
    #expect(kind { try undo() } == .locked)
    _ = try library.unlock(document())
    try undo()
    #expect(temporary.read("a.txt") == "two")
  }

  @Test func withoutAnythingToTakeBack() throws {
    #expect(kind { try undo() } == .nothingToUndo)
    #expect(try temporary.events("a.txt") == "save save")
    _ = try library.duplicate(document(), to: documentPath("b.txt"))
    #expect(kind { try undo("b.txt") } == .nothingToUndo)
  }

  @Test func packageIsTakenBackWithItsParts() throws {
    try temporary.write("1", at: "p.rtfd/a")
    try temporary.save("p.rtfd")
    try temporary.write("2", at: "p.rtfd/b")
    try temporary.save("p.rtfd")
    try restore(1, "p.rtfd")
    #expect(try temporary.files()["p.rtfd/b"] == nil)
    try undo("p.rtfd")
    #expect(try temporary.files()["p.rtfd/b"] == "2")
    try undo("p.rtfd")
    #expect(try temporary.files()["p.rtfd/b"] == nil)
  }

  @Test func whatADocumentBeganWithIsNotTakenBack() throws {
    let target = try documentPath("copy.txt")
    _ = try library.copyOut(
      temporary.version(1, of: "a.txt"), to: library.location(of: target), as: target)
    do {
      try undo("copy.txt")
      Issue.record("nothing came before it")
    } catch let error as StoreError {
      #expect(error.kind == .nothingToUndo)
      #expect(error.message == "'copy.txt' began with the restore of version 1")
    }
    #expect(temporary.read("copy.txt") == "one")
  }

  @Test func undoOfAMissingFileBringsItBack() throws {
    try restore(1)
    try temporary.remove("a.txt")
    try undo()
    #expect(temporary.read("a.txt") == "two")
  }
}
