import Files
import Git
import Testing

@testable import VersionStore

@Suite("Forgetting for good")
struct PurgeTests {
  private func versions(_ home: TemporaryLibrary, _ texts: [String], at path: String) throws {
    for text in texts {
      try home.write(text, at: path)
      _ = try home.library.save(try #require(DocumentPath(path)), as: .autosave)
    }
  }

  /// Whether some bytes are anywhere in the store, in objects or in any file.
  private func holds(_ text: String, _ home: TemporaryLibrary) throws -> Bool {
    let objects = try GitCommand.run(
      ["cat-file", "--batch-all-objects", "--batch"], in: home.library.store)
    let wanted = Array(text.utf8)
    func occurs(in bytes: [UInt8]) -> Bool { bytes.firstRange(of: wanted) != nil }
    if occurs(in: objects.output) { return true }
    func look(_ path: FilePath) throws -> Bool {
      let status = try FileStatus(of: path)
      if status.kind == .folder {
        for entry in try Folder.entries(of: path) where try look(path.appending(entry.name)) {
          return true
        }
        return false
      }
      let bytes = try File(path).readToEnd()
      if occurs(in: bytes) { return true }
      return (ObjectDatabase.object(inFile: bytes)?.bytes).map(occurs) ?? false
    }
    return try look(home.library.store)
  }

  private func fsck(_ home: TemporaryLibrary, _ options: [String] = []) throws {
    let answer = try GitCommand.run(["fsck", "--strict"] + options, in: home.library.store)
    #expect(answer.status == 0)
    #expect(answer.output.isEmpty, "\(String(decoding: answer.output, as: UTF8.self))")
  }

  @Test(
    "A version's bytes are nowhere in the store, wherever they had been",
    arguments: ["loose", "packed", "pruned", "labelled", "left"])
  func gone(place: String) throws {
    let home = try TemporaryLibrary()
    let secret = "secret-\(UUID())"
    let path = try #require(DocumentPath("a.txt"))
    try versions(home, ["one", "two \(secret)", "three", "four"], at: "a.txt")
    try versions(home, ["other"], at: "b.txt")
    var document = try home.library.document(path)
    let second = try #require(
      try home.library.chain(from: document.head.commit, of: document.id).first { $0.number == 2 })
    switch place {
    case "packed": _ = try home.library.compact()
    case "pruned":
      try home.library.prune([document], by: try #require(PrunePolicy("last=1"))) { _, _ in }
    case "labelled": try home.library.label(second, "with it")
    case "left":
      let objects = home.library.store.appending("objects")
      let tree = try home.library.tree(second.tree)
      let file = try #require(tree.entries.first).id.hex
      let loose = objects.appending(String(file.prefix(2))).appending(String(file.dropFirst(2)))
      let bytes = try File(loose).readToEnd()
      for name in ["damaged-\(file)", "pack/tmp_pack_x", "\(file.prefix(2))/tmp_obj_x"] {
        try File(objects.appending(name), [.write, .create]).write(bytes)
      }
    default: break
    }
    #expect(try holds(secret, home))
    document = try home.library.document(path)
    let plan = try home.library.planPurge(document, numbers: [2])
    #expect(plan.shared.isEmpty)
    let done = try home.library.purge(plan, reason: "it was secret")
    #expect(done.numbers?.description == "2")
    #expect(try !holds(secret, home))
    try fsck(home)
    // The numbers that are missing are explained.
    let damage = try Verification(home.library).findings.filter { $0.severity == .damage }
    #expect(damage.isEmpty, "\(damage.map(\.message))")
    let rest = try home.library.chain(
      from: try home.library.document(path).head.commit, of: document.id)
    #expect(rest.map(\.number) == (place == "pruned" ? [4, 1] : [4, 3, 1]))
    #expect(rest.dropLast().last?.purged == (place == "pruned" ? nil : "2"))
    #expect(try home.library.content(of: rest[0]) == .flat(Array("four".utf8), executable: false))
    let replica = try #require(home.library.settings.replica)
    let entry = try GitCommand.run(
      ["log", "-1", "--format=%an%n%B", "refs/journal/\(replica)"], in: home.library.store)
    let lines = String(decoding: entry.output, as: UTF8.self).split(separator: "\n")
    for line in ["Ada", "Event: purge", "Purged: 2", "Reason: it was secret"] {
      #expect(lines.contains { $0 == line }, "\(line)")
    }
    if place == "pruned" {
      let back = try home.library.undoPrune(try home.library.document(path))
      #expect(back.description == "3")
      try fsck(home, ["--no-dangling"])
    }
  }

  @Test("A whole document is forgotten; its path is new, its file stays")
  func wholeDocument() throws {
    let home = try TemporaryLibrary()
    let secret = "secret-\(UUID())"
    let path = try #require(DocumentPath("a.txt"))
    try versions(home, ["one", secret], at: "a.txt")
    try versions(home, ["other"], at: "b.txt")
    let document = try home.library.document(path)
    let moved = try home.library.rename(document, to: try #require(DocumentPath("c.txt")))
    try home.library.label(moved.version, "a name")
    _ = try home.library.compact()
    let again = try home.library.document(id: document.id)
    let done = try home.library.purge(try home.library.planPurge(again))
    #expect(done.numbers == nil)
    #expect(try !holds(secret, home))
    try fsck(home)
    #expect(try File(home.folder.appending("c.txt")).readToEnd() == Array(secret.utf8))
    for name in ["a.txt", "c.txt"] {
      guard case .unknown(nil) = try home.library.lookUp(try #require(DocumentPath(name))) else {
        Issue.record("\(name) is still known")
        continue
      }
    }
    try ReferenceGuard(home.library).check()
    let fresh = try home.library.save(try #require(DocumentPath("c.txt"))).version
    #expect(fresh.number == 1)
    #expect(fresh.document != document.id)
  }

  @Test("Content that others hold stays, and they are named")
  func shared() throws {
    let home = try TemporaryLibrary()
    let path = try #require(DocumentPath("a.txt"))
    try versions(home, ["one", "shared", "three"], at: "a.txt")
    try versions(home, ["shared"], at: "b.txt")
    let plan = try home.library.planPurge(try home.library.document(path), numbers: [2])
    #expect(plan.shared.map(\.path.description) == ["b.txt"])
    _ = try home.library.purge(plan)
    try fsck(home)
    let other = try home.library.document(try #require(DocumentPath("b.txt")))
    #expect(
      try home.library.content(of: other.head) == .flat(Array("shared".utf8), executable: false))
  }

  @Test("The latest version, and one that is not there, are refused")
  func refused() throws {
    let home = try TemporaryLibrary()
    try versions(home, ["one", "two"], at: "a.txt")
    let document = try home.library.document(try #require(DocumentPath("a.txt")))
    for (number, kind) in [(2, StoreError.Kind.latestVersion), (9, .versionNotFound)] {
      let error = #expect(throws: StoreError.self) {
        try home.library.planPurge(document, numbers: [number])
      }
      #expect(error?.kind == kind)
    }
  }

  @Test("Without git it is refused, and nothing is begun")
  func withoutGit() throws {
    let home = try TemporaryLibrary()
    try versions(home, ["one", "two"], at: "a.txt")
    home.library.surroundings.programFolders = []
    let document = try home.library.document(try #require(DocumentPath("a.txt")))
    let plan = try home.library.planPurge(document, numbers: [1])
    let error = #expect(throws: StoreError.self) { try home.library.purge(plan) }
    #expect(error?.kind == .gitMissing)
    #expect(!PendingPurge.isThere(in: home.library))
  }

  @Test("One that was interrupted is finished by compacting")
  func interrupted() throws {
    let home = try TemporaryLibrary()
    let secret = "secret-\(UUID())"
    try versions(home, ["one", secret, "three"], at: "a.txt")
    let document = try home.library.document(try #require(DocumentPath("a.txt")))
    let plan = try home.library.planPurge(document, numbers: [2])
    let pending = PendingPurge(
      document: document.id, path: document.path, numbers: plan.numbers,
      identifiers: plan.versions.map(\.persistentIdentifier), objects: plan.objects,
      reason: "two words")
    try pending.write(in: home.library)
    #expect(try PendingPurge.read(in: home.library) == pending)
    #expect(try home.library.compact().finishedPurges.map(\.numbers?.description) == ["2"])
    #expect(try !holds(secret, home))
    #expect(!PendingPurge.isThere(in: home.library))
    try fsck(home)
  }

  @Test("A pack that is marked to be kept is no success")
  func keptPack() throws {
    let home = try TemporaryLibrary()
    try versions(home, ["one", "two", "three"], at: "a.txt")
    _ = try home.library.compact()
    let packs = home.library.store.appending("objects/pack")
    for entry in try Folder.entries(of: packs)
    where entry.name.suffix(5).elementsEqual(".pack".utf8) {
      let keep = entry.name.dropLast(5) + Array(".keep".utf8)
      _ = try File(packs.appending(Array(keep)), [.write, .create])
    }
    let document = try home.library.document(try #require(DocumentPath("a.txt")))
    let plan = try home.library.planPurge(document, numbers: [2])
    let error = #expect(throws: StoreError.self) { try home.library.purge(plan) }
    #expect(error?.kind == .damaged)
    #expect(PendingPurge.isThere(in: home.library))
  }
}
