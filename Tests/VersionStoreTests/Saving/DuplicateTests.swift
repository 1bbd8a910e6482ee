import Files
import Testing

@testable import VersionStore

struct DuplicateTests {
  private let temporary: TemporaryLibrary

  init() throws {
    temporary = try TemporaryLibrary()
    try temporary.save("1", at: "a.txt")
  }

  private var library: Library { temporary.library }
  private func document() throws -> Document { try temporary.document(at: "a.txt") }

  @Test func copyIsADocumentThatKnowsWhereItCameFrom() throws {
    try temporary.write("unsaved", at: "a.txt")
    try temporary.setPermissions("a.txt", 0o600)
    let outcome = try library.duplicate(document(), to: documentPath("new/b.txt"))
    #expect(outcome.kept?.number == 2)
    #expect(outcome.version.number == 1)
    #expect(outcome.version.document != (try document()).id)
    #expect(outcome.version.origin == .init(document: try document().id, number: 2))
    #expect(temporary.read("new/b.txt") == "unsaved")
    #expect(try temporary.status("new/b.txt").permissions == 0o600)
    #expect(try temporary.events("new/b.txt") == "duplicate")
    // A copy was meant: saving it adds nothing.
    guard case .unchanged = try temporary.save("new/b.txt") else {
      Issue.record("an empty version")
      return
    }
    try temporary.fsck()
  }

  @Test("Nothing is replaced", arguments: ["file", "folder", "link", "itself"])
  func targetExists(kind target: String) throws {
    switch target {
    case "file": try temporary.write("there", at: "b.txt")
    case "folder": try temporary.write("there", at: "b.txt/x")
    case "link": try FileSystem.makeLink(temporary.folder.appending("b.txt"), to: bytes("none"))
    default: break
    }
    let before = try temporary.files()
    let path = try documentPath(target == "itself" ? "a.txt" : "b.txt")
    #expect(kind { try library.duplicate(document(), to: path) } == .targetExists)
    #expect(try temporary.files() == before)
  }

  @Test func missingFileIsCopiedFromItsHistoryAndADeletedOneIsNot() throws {
    try temporary.remove("a.txt")
    let outcome = try library.duplicate(document(), to: documentPath("b.txt"))
    #expect(outcome.kept == nil)
    #expect(temporary.read("b.txt") == "1")
    _ = try library.delete(document())
    #expect(
      kind { try library.duplicate(document(), to: documentPath("c.txt")) } == .documentNotFound)
  }

  @Test func copyOntoADeletedDocumentGoesOnWithIt() throws {
    try temporary.save("b", at: "b.txt")
    let old = try temporary.document(at: "b.txt")
    _ = try library.delete(old)
    let outcome = try library.duplicate(document(), to: documentPath("b.txt"))
    #expect(outcome.version.document == old.id)
    #expect(try temporary.events("b.txt") == "save delete duplicate")
  }

  @Test func folderIsCopiedWithAllDocuments() throws {
    try temporary.save("x", at: "f/x.txt")
    try temporary.write("never saved", at: "f/deep/y.txt")
    try temporary.write("part", at: "f/p.rtfd/TXT.rtf")
    let outcomes = try library.duplicate(folder: documentPath("f"), to: documentPath("g"))
    #expect(outcomes.count == 3)
    let files = try temporary.files()
    #expect(files["g/x.txt"] == "x")
    #expect(files["g/deep/y.txt"] == "never saved")
    #expect(files["g/p.rtfd/TXT.rtf"] == "part")
    #expect(try temporary.events("g/deep/y.txt") == "duplicate")
    #expect(
      kind { try library.duplicate(folder: documentPath("f"), to: documentPath("g")) }
        == .targetExists)
    #expect(
      kind { try library.duplicate(folder: documentPath("f"), to: documentPath("f/in")) }
        == .invalid)
    try temporary.fsck()
  }
}
