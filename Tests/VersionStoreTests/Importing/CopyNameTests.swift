import Testing

@testable import VersionStore

struct CopyNameTests {
  @Test(
    "A copy's name says what it is a copy of, and which",
    arguments: [
      ("note.txt", "note.txt", "plain"),
      ("note", "note", "plain"),
      ("note.txt~", "note.txt", "backup"),
      ("note.txt.bak", "note.txt", "backup"),
      ("note.txt.orig", "note.txt", "backup"),
      ("note.txt.~3~", "note.txt", "number 3"),
      ("note.txt.~12~", "note.txt", "number 12"),
      ("note-1.txt", "note.txt", "number 1"),
      ("note_02.txt", "note.txt", "number 2"),
      ("note 10.txt", "note.txt", "number 10"),
      ("note.7.txt", "note.txt", "number 7"),
      ("note-v3.txt", "note.txt", "number 3"),
      ("note (4).txt", "note.txt", "number 4"),
      ("note(5).txt", "note.txt", "number 5"),
      ("note-6", "note", "number 6"),
      ("letter-v0012.txt", "letter.txt", "number 12"),
      ("note 2026-01-03.txt", "note.txt", "date 2026-01-03T00:00:00"),
      ("note-2026-01-03.txt", "note.txt", "date 2026-01-03T00:00:00"),
      ("note_20260103.txt", "note.txt", "date 2026-01-03T00:00:00"),
      ("2026-01-03 note.txt", "note.txt", "date 2026-01-03T00:00:00"),
      ("note 2026-01-03T10:15.txt", "note.txt", "clock 2026-01-03T10:15:00"),
      ("note 2026-01-03 10.15.30.txt", "note.txt", "clock 2026-01-03T10:15:30"),
      ("note-20260103-101530.txt", "note.txt", "clock 2026-01-03T10:15:30"),
      ("note-2026-01-03-v0001.txt", "note-2026-01-03.txt", "number 1"),
      ("note-v1-v0002.txt", "note-v1.txt", "number 2"),
      // No dates, no numbers.
      ("note-2026-13-03.txt", "note-2026-13.txt", "number 3"),
      ("1984.txt", "1984.txt", "plain"),
      ("2026-01-03.txt", "2026-01.txt", "number 3"),
      ("v2.txt", "v2.txt", "plain"),
      ("B52.txt", "B52.txt", "plain"),
      ("~", "~", "plain"),
      (".~3~", ".~3", "backup"),
    ])
  func name(_ name: String, base: String, mark: String) {
    let copy = CopyName(Array(name.utf8))
    #expect(String(decoding: copy.base, as: UTF8.self) == base)
    let found =
      switch copy.mark {
      case .plain: "plain"
      case .backup: "backup"
      case .number(let number): "number \(number)"
      case .date(let seconds, let hasClock):
        (hasClock ? "clock " : "date ")
          + String(Moment(.init(seconds: seconds), offset: 0).rfc3339().prefix(19))
      }
    #expect(found == mark)
  }
}
