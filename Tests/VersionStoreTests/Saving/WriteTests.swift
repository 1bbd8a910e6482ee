import Files
import Testing

@testable import VersionStore

/// Content that a program holds in memory comes to disk.
struct WriteTests {
  private func path(_ text: String) throws -> DocumentPath { try #require(DocumentPath(text)) }

  private func content(_ text: String) -> DocumentContent {
    .flat(Array(text.utf8), executable: false)
  }

  private func events(_ library: Library, _ path: DocumentPath) throws -> [String] {
    var history = try library.history(of: try library.document(path))
    var events: [String] = []
    while let version = try history.next() { events.append(version.event.rawValue) }
    return events.reversed()
  }

  @Test func whatIsThereBecomesAVersionFirst() throws {
    let temporary = try TemporaryLibrary()
    let (library, path) = (temporary.library, try path("a.txt"))
    try temporary.write("old", at: "a.txt")
    let known = KnownContent.content(content("old"))
    let outcome = try library.write(content("new"), at: path, over: known, as: .save, label: "x")
    #expect(outcome.before?.number == 1 && outcome.keptBefore && outcome.version.number == 2)
    #expect(try library.content(of: outcome.version) == content("new"))
    #expect(try events(library, path) == ["autosave", "save"])
    #expect(outcome.version.label == "x")
    let again = try library.write(
      content("new"), at: path, over: .version(outcome.version), as: .autosave)
    #expect(again.version.number == 2 && again.before == nil)
  }

  @Test func anythingElseOnDiskIsLeftAlone() throws {
    let temporary = try TemporaryLibrary()
    let (library, path) = (temporary.library, try path("a.txt"))
    try temporary.write("theirs", at: "a.txt")
    #expect(throws: StoreError.self) {
      try library.write(
        content("new"), at: path, over: .content(content("mine")), as: .save)
    }
    #expect(throws: StoreError.self) {
      try library.write(content("new"), at: path, over: nil, as: .save)
    }
    #expect(throws: StoreError.self) {
      try library.write(
        content("new"), at: try self.path("none"), over: .content(content("")), as: .save)
    }
    #expect(try File(temporary.folder.appending("a.txt")).readToEnd() == Array("theirs".utf8))
    #expect(try Folder.entries(of: temporary.folder).count == 2)
  }

  @Test func newFilesHaveThePermissionsThatTheMaskLeaves() throws {
    let temporary = try TemporaryLibrary()
    let probe = temporary.folder.appending("probe")
    let expected = try File(probe, [.write, .create], permissions: 0o666).status().permissions
    _ = try temporary.library.write(content("new"), at: try path("b/a.txt"), over: nil, as: .save)
    let status = try FileStatus(of: temporary.folder.appending("b/a.txt"))
    #expect(status.permissions == expected)
  }

  @Test func conflictsStandBeforeWhatIsOnDisk() throws {
    let temporary = try TemporaryLibrary()
    let (library, path) = (temporary.library, try path("a.txt"))
    try temporary.write("old", at: "a.txt")
    _ = try library.save(path)
    try temporary.write("theirs", at: "a.txt")
    let kept = try #require(try library.keepConflict(content("mine"), of: path))
    #expect(try library.keepConflict(content("mine"), of: path) == nil)
    #expect(try library.keepConflict(content("theirs"), of: path) == nil)
    #expect(try events(library, path) == ["save", "conflict", "autosave"])
    var document = try library.document(path)
    #expect(try library.unresolvedConflicts(of: document).map(\.commit) == [kept.commit])
    _ = try library.resolveConflict(kept)
    document = try library.document(path)
    #expect(try library.unresolvedConflicts(of: document).isEmpty)
    #expect(document.head.event == .merge)
    #expect(document.head.origin == Version.Origin(document: nil, number: kept.number))
    // A locked document stays locked.
    _ = try library.lock(document)
    _ = try library.keepConflict(content("mine 2"), of: path)
    #expect(try library.document(path).isLocked)
  }

  @Test func aMovedFileIsFollowed() throws {
    let temporary = try TemporaryLibrary()
    let (library, path) = (temporary.library, try path("a.txt"))
    try temporary.write("old", at: "a.txt")
    try temporary.write("other", at: "b.txt")
    let document = Document(
      id: try library.save(path).version.document, head: try library.document(path).head)
    try FileSystem.rename(
      temporary.folder.appending("a.txt"), to: temporary.folder.appending("c.txt"))
    #expect(try library.follow(document)?.path == (try self.path("c.txt")))
    try FileSystem.remove(temporary.folder.appending("c.txt"))
    #expect(try library.follow(try library.document(path)) == nil)
  }
}
