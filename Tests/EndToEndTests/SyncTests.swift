import Files
import Testing

/// What is on disk before a command says that it is done, and in which order it got there.
@Suite(.enabled(if: Trace.isPossible, "strace is missing or not permitted"))
struct SyncTests {
  @Test(arguments: ["save", "autosave"] as [Word])
  func savingSyncsObjectsThenReferenceThenItsFolder(command: Word) throws {
    let sandbox = try settled()
    let before = try looseObjects(in: sandbox)
    try sandbox.write("a.txt", "a new line\n")
    let trace = try Trace(command, "a.txt", in: sandbox)
    let objects = try looseObjects(in: sandbox).subtracting(before)
    #expect(objects.count == 3)
    let reference = try chain(of: "a.txt", in: sandbox)
    let move = try expectMove(of: reference, trace)
    for object in objects {
      let file = try #require(trace.sync(of: object), "\(object) is not synced")
      let folder = try #require(trace.sync(of: object.parent), "\(object.parent) is not synced")
      // Synced after it has its name, else the folder may know the name of nothing.
      let made = trace.calls.firstIndex {
        switch $0 {
        case .link(_, object.description), .rename(_, object.description): true
        default: false
        }
      }
      #expect(try #require(made) < folder)
      #expect(file < move && folder < move, "\(object) is synced after the reference moved")
    }
    #expect(trace.syncs <= 8, "\(trace.calls)")
    #expect(trace.calls.last == .end(code: 0))
  }

  @Test func firstVersionSyncsAliasBeforeItsChain() throws {
    let sandbox = try settled()
    let before = try looseObjects(in: sandbox)
    try sandbox.write("new.txt", "a new document\n")
    let trace = try Trace("save", "new.txt", in: sandbox)
    let objects = try looseObjects(in: sandbox).subtracting(before)
    #expect(objects.count == 4)
    let aliases = try references("refs/paths/", in: sandbox).filter { trace.rename(to: $0) != nil }
    #expect(aliases.count == 1)
    let alias = try expectMove(of: try #require(aliases.first), trace)
    let chain = try expectMove(of: try chain(of: "new.txt", in: sandbox), trace)
    #expect(alias < chain)
    for object in objects {
      #expect(try #require(trace.sync(of: object)) < alias)
      #expect(try #require(trace.sync(of: object.parent)) < alias)
    }
  }

  @Test func restoringSyncsTheNewFileBeforeItTakesItsPlaceAndTheFolderAfterwards() throws {
    let sandbox = try settled()
    try sandbox.write("a.txt", "not a version yet\n")
    let before = try looseObjects(in: sandbox)
    let trace = try Trace("restore", "a.txt", "1", in: sandbox)
    let swap = try #require(trace.rename(to: sandbox.path("a.txt")))
    #expect(try #require(trace.sync(of: swap.from)) < swap.position)
    let folder = try #require(trace.sync(of: sandbox.library, from: swap.position))
    // What is on disk now was made safe first: its version moved the reference before.
    let reference = try chain(of: "a.txt", in: sandbox)
    let moves = trace.calls.indices.filter { position in
      if case .rename(_, reference.description) = trace.calls[position] { true } else { false }
    }
    #expect(moves.count == 2)
    #expect(try #require(moves.first) < swap.position)
    #expect(folder < (try #require(moves.last)))
    #expect(trace.sync(of: reference.parent, from: try #require(moves.last)) != nil)
    for object in try looseObjects(in: sandbox).subtracting(before) {
      #expect(trace.sync(of: object) != nil)
    }
  }

  @Test func restoringSeveralHardLinksSyncsTheOldContentFirst() throws {
    let sandbox = try settled()
    try sandbox.shell("ln a.txt other-name.txt && echo unsaved > a.txt")
    let trace = try Trace("restore", "a.txt", "1", in: sandbox)
    let reference = try chain(of: "a.txt", in: sandbox)
    let move = try #require(trace.rename(to: reference)).position
    let written = try #require(trace.sync(of: sandbox.path("a.txt")))
    #expect(move < written)
  }

  @Test func deletingMovesTheReferenceOnlyWhenItsFolderIsSynced() throws {
    let sandbox = try settled()
    let trace = try Trace("delete", "a.txt", in: sandbox)
    let move = try expectMove(of: try chain(of: "a.txt", in: sandbox), trace)
    #expect(try #require(trace.sync(of: sandbox.library)) < move)
  }

  @Test func renamingSyncsBothFolders() throws {
    let sandbox = try settled()
    try sandbox.shell("mkdir other")
    let trace = try Trace("rename", "a.txt", "other/b.txt", in: sandbox)
    let rename = try #require(trace.rename(to: sandbox.path("other/b.txt"))).position
    #expect(trace.sync(of: sandbox.library, from: rename) != nil)
    #expect(trace.sync(of: sandbox.path("other"), from: rename) != nil)
  }

  @Test func readingSyncsAndMovesNothing() throws {
    let sandbox = try settled()
    let readers: [[Word]] = [
      ["list"], ["list", "a.txt"], ["log"], ["show", "a.txt", "1"], ["list", "--deleted"],
    ]
    for words in readers {
      let trace =
        words.count == 1
        ? try Trace(words[0], in: sandbox)
        : words.count == 2
          ? try Trace(words[0], words[1], in: sandbox)
          : try Trace(words[0], words[1], words[2], in: sandbox)
      #expect(trace.calls == [.end(code: 0)])
    }
  }

  // MARK: -

  /// A library in which folders and locks are made already.
  private func settled() throws -> Sandbox {
    let sandbox = try Sandbox()
    for round in 1...3 {
      try sandbox.write("a.txt", Word("line \(round)\n"))
      try sandbox.succeed("save", "a.txt")
    }
    return sandbox
  }

  /// The lock file is synced, then becomes the reference, then its folder is synced.
  /// - Returns: Where the reference moves.
  private func expectMove(of reference: FilePath, _ trace: Trace) throws -> Int {
    let move = try #require(trace.rename(to: reference), "\(reference) does not move")
    #expect(move.from.description == reference.description + ".lock")
    #expect(try #require(trace.sync(of: move.from)) < move.position)
    #expect(trace.sync(of: reference.parent, from: move.position) != nil)
    return move.position
  }

  private func looseObjects(in sandbox: Sandbox) throws -> Set<FilePath> {
    let objects = sandbox.store.appending("objects")
    var found: Set<FilePath> = []
    for folder in try Folder.entries(of: objects) where folder.name.count == 2 {
      let path = objects.appending(folder.name)
      for file in try Folder.entries(of: path) { found.insert(path.appending(file.name)) }
    }
    return found
  }

  private func chain(of document: Word, in sandbox: Sandbox) throws -> FilePath {
    let id = try #require(try sandbox.history(document).last).id
    let digits = id.filter { $0 != "-" }
    return sandbox.store.appending("refs/documents/\(digits.prefix(2))/\(digits.dropFirst(2))")
  }

  private func references(_ prefix: String, in sandbox: Sandbox) throws -> [FilePath] {
    try sandbox.git("for-each-ref", "--format=%(refname)", Word(prefix)).lines.map {
      sandbox.store.appending($0)
    }
  }
}
