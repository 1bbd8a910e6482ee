import Files
import Testing

@testable import VersionStore

struct RenameTests {
  private let temporary: TemporaryLibrary

  init() throws {
    temporary = try TemporaryLibrary()
    try temporary.save("one", at: "a.txt")
  }

  private var library: Library { temporary.library }

  private func document(_ path: String = "a.txt") throws -> Document {
    try temporary.document(at: path)
  }

  @discardableResult
  private func rename(_ old: String = "a.txt", to new: String) throws -> RestoreOutcome {
    try library.rename(document(old), to: documentPath(new))
  }

  @Test func historyAndFileFollow() throws {
    let id = try document().id
    try temporary.write("unsaved", at: "a.txt")
    let outcome = try rename(to: "folder/b.txt")
    #expect(outcome.kept?.number == 2)
    #expect(outcome.version.number == 3)
    #expect(temporary.read("folder/b.txt") == "unsaved")
    #expect(temporary.read("a.txt") == nil)
    #expect(try document("folder/b.txt").id == id)
    #expect(try temporary.texts("folder/b.txt") == ["one", "unsaved", "unsaved"])
    #expect(try temporary.events("folder/b.txt") == "save autosave rename:folder/b.txt")
    try temporary.fsck()
  }

  @Test("A folder of many is renamed as one", arguments: [false, true])
  func folderOfMany(byAnotherProgram: Bool) throws {
    var identities: [Int: UUID] = [:]
    for number in 0..<40 {
      try temporary.write("text \(number)", at: "old/deep/\(number).txt")
    }
    try library.saveAll { _ in }
    for number in 0..<40 { identities[number] = try document("old/deep/\(number).txt").id }
    if byAnotherProgram {
      // One of them goes where a document was deleted, one is locked: each has its own way.
      try temporary.write("gone", at: "new/deep/7.txt")
      try library.saveAll { _ in }
      try FileSystem.removeAll(temporary.folder.appending("new"))
      try library.saveAll { _ in }
      _ = try library.lock(document("old/deep/9.txt"))
      try temporary.move("old", to: "new")
      var renamed = 0
      try library.saveAll { outcome in if case .renamed = outcome { renamed += 1 } }
      #expect(renamed == 40)
    } else {
      let versions = try library.rename(folder: documentPath("old"), to: documentPath("new"))
      #expect(versions.count == 40)
    }
    for number in 0..<40 {
      let document = try document("new/deep/\(number).txt")
      #expect(document.id == identities[number])
      #expect(document.isLocked == (byAnotherProgram && number == 9))
      #expect(temporary.read("new/deep/\(number).txt") == "text \(number)")
      #expect(try self.document("old/deep/\(number).txt").id == identities[number])
    }
    var again = 0
    try library.saveAll { _ in again += 1 }
    #expect(again == 0)
    try temporary.fsck()
  }

  @Test func theSameNameIsNothingToDo() throws {
    #expect(try !rename(to: "a.txt").changed)
    #expect(try temporary.events("a.txt") == "save")
  }

  @Test(
    "Names of every kind", arguments: ["A.TXT", "A.txt", "caf\u{E9}", "cafe\u{301}", ".git", "x%y"])
  func names(name: String) throws {
    try rename(to: name)
    #expect(temporary.read(name) == "one")
    try rename(name, to: "folder/" + name)
    #expect(temporary.read("folder/" + name) == "one")
    #expect(try temporary.versions("folder/" + name).count == 3)
    try temporary.fsck()
  }

  @Test("Nothing is replaced", arguments: ["tracked", "untracked", "folder", "link"])
  func targetExists(what: String) throws {
    switch what {
    case "tracked": try temporary.save("there", at: "b.txt")
    case "untracked": try temporary.write("there", at: "b.txt")
    case "folder": try Folder.make(temporary.folder.appending("b.txt"))
    default: try FileSystem.makeLink(temporary.folder.appending("b.txt"), to: bytes("none"))
    }
    let before = try temporary.files()
    #expect(kind { try rename(to: "b.txt") } == .targetExists)
    #expect(try temporary.files() == before)
    #expect(try temporary.events("a.txt") == "save")
  }

  @Test func ontoADeletedDocumentTakesOnlyTheAlias() throws {
    try temporary.save("old", at: "b.txt")
    let old = try document("b.txt")
    _ = try library.delete(old)
    try rename(to: "b.txt")
    #expect(try temporary.events("b.txt") == "save rename:b.txt")
    let deleted = try library.document(identifiedBy: old.id.digits)
    #expect(deleted.isDeleted)
    #expect(try temporary.versions(of: deleted).map(\.event) == [.save, .delete])
  }

  @Test func ontoALivingDocumentWhoseFileIsGoneSaysSoInItsHistory() throws {
    try temporary.save("old", at: "b.txt")
    let old = try document("b.txt")
    try temporary.remove("b.txt")
    try rename(to: "b.txt")
    #expect(try temporary.events("b.txt") == "save rename:b.txt")
    let gone = try library.document(identifiedBy: old.id.digits)
    #expect(try temporary.versions(of: gone).map(\.event) == [.save, .delete])
  }

  @Test func fileThatAnotherProgramRenamedIsFollowed() throws {
    try temporary.move("a.txt", to: "b.txt")
    let outcome = try rename(to: "b.txt")
    #expect(outcome.kept == nil)
    #expect(try temporary.events("b.txt") == "save rename:b.txt")
    #expect(temporary.read("b.txt") == "one")
  }

  @Test func fileThatIsNowhereIsSaid() throws {
    try temporary.remove("a.txt")
    #expect(kind { try rename(to: "b.txt") } == .documentNotFound)
    #expect(try temporary.events("a.txt") == "save")
  }

  @Test func otherDocumentsOwnFileIsNotTaken() throws {
    try temporary.save("other", at: "b.txt")
    try temporary.remove("a.txt")
    #expect(kind { try rename(to: "b.txt") } == .targetExists)
    #expect(try temporary.events("b.txt") == "save")
    // What was moved over it is another matter: the person says so.
    try temporary.write("one", at: "a.txt")
    try temporary.move("a.txt", to: "b.txt")
    let other = try document("b.txt").id
    try rename(to: "b.txt")
    #expect(try temporary.events("b.txt") == "save rename:b.txt")
    #expect(try library.document(identifiedBy: other.digits).isDeleted)
  }

  @Test func aliasesForwardThroughSeveralRenames() throws {
    let id = try document().id
    for name in ["b.txt", "c.txt", "d.txt"] {
      try rename(try document().path.description, to: name)
    }
    for name in ["a.txt", "b.txt", "c.txt", "d.txt"] { #expect(try document(name).id == id) }
    // Back to the first name, and the others still lead there.
    try rename("d.txt", to: "a.txt")
    for name in ["a.txt", "b.txt", "c.txt", "d.txt"] {
      #expect(try document(name).path == documentPath("a.txt"))
    }
  }

  @Test func packageIsRenamed() throws {
    try temporary.write("1", at: "p.rtfd/a")
    try temporary.save("p.rtfd")
    try rename("p.rtfd", to: "q.rtfd")
    #expect(temporary.read("q.rtfd/a") == "1")
    #expect(try temporary.events("q.rtfd") == "save rename:q.rtfd")
    _ = try library.restore(document("q.rtfd"), to: temporary.version(1, of: "q.rtfd"))
    #expect(try temporary.events("q.rtfd") == "save rename:q.rtfd")
  }

  // MARK: Folders

  @Test func folderIsRenamedWithAllThatIsInIt() throws {
    try temporary.save("x", at: "old/x.txt")
    try temporary.save("y", at: "old/sub/y.txt")
    try temporary.write("unsaved", at: "old/x.txt")
    try temporary.write("never", at: "old/never.txt")
    try temporary.save("z", at: "old.txt")
    let versions = try library.rename(
      folder: documentPath("old"), to: documentPath("deep/new"))
    // What had no version gets one first.
    #expect(versions.count == 3)
    #expect(try temporary.events("deep/new/never.txt") == "autosave rename:deep/new/never.txt")
    #expect(try temporary.events("deep/new/x.txt") == "save autosave rename:deep/new/x.txt")
    #expect(try temporary.events("deep/new/sub/y.txt") == "save rename:deep/new/sub/y.txt")
    #expect(temporary.read("deep/new/never.txt") == "never")
    #expect(try temporary.events("old.txt") == "save")
    try library.saveAll { outcome in
      guard case .saved(let path, _) = outcome, path.description == "deep/new/never.txt" else {
        Issue.record("\(outcome)")
        return
      }
    }
    try temporary.fsck()
  }

  @Test func folderIsNotRenamedIntoItselfNorOverAnything() throws {
    try temporary.save("x", at: "old/x.txt")
    for (new, expected) in [
      ("old/in", StoreError.Kind.invalid), ("old", .invalid), ("a.txt", .targetExists),
    ] {
      #expect(
        kind { try library.rename(folder: documentPath("old"), to: documentPath(new)) }
          == expected)
    }
    _ = try library.lock(document("old/x.txt"))
    #expect(
      kind { try library.rename(folder: documentPath("old"), to: documentPath("new")) } == .locked)
    #expect(temporary.read("old/x.txt") == "x")
  }

  @Test func stopAfterTheFolderMovedIsMadeUpForByTheNextAutosave() throws {
    for number in 0..<4 { try temporary.save("text \(number)", at: "old/\(number).txt") }
    let store = library.store
    let faults = SystemFaults { call, path in
      call == .rename && path?.relative(to: store) != nil ? .inputOutput : nil
    }
    let found = SystemFaults.$current.withValue(faults) {
      kind { try library.rename(folder: documentPath("old"), to: documentPath("new")) }
    }
    #expect(found == .system)
    var renamed = 0
    try library.saveAll { outcome in
      if case .renamed = outcome { renamed += 1 } else { Issue.record("\(outcome)") }
    }
    #expect(renamed == 4)
    #expect(try temporary.events("new/2.txt") == "save rename:new/2.txt")
  }
}

struct DeleteTests {
  private let temporary: TemporaryLibrary

  init() throws {
    temporary = try TemporaryLibrary()
    try temporary.save("one", at: "a.txt")
  }

  private var library: Library { temporary.library }
  private func document() throws -> Document { try temporary.document(at: "a.txt") }

  @Test func unsavedContentIsKeptFirst() throws {
    try temporary.write("unsaved", at: "a.txt")
    let outcome = try library.delete(document())
    #expect(outcome.kept?.number == 2)
    #expect(try temporary.files() == [:])
    #expect(try temporary.events("a.txt") == "save autosave delete")
    #expect(try temporary.texts("a.txt") == ["one", "unsaved"])
    #expect(try document().head.size == 0)
    #expect(kind { try library.delete(document()) } == .documentNotFound)
    try temporary.fsck()
  }

  @Test func missingFileIsDeletedInTheHistory() throws {
    try temporary.remove("a.txt")
    _ = try library.delete(document())
    #expect(try temporary.events("a.txt") == "save delete")
  }

  @Test func fileThatCameBackIsDeletedAgainAndKept() throws {
    _ = try library.delete(document())
    try temporary.write("back", at: "a.txt")
    _ = try library.delete(document())
    #expect(try temporary.events("a.txt") == "save delete autosave delete")
    #expect(try temporary.texts("a.txt") == ["one", "back"])
    #expect(try temporary.files() == [:])
  }

  @Test func fileThatChangesMeanwhileIsPutBack() throws {
    let path = temporary.folder.appending("a.txt")
    let program = temporary.otherProgram
    let calls = Count()
    let faults = SystemFaults { call, where_ in
      guard call == .rename, where_?.parent == path.parent, calls.next() == 1 else { return nil }
      program.write("precious", at: "a.txt")
      return nil
    }
    let found = SystemFaults.$current.withValue(faults) { kind { try library.delete(document()) } }
    #expect(found == .changedMeanwhile)
    #expect(temporary.read("a.txt") == "precious")
    #expect(try temporary.events("a.txt") == "save")
    #expect(try temporary.leftovers() == [])
  }

  @Test func packageWhosePartIsWrittenMeanwhileIsPutBack() throws {
    try temporary.write("1", at: "p.rtfd/a")
    try temporary.save("p.rtfd")
    let folder = temporary.folder
    let program = temporary.otherProgram
    let calls = Count()
    let faults = SystemFaults { call, path in
      guard call == .rename, path?.parent == folder, calls.next() == 1 else { return nil }
      program.write("precious", at: "p.rtfd/a")
      return nil
    }
    let found = SystemFaults.$current.withValue(faults) {
      kind { try library.delete(temporary.document(at: "p.rtfd")) }
    }
    #expect(found == .changedMeanwhile)
    #expect(temporary.read("p.rtfd/a") == "precious")
    #expect(try temporary.leftovers() == [])
  }

  @Test func folderGoesWithItsDocumentsAndEmptyFolders() throws {
    try temporary.save("x", at: "f/x.txt")
    try temporary.write("never saved", at: "f/sub/y.txt")
    try temporary.save("locked", at: "f/locked/z.txt")
    _ = try library.lock(temporary.document(at: "f/locked/z.txt"))
    try temporary.write("ignored", at: "f/keep/a~")
    var deleted: [String] = []
    var failed: [String] = []
    try library.delete(folder: documentPath("f")) { result in
      switch result {
      case .success(let outcome): deleted.append("\(outcome.version.path)")
      case .failure(let error): failed.append("\(error.kind)")
      }
    }
    #expect(deleted == ["f/sub/y.txt", "f/x.txt"])
    #expect(failed == ["locked"])
    #expect(
      try temporary.files() == [
        "a.txt": "one", "f/": "", "f/keep/": "", "f/keep/a~": "ignored", "f/locked/": "",
        "f/locked/z.txt": "locked",
      ])
    #expect(try temporary.events("f/sub/y.txt") == "autosave delete")
  }
}
