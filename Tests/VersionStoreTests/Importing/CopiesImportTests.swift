import Files
import Testing

@testable import VersionStore

struct CopiesImportTests {
  private let temporary: TemporaryLibrary
  private let copies: TemporaryLibrary

  init() throws {
    temporary = try TemporaryLibrary(zone: { _ in 60 })
    // Only its folder is used.
    copies = try TemporaryLibrary()
    try copies.remove(".versions")
  }

  private func write(_ text: String, at path: String, _ time: String) throws {
    try copies.write(text, at: path)
    try File(copies.folder.appending(path)).setModified(.init(seconds: seconds1970(time)))
  }

  @Test func numberedCopiesAreInTheOrderOfTheirNumbers() throws {
    // Ten comes after nine, whatever the times say.
    try write("10", at: "note-10.txt", "2026-01-01T10:00:00Z")
    try write("9", at: "note-9.txt", "2026-01-01T11:00:00Z")
    try write("backup", at: "note.txt~", "2026-01-01T12:00:00Z")
    try write("now", at: "note.txt", "2026-01-01T13:00:00Z")
    try write("1", at: "note.txt.~1~", "2026-01-01T09:00:00Z")
    try write("hidden", at: ".DS_Store", "2026-01-01T09:00:00Z")
    try write("other", at: "chapter-1.txt", "2026-01-01T09:00:00Z")
    #expect(
      try temporary.importing(copies.folder).sorted() == [
        "chapter-1.txt: 1 of 1", "note.txt: 5 of 5",
      ])
    #expect(try temporary.texts("note.txt") == ["1", "9", "10", "backup", "now"])
    let versions = try temporary.versions("note.txt")
    #expect(
      versions.map { $0.time.rfc3339() }.prefix(2)
        == ["2026-01-01T10:00:00+01:00", "2026-01-01T12:00:00+01:00"])
    #expect(
      versions.map(\.label) == [
        "note.txt.~1~", "note-9.txt", "note-10.txt", "note.txt~", "note.txt",
      ])
    #expect(versions.allSatisfy { $0.event == .import && $0.author.name == "Ada" })
    #expect(temporary.read("note.txt") == "now")
    // Running it again adds nothing; what is new comes on top.
    #expect(
      try temporary.importing(copies.folder).sorted() == [
        "chapter-1.txt: 0 of 1", "note.txt: 0 of 5",
      ])
    try write("later", at: "note.txt", "2026-01-02T13:00:00Z")
    #expect(
      try temporary.importing(copies.folder.appending("note.txt")) == ["note.txt: 1 of 6"])
    #expect(temporary.read("note.txt") == "later")
    try temporary.fsck()
  }

  @Test func datedCopiesHaveTheTimesOfTheirNames() throws {
    try write("b", at: "in/note 2026-01-03.txt", "2026-06-01T10:00:00Z")
    // Written on that day: the file knows the time more exactly.
    try write("a", at: "in/note 2026-01-02.txt", "2026-01-02T10:00:00Z")
    try write("c", at: "in/note 2026-01-03T18.30.txt", "2026-06-01T10:00:00Z")
    try temporary.importing(copies.folder)
    #expect(try temporary.texts("in/note.txt") == ["a", "b", "c"])
    #expect(
      try temporary.versions("in/note.txt").map { $0.time.rfc3339() } == [
        "2026-01-02T11:00:00+01:00", "2026-01-03T00:00:00+01:00", "2026-01-03T18:30:00+01:00",
      ])
  }
}

struct LibraryImportTests {
  @Test func identitiesNumbersAndLabelsAreKept() throws {
    let source = try TemporaryLibrary()
    try source.save("1", at: "a.txt", label: "with")
    try source.save("2", at: "a.txt", .autosave)
    try source.library.label(source.version(2, of: "a.txt"), "later")
    try source.save("b", at: "n/b.txt")
    _ = try source.library.delete(source.document(at: "n/b.txt"))
    let target = try TemporaryLibrary()
    #expect(try target.importing(source.folder).sorted() == ["a.txt: 2 of 2", "n/b.txt: 2 of 2"])
    #expect(try target.versions("a.txt") == (try source.versions("a.txt")))
    #expect(try target.versions("n/b.txt") == (try source.versions("n/b.txt")))
    #expect(target.read("a.txt") == "2" && target.read("n/b.txt") == nil)
    let journal = try target.git("log", "--format=%s", "--glob=refs/journal")
    #expect(
      journal == "import n/b.txt\nimport a.txt\n" || journal == "import a.txt\nimport n/b.txt\n")
    // What is saved there comes later, as long as nothing was saved here.
    try source.save("3", at: "a.txt")
    #expect(try target.importing(source.folder).sorted() == ["a.txt: 1 of 3", "n/b.txt: 0 of 2"])
    #expect(target.read("a.txt") == "3")
    try target.save("here", at: "a.txt")
    try source.save("there", at: "a.txt")
    #expect(try target.importing(source.folder).contains { $0.hasPrefix("targetExists") })
    // At another path it is another document.
    let copy = try documentPath("copy.txt")
    #expect(
      try target.importing(source.folder.appending("a.txt")) { $0.target = .document(copy) }
        == ["copy.txt: 4 of 4"])
    #expect(try target.texts("copy.txt") == ["1", "2", "3", "there"])
    #expect(try target.document(at: "copy.txt").id != source.document(at: "a.txt").id)
    try target.fsck()
  }
}

struct ImportRecoveryTests {
  @Test func aFileThatAnImportDidNotPlaceAnyMoreIsPlacedByTheNext() throws {
    let stranger = try StrangersRepository()
    try stranger.commit("1", "a.txt", "1")
    try stranger.commit("2", "b.txt", "b")
    let temporary = try TemporaryLibrary()
    try temporary.importing(stranger.folder)
    let documents = try [temporary.document(at: "a.txt").id, temporary.document(at: "b.txt").id]
    // As a kill leaves it: chains moved, files not there; and for one somebody noticed that.
    try temporary.remove("a.txt")
    try temporary.remove("b.txt")
    _ = try temporary.library.delete(temporary.document(at: "b.txt"))
    try ImportMarker(temporary.library).set(documents)
    let left = temporary.library.store.appending("versions/temporary-x")
    try Folder.make(left)
    #expect(try temporary.importing(stranger.folder) == ["a.txt: 0 of 1", "b.txt: 0 of 3"])
    #expect(temporary.read("a.txt") == "1" && temporary.read("b.txt") == "b")
    #expect(try FileStatus.find(left) == nil)
    // What a person deletes stays deleted.
    _ = try temporary.library.delete(temporary.document(at: "b.txt"))
    try temporary.importing(stranger.folder)
    #expect(temporary.read("b.txt") == nil)
  }
}
