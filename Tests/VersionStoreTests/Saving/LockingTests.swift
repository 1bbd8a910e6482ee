import Files
import Testing

@testable import VersionStore

struct LockingTests {
  private let temporary: TemporaryLibrary

  init() throws {
    temporary = try TemporaryLibrary()
    try temporary.save("1", at: "a.txt")
  }

  private var library: Library { temporary.library }
  private func document() throws -> Document { try temporary.document(at: "a.txt") }

  @Test func lockRefusesAndUnlockAllowsAgain() throws {
    let locked = try library.lock(document())
    #expect(locked.changed)
    #expect(try !library.lock(document()).changed)
    #expect(try document().isLocked)
    for attempt: () throws -> Any in [
      { try temporary.save("a.txt") }, { try temporary.save("2", at: "a.txt") },
      { try temporary.save("a.txt", label: "x") },
      { try library.restore(document(), to: temporary.version(1, of: "a.txt")) },
      { try library.undo(document()) }, { try library.delete(document()) },
      { try library.rename(document(), to: documentPath("b.txt")) },
    ] {
      #expect(kind { try attempt() } == .locked)
    }
    #expect(try temporary.events("a.txt") == "save lock")
    #expect(try library.unlock(document()).changed)
    #expect(try !library.unlock(document()).changed)
    try temporary.save("3", at: "a.txt")
    #expect(try temporary.events("a.txt") == "save lock unlock save")
    try temporary.fsck()
  }

  @Test func lockKeepsWhatIsOnDiskFirst() throws {
    try temporary.write("2", at: "a.txt")
    let outcome = try library.lock(document())
    #expect(outcome.kept?.number == 2)
    #expect(try temporary.events("a.txt") == "save autosave lock")
    #expect(try temporary.texts("a.txt").last == "2")
  }

  @Test func whatIsWrittenMeanwhileIsKeptAsAConflict() throws {
    _ = try library.lock(document())
    guard case .conflict(let first) = try temporary.save("2", at: "a.txt", .autosave) else {
      Issue.record("no conflict")
      return
    }
    #expect(try temporary.text(of: first) == "2")
    #expect(try temporary.events("a.txt") == "save lock conflict lock")
    // The document stays as it was locked.
    #expect(try temporary.text(of: document().head) == "1")
    // The same again is kept already.
    guard case .unchanged = try temporary.save("a.txt", .autosave) else {
      Issue.record("kept twice")
      return
    }
    // What was locked is no conflict.
    guard case .unchanged = try temporary.save("1", at: "a.txt", .autosave) else {
      Issue.record("a conflict of nothing")
      return
    }
    try temporary.write("3", at: "a.txt")
    var conflicts: [Int] = []
    try library.saveAll { outcome in
      if case .saved(_, .conflict(let version)) = outcome { conflicts.append(version.number) }
    }
    #expect(conflicts == [5])
    #expect(try temporary.events("a.txt") == "save lock conflict lock conflict lock")
    #expect(try temporary.texts("a.txt") == ["1", "1", "2", "1", "3", "1"])
    try temporary.fsck()
  }

  @Test func lockedDocumentThatAnotherProgramRemovedIsNotDeleted() throws {
    _ = try library.lock(document())
    try temporary.remove("a.txt")
    for _ in 0..<2 { try library.saveAll { _ in } }
    #expect(try temporary.events("a.txt") == "save lock")
    _ = try library.unlock(document())
    _ = try library.restore(document(), to: temporary.version(1, of: "a.txt"))
    #expect(temporary.read("a.txt") == "1")
  }

  @Test func lockedDocumentCanBeDuplicated() throws {
    _ = try library.lock(document())
    let copy = try library.duplicate(document(), to: documentPath("b.txt"))
    #expect(copy.kept == nil)
    #expect(temporary.read("b.txt") == "1")
    #expect(try temporary.events("b.txt") == "duplicate")
  }

  @Test func deletedDocumentCannotBeLocked() throws {
    _ = try library.delete(document())
    #expect(kind { try library.lock(document()) } == .documentNotFound)
  }
}
