import Files
import Testing

@testable import Git
@testable import VersionStore

/// A document that moves to another library takes its history with it.
struct MoveTests {
  private let here: TemporaryLibrary
  private let there: TemporaryLibrary

  /// Three versions of 'f/a.txt', the second with a label that was given later.
  init() throws {
    here = try TemporaryLibrary()
    there = try TemporaryLibrary()
    for text in ["one", "two", "three"] { try here.save(text, at: "f/a.txt") }
    try here.library.label(try here.version(2, of: "f/a.txt"), "second")
  }

  @discardableResult
  private func move(
    _ path: String = "f/a.txt", from source: TemporaryLibrary? = nil, to new: String = "b.txt",
    in target: TemporaryLibrary? = nil, replacing: Bool = false
  ) throws -> RestoreOutcome {
    let source = source ?? here
    return try source.library.move(
      try source.document(at: path), to: try documentPath(new), in: (target ?? there).library,
      replacing: replacing)
  }

  /// What neither the check nor git has anything to say against.
  private func checkBoth(sourceLocation: SourceLocation = #_sourceLocation) throws {
    for library in [here, there] {
      let findings = try Verification(try library.reopened()).findings.filter {
        $0.severity == .damage
      }
      #expect(findings.map(\.message) == [], sourceLocation: sourceLocation)
      try library.fsck(sourceLocation: sourceLocation)
      #expect(try library.leftovers() == [], sourceLocation: sourceLocation)
    }
  }

  @Test("All versions come along, with numbers, names, times, labels and commits")
  func wholeHistory() throws {
    try here.write("unsaved", at: "f/a.txt")
    try here.setPermissions("f/a.txt", 0o640)
    let old = try here.versions("f/a.txt")
    let outcome = try move(to: "g/b.txt")
    #expect(outcome.kept?.number == 4)
    #expect(outcome.version.number == 6)
    #expect(there.read("g/b.txt") == "unsaved")
    #expect(try there.status("g/b.txt").permissions == 0o640)
    #expect(here.read("f/a.txt") == nil)
    let new = try there.versions("g/b.txt")
    #expect(Array(new.prefix(3)) == old)
    #expect(
      try new.filter { !$0.isDeletion }.map { try there.text(of: $0) }
        == ["one", "two", "three", "unsaved", "unsaved"])
    #expect(new.map(\.event) == [.save, .save, .save, .autosave, .delete, .rename])
    #expect(new.map(\.label) == [nil, "second", nil, nil, nil, nil])
    // Where it was, the history ends with the same deletion.
    #expect(try here.versions(of: here.document(at: "f/a.txt")) == Array(new.prefix(5)))
    try checkBoth()
  }

  @Test("It moves back and forth: numbers go on, and nothing is there twice")
  func backAndForth() throws {
    try move()
    try there.save("four", at: "b.txt")
    try move("b.txt", from: there, to: "f/a.txt", in: here)
    #expect(here.read("f/a.txt") == "four")
    try here.save("five", at: "f/a.txt")
    try move(to: "c.txt")
    #expect(there.read("b.txt") == nil)
    let versions = try there.versions("c.txt")
    #expect(versions.map(\.number) == Array(1...11))
    #expect(
      versions.map(\.event.rawValue).joined(separator: " ")
        == "save save save delete rename save delete rename save delete rename")
    #expect(Set(versions.map(\.persistentIdentifier)).count == 11)
    #expect(try here.versions(of: here.document(at: "f/a.txt")) == Array(versions.prefix(10)))
    try checkBoth()
  }

  @Test("Labels given or taken away elsewhere come back")
  func labelsComeBack() throws {
    try move()
    try there.library.label(try there.version(2, of: "b.txt"), "")
    try there.library.label(try there.version(1, of: "b.txt"), "first")
    try move("b.txt", from: there, to: "f/a.txt", in: here)
    #expect(try here.versions("f/a.txt").prefix(3).map(\.label) == ["first", nil, nil])
    try checkBoth()
  }

  @Test("A taken path is refused, and nothing happens")
  func takenPath() throws {
    try there.write("untracked", at: "b.txt")
    #expect(kind { try move() } == .targetExists)
    try there.save("living", at: "c.txt")
    #expect(kind { try move(to: "c.txt") } == .targetExists)
    #expect(here.read("f/a.txt") == "three")
    #expect(try there.library.documents().count == 1)
    #expect(try here.document(at: "f/a.txt").head.number == 3)
    try checkBoth()
  }

  @Test("What is replaced is a version first, and deleted", arguments: [false, true])
  func replaced(isTracked: Bool) throws {
    if isTracked { try there.save("old", at: "b.txt") }
    try there.write("there", at: "b.txt")
    try move(replacing: true)
    #expect(there.read("b.txt") == "three")
    let former = try #require(try there.library.documents().first { $0.isDeleted })
    #expect(former.path.description == "b.txt")
    #expect(
      try there.versions(of: former).filter { !$0.isDeletion }.map { try there.text(of: $0) }
        == (isTracked ? ["old", "there"] : ["there"]))
    try checkBoth()
  }

  @Test("A locked document stays, and so does one that would be replaced")
  func locked() throws {
    try there.save("locked", at: "b.txt")
    let other = try there.document(at: "b.txt")
    _ = try there.library.lock(other)
    #expect(kind { try move(replacing: true) } == .locked)
    _ = try there.library.unlock(try there.document(at: "b.txt"))
    _ = try here.library.lock(try here.document(at: "f/a.txt"))
    #expect(kind { try move(to: "c.txt") } == .locked)
    #expect(here.read("f/a.txt") == "three" && there.read("b.txt") == "locked")
    #expect(try there.library.documents().count == 1)
  }

  @Test("A package moves as one, with its parts")
  func package() throws {
    try here.write("text", at: "p.textbundle/text.md")
    try here.write("picture", at: "p.textbundle/assets/one.png")
    try here.setPermissions("p.textbundle/text.md", 0o600)
    try here.save("p.textbundle")
    try here.write("new", at: "p.textbundle/text.md")
    #expect(kind { try move("p.textbundle", to: "p") } == .wrongKind)
    try move("p.textbundle", to: "p.textbundle")
    #expect(there.read("p.textbundle/text.md") == "new")
    #expect(there.read("p.textbundle/assets/one.png") == "picture")
    #expect(try there.status("p.textbundle/text.md").permissions == 0o600)
    #expect(here.read("p.textbundle/text.md") == nil)
    #expect(
      try there.versions("p.textbundle").map(\.event) == [.save, .autosave, .delete, .rename])
    try checkBoth()
  }

  @Test("Times of the file and its executable bit stay")
  func fileFacts() throws {
    let location = here.folder.appending("f/a.txt")
    try here.setPermissions("f/a.txt", 0o755)
    try File(location, [.readWrite]).setModified(FileTime(seconds: 1_500_000_000))
    try move()
    let status = try there.status("b.txt")
    #expect(status.permissions == 0o755)
    #expect(status.modified == FileTime(seconds: 1_500_000_000))
  }

  @Test("Gaps stay explained, and what was pruned comes back there")
  func pruned() throws {
    for number in 1...6 { try here.save("auto \(number)", at: "x.txt", .autosave) }
    try here.save("last", at: "x.txt")
    let policy = try #require(PrunePolicy("last=1"))
    try here.library.prune([try here.document(at: "x.txt")], by: policy) { _, _ in }
    let numbers = try here.versions("x.txt").map(\.number)
    #expect(numbers.count < 7)
    try move("x.txt", to: "x.txt")
    #expect(try there.versions("x.txt").map(\.number) == numbers + [8, 9])
    try checkBoth()
    _ = try there.library.undoPrune(try there.document(at: "x.txt"))
    #expect(try there.versions("x.txt").map(\.number) == Array(1...9))
    // Chains differ by now, and still are one history.
    try move("x.txt", from: there, to: "x.txt", in: here)
    #expect(try here.versions("x.txt").map(\.number) == numbers + [8, 9, 10, 11])
    try checkBoth()
  }

  @Test("Purged versions do not come back")
  func purged() throws {
    try move()
    let plan = try here.library.planPurge(
      try here.document(at: "f/a.txt"), numbers: [1])
    _ = try here.library.purge(plan)
    try there.save("four", at: "b.txt")
    try move("b.txt", from: there, to: "f/a.txt", in: here)
    #expect(try here.versions("f/a.txt").map(\.number) == [2, 3, 4, 5, 6, 7, 8])
    try checkBoth()
  }

  @Test("Where both went on, it is another document with all of it")
  func apart() throws {
    try move()
    let id = try there.document(at: "b.txt").id
    try here.save("new here", at: "f/a.txt")
    #expect(try here.document(at: "f/a.txt").id == id)
    try there.save("new there", at: "b.txt")
    try here.library.label(try here.version(3, of: "f/a.txt"), "third")
    #expect(kind { try move() } == .targetExists)
    let outcome = try move(to: "c.txt")
    #expect(outcome.version.document != id)
    #expect(try there.texts("c.txt") == ["one", "two", "three", "new here", "new here"])
    #expect(try there.texts("b.txt") == ["one", "two", "three", "three", "new there"])
    #expect(try there.versions("c.txt").map(\.number) == Array(1...7))
    #expect(try there.versions("c.txt").prefix(3).map(\.label) == [nil, "second", "third"])
    #expect(here.read("f/a.txt") == nil && there.read("c.txt") == "new here")
    try checkBoth()
    // And back, where the first is.
    try move("c.txt", from: there, to: "d.txt", in: here)
    #expect(try here.texts("d.txt").count == 6)
    try checkBoth()
  }

  @Test("What another program writes while it moves stays, and moves the next time")
  func changedMeanwhile() throws {
    let writer = here.otherProgram
    let target = there.folder.appending("b.txt")
    let faults = SystemFaults { _, path in
      // The file is there by now, and here it is about to go.
      guard path?.parent == target.parent else { return nil }
      let isThere = SystemFaults.$current.withValue(nil) {
        (try? FileStatus.find(target)) ?? nil != nil
      }
      if isThere { writer.write("changed", at: "f/a.txt") }
      return nil
    }
    let found = SystemFaults.$current.withValue(faults) { kind { try move() } }
    #expect(found == .changedMeanwhile)
    #expect(here.read("f/a.txt") == "changed" && there.read("b.txt") == "three")
    try checkBoth()
    try move(to: "c.txt")
    #expect(here.read("f/a.txt") == nil && there.read("c.txt") == "changed")
    #expect(try there.texts("c.txt") == ["one", "two", "three", "changed", "changed"])
    try checkBoth()
  }

  @Test("A document that an import brought is joined by nothing, and kept")
  func imported() throws {
    try there.library.importHistories(from: here.folder) { _ in }
    #expect(there.read("f/a.txt") == "three")
    try move()
    #expect(there.read("f/a.txt") == "three" && there.read("b.txt") == "three")
    #expect(try there.library.documents().count == 2)
    try checkBoth()
  }

  @Test("An import of the library it left adds nothing")
  func importAfterwards() throws {
    try move()
    var added: [Int] = []
    try there.library.importHistories(from: here.folder) { report in
      if case .done(let outcome) = report { added.append(outcome.added) }
      if case .failed(let error) = report { Issue.record("\(error)") }
    }
    #expect(added == [0])
  }

  @Test("Undo does not take the document away, and says what to do")
  func undo() throws {
    try move()
    let error = #expect(throws: StoreError.self) {
      try there.library.undo(try there.document(at: "b.txt"))
    }
    #expect(error?.kind == .nothingToUndo)
    #expect(error?.message == "'b.txt' came from another library with version 5")
    #expect(there.read("b.txt") == "three")
  }

  @Test("Asked for again, it says where the document is")
  func again() throws {
    try move()
    let error = #expect(throws: StoreError.self) { try move() }
    #expect(error?.kind == .documentNotFound)
    #expect(error?.message == "'f/a.txt' was moved to '\(there.folder)/b.txt'")
  }

  @Test("Cost follows the document: others are not read")
  func othersAreNotRead() throws {
    try here.save("other", at: "o.txt")
    let head = try here.document(at: "o.txt").head.commit
    let object = here.library.store.appending(
      "objects/\(head.hex.prefix(2))/\(head.hex.dropFirst(2))")
    try FileSystem.setPermissions(object, 0o600)
    try File(object, [.write, .truncate]).write([])
    try move()
    #expect(there.read("b.txt") == "three")
  }

  @Test("A folder moves with all documents, and what is none stays")
  func folder() throws {
    try here.write("untracked", at: "f/deep/new.txt")
    try here.write("scratch", at: "f/deep/.x.swp")
    var moved: [String] = []
    let isLeft = try here.library.move(
      folder: documentPath("f"), to: documentPath("g"), in: there.library
    ) { moved.append(try $0.get().version.path.description) }
    #expect(moved == ["g/a.txt", "g/deep/new.txt"])
    #expect(isLeft)
    #expect(try here.files() == ["f/": "", "f/deep/": "", "f/deep/.x.swp": "scratch"])
    #expect(try there.texts("g/a.txt") == ["one", "two", "three", "three"])
    try checkBoth()
  }

  @Test("A folder that could not go as a whole goes on to the same place")
  func folderAgain() throws {
    try here.save("b", at: "f/b.txt")
    _ = try here.library.lock(here.document(at: "f/b.txt"))
    func move(to new: String) throws -> [String] {
      var moved: [String] = []
      _ = try here.library.move(
        folder: documentPath("f"), to: documentPath(new), in: there.library
      ) { result in
        switch result {
        case .success(let outcome): moved.append("\(outcome.version.path)")
        case .failure(let error): moved.append("\(error.kind)")
        }
      }
      return moved
    }
    #expect(try move(to: "g") == ["g/a.txt", "locked"])
    let other = try TemporaryLibrary()
    #expect(
      try here.library.unfinishedMove(of: documentPath("f"), to: there.library)
        == documentPath("g"))
    #expect(try here.library.unfinishedMove(of: documentPath("f"), to: other.library) == nil)
    #expect(try here.library.unfinishedMove(of: documentPath("g"), to: there.library) == nil)
    _ = try here.library.unlock(here.document(at: "f/b.txt"))
    #expect(try move(to: "g") == ["g/b.txt"])
    #expect(try here.library.unfinishedMove(of: documentPath("f"), to: there.library) == nil)
    try here.save("c", at: "f/c.txt")
    // Once it is done, what is there is in the way as always.
    #expect(throws: StoreError.self) { try move(to: "g") }
    try checkBoth()
  }

  @Test("Signatures stay good, as the commits are the same")
  func signed() throws {
    let commits = try here.versions("f/a.txt").map(\.commit)
    // A header that nobody here knows stands for any.
    var commit = try #require(
      Commit(bytes: try here.library.repository.objects.read(commits[2]).bytes))
    commit.otherHeaders = Array("gpgsig -----BEGIN SSH SIGNATURE-----\n x\n".utf8)
    let id = try here.library.repository.objects.write(.commit, commit.bytes)
    let document = try here.document(at: "f/a.txt").id
    try here.library.repository.references.move(
      ReferenceNames.chain(of: document), to: id, expecting: commits[2])
    try move()
    let third = try there.version(3, of: "b.txt")
    #expect(third.commit == id)
    #expect(try there.library.repository.objects.read(id).bytes == commit.bytes)
  }
}
