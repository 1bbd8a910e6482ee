import Content
import Documents
import Files
import Testing
import VersionStore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Editing while saves run: no edit is ever taken for saved that is not on disk.
@MainActor
struct RaceTests {
  /// 10,000 where `Scripts/race` asks for them, which takes minutes.
  nonisolated private static let rounds: Int =
    getenv("VERSIONS_RACES").flatMap { Int(String(cString: $0)) } ?? 300

  @Test func noEditIsLostWhileSavesRun() async throws {
    let shelf = try Shelf(timing: .never)
    let document = try await shelf.text("a.txt", "0")
    var number = 0
    var lost = 0
    var overtaken = 0
    for round in 0..<RaceTests.rounds {
      number += 1
      document.edit("\(number)")
      let saving = Task.detached {
        if round % 5 == 0 { try await document.save() } else { try await document.autosave() }
      }
      // A person types on; other tasks ask for saves.
      let typing = Task {
        for _ in 0..<round % 7 {
          number += 1
          document.edit("\(number)")
          if round % 3 == 0 { try? await Task.sleep(for: .microseconds(50)) }
          await Task.yield()
        }
      }
      let second = round % 4 == 0 ? Task.detached { try await document.autosave() } : nil
      _ = await (typing.value, try saving.value, try second?.value)
      let isClean = !document.hasUnautosavedChanges
      let onDisk = try shelf.read("a.txt")
      if isClean, onDisk != document.text { lost += 1 }
      if !isClean {
        overtaken += 1
        #expect(onDisk != document.text || round % 7 == 0)
      }
      if round % 11 == 0 { document.undoManager.undo() }
    }
    #expect(lost == 0)
    // Some edits did come while a save ran, or nothing was tried.
    #expect(overtaken > 0)
    try await document.close()
    #expect(try shelf.read("a.txt") == document.text)
    let library = try shelf.library
    guard let path = DocumentPath("a.txt") else { return }
    var history = try library.history(of: try library.document(path))
    var count = try library.document(path).head.number
    while let version = try history.next() {
      #expect(version.number == count)
      count -= 1
    }
    #expect(count == 0)
  }
}
