import Files
import Git
import Testing

@testable import VersionStore

@Suite("Compacting")
struct CompactTests {
  private func filled(_ documents: Int = 3, _ versions: Int = 5) throws -> TemporaryLibrary {
    let home = try TemporaryLibrary()
    for document in 0..<documents {
      for version in 0..<versions {
        try home.write("document \(document) version \(version)\n", at: "\(document).txt")
        _ = try home.library.save(try #require(DocumentPath("\(document).txt")), as: .autosave)
      }
    }
    return home
  }

  private func names(_ home: TemporaryLibrary, _ path: String) -> [String] {
    let folder = home.library.store.appending(path)
    return ((try? Folder.entries(of: folder)) ?? []).map {
      String(decoding: $0.name, as: UTF8.self)
    }
  }

  @Test("Objects are one pack and references one file; all is there, and counted")
  func packed() throws {
    let home = try filled()
    let outcome = try home.library.compact()
    #expect(outcome.packed)
    #expect(outcome.bytesAfter < outcome.bytesBefore)
    #expect(names(home, "objects/pack").count { $0.hasSuffix(".pack") } == 1)
    #expect((0..<256).allSatisfy { names(home, "objects/" + String($0, radix: 16)).isEmpty })
    for kind in ["documents", "paths"] {
      #expect(names(home, "refs/\(kind)").allSatisfy { names(home, "refs/\(kind)/\($0)").isEmpty })
    }
    for document in try home.library.documents() {
      #expect(try home.library.chain(from: document.head.commit, of: document.id).count == 5)
    }
    #expect(try ReferenceGuard(home.library).check() == nil)
    #expect(names(home, "versions").contains("git-at-work") == false)
  }

  @Test("What nothing refers to stays: a save may be about to refer to it")
  func unreferenced() throws {
    let home = try filled()
    let loose = try home.library.repository.objects.write(.blob, Array("loose".utf8))
    let pack = PackBatch(home.library.repository.objects)
    let packed = try pack.write(.blob, Array("packed".utf8))
    try pack.flush()
    _ = try home.library.compact()
    for id in [loose, packed] {
      let isThere = try home.library.repository.objects.contains(id)
      #expect(isThere)
    }
  }

  @Test("A pack of many documents is smaller than git makes it, and has all that was there")
  func smallerThanGit() throws {
    let home = try TemporaryLibrary()
    var random = SeededGenerator(7)
    var texts = (0..<12).map { _ in random.bytes(3000) }
    // Documents of one name in many folders, changed by turns: what git compares by name and size.
    for version in 0..<20 {
      for (number, text) in texts.enumerated() {
        try home.write(text, at: bytes("f\(number)/notes.txt"))
        try home.write(text, at: bytes("f\(number)/p.textbundle/part-\(version % 3).md"))
        texts[number].replaceSubrange(
          100..<140, with: random.bytes(Int.random(in: 30...50, using: &random)))
      }
      try home.library.saveAll { _ in }
    }
    let before = try home.git("rev-list", "--objects", "--all", "--no-object-names")
      .split(separator: "\n").sorted()
    func packed() -> Int64 {
      names(home, "objects/pack").filter { $0.hasSuffix(".pack") }
        .compactMap { try? FileStatus(of: home.library.store.appending("objects/pack/" + $0)).size }
        .reduce(0, +)
    }
    _ = try home.git("repack", "-adfq")
    let theirs = packed()
    _ = try home.library.compact()
    #expect(packed() < theirs)
    #expect(names(home, "objects/pack").count { $0.hasSuffix(".pack") } == 1)
    let after = try home.git("rev-list", "--objects", "--all", "--no-object-names")
      .split(separator: "\n").sorted()
    #expect(after == before)
    try home.fsck()
  }

  @Test("A pack that somebody marked to be kept stays")
  func kept() throws {
    let home = try filled()
    _ = try home.library.compact()
    let name = try #require(names(home, "objects/pack").first { $0.hasSuffix(".pack") })
    let keep = home.library.store.appending("objects/pack/" + name.dropLast(5) + ".keep")
    try File(keep, [.write, .createNew]).write([])
    try home.save("new", at: "new.txt")
    _ = try home.library.compact()
    #expect(names(home, "objects/pack").contains(name))
    #expect(names(home, "objects/pack").count { $0.hasSuffix(".pack") } == 2)
    try home.fsck()
  }

  @Test("Packs whose removal was stopped are no damage, and go the next time")
  func stoppedRemoval() throws {
    let home = try filled()
    let store = home.library.store
    _ = try home.git("repack", "-adq")
    let old = try #require(names(home, "objects/pack").first { $0.hasSuffix(".pack") })
    let saved = try File(store.appending("objects/pack/" + old)).readToEnd()
    try home.save("new", at: "new.txt")
    _ = try home.library.compact()
    // As if it had been killed between the index and the pack.
    try File(store.appending("objects/pack/" + old), [.write, .create]).write(saved)
    let new = try #require(names(home, "objects/pack").first { $0.hasSuffix(".idx") })
    try File(store.appending("versions/packs-replaced"), [.write, .create])
      .write(bytes(new.dropLast(4) + "\n" + old.dropLast(5) + "\n"))
    let verification = try Verification(home.library)
    #expect(!verification.hasDamage)
    _ = try home.library.compact()
    #expect(!names(home, "objects/pack").contains(old))
    #expect(!names(home, "versions").contains("packs-replaced"))
  }

  @Test("A list of packs to be removed that is older than the packs beside it removes nothing")
  func removalInACopy() throws {
    let home = try filled()
    _ = try home.git("repack", "-adq")
    let pack = try #require(names(home, "objects/pack").first { $0.hasSuffix(".pack") })
    let missing = "pack-" + String(repeating: "0", count: 40)
    try File(home.library.store.appending("versions/packs-replaced"), [.write, .create])
      .write(bytes(missing + "\n" + pack.dropLast(5) + "\n"))
    try home.save("new", at: "new.txt")
    _ = try home.library.compact()
    for document in try home.library.documents() {
      #expect(try home.library.content(of: document.head).size > 0)
    }
    try home.fsck()
    #expect(!names(home, "versions").contains("packs-replaced"))
  }

  @Test("A pack with damage goes to git, which says what it is, and nothing is removed")
  func damagedPack() throws {
    let home = try filled()
    _ = try home.library.compact()
    let name = try #require(names(home, "objects/pack").first { $0.hasSuffix(".pack") })
    let path = home.library.store.appending("objects/pack/" + name)
    var content = try File(path).readToEnd()
    for position in content.count / 3..<content.count / 2 { content[position] ^= 0x55 }
    try FileSystem.remove(path)
    try File(path, [.write, .create]).write(content)
    try home.save("new", at: "new.txt")
    #expect(throws: StoreError.self) { try home.reopened().compact() }
    #expect(names(home, "objects/pack").contains(name))
  }

  @Test("Pruned versions are let go when that is asked for, and only then")
  func expiring() throws {
    let home = try filled()
    let documents = try home.library.documents()
    try home.library.prune(documents, by: try #require(PrunePolicy("last=1"))) { _, _ in }
    #expect(try home.library.compact().expired == 0)
    #expect(try home.library.canUndoPrune(documents[0]))
    #expect(try home.library.compact(expiring: true).expired == 9)
    #expect(try !home.library.canUndoPrune(documents[0]))
    let former = documents[0].head.commit
    #expect(throws: GitError.self) { try home.library.repository.objects.read(former) }
    #expect(try ReferenceGuard(home.library).check() == nil)
    let answer = try GitCommand.run(["fsck", "--strict"], in: home.library.store)
    #expect(answer.status == 0 && answer.output.isEmpty)
    // Fewer references than ever were packed, and yet no damage: a new path is new.
    try home.write("new", at: "new.txt")
    _ = try home.library.save(try #require(DocumentPath("new.txt")))
  }

  @Test("Without git nothing is packed, and letting go is refused")
  func withoutGit() throws {
    let home = try filled()
    home.library.surroundings.programFolders = []
    #expect(try !home.library.compact().packed)
    let error = #expect(throws: StoreError.self) { try home.library.compact(expiring: true) }
    #expect(error?.kind == .gitMissing)
  }

  @Test("What a killed git left is cleared away: its lock on the packed references")
  func staleLock() throws {
    let home = try filled()
    for name in ["packed-refs.lock", "versions/git-at-work"] {
      _ = try File(home.library.store.appending(name), [.write, .create])
    }
    #expect(try home.library.compact().packed)
  }

  @Test("Many single files make it due, once in a while, unless the setting says never")
  func due() throws {
    let home = try filled(1, 1)
    #expect(!home.library.isCompactionDue())
    let folder = home.library.store.appending("objects/17")
    try Folder.makeAll(folder)
    for number in 0..<40 {
      _ = try File(folder.appending("\(number)"), [.write, .create])
    }
    #expect(home.library.isCompactionDue())
    let setting = try Setting.named(Array("compactafter".utf8))
    try home.library.set(setting, to: "0")
    #expect(try !Library(home.folder, surroundings: home.library.surroundings).isCompactionDue())
    for number in 0..<40 { try FileSystem.remove(folder.appending("\(number)")) }
    try home.library.compactInBackground()
    try Folder.makeAll(folder)
    for number in 0..<40 {
      _ = try File(folder.appending("\(number)"), [.write, .create])
    }
    #expect(!home.library.isCompactionDue())
  }

  @Test("A long-lived writer sees that what it knew to be packed is gone")
  func staleView() throws {
    let home = try filled(1, 3)
    let path = try #require(DocumentPath("0.txt"))
    _ = try home.library.compact()
    // This one has looked into the pack that has the first version.
    let other = try Library(home.folder, surroundings: home.library.surroundings)
    let document = try other.document(path)
    let first = try #require(try other.chain(from: document.head.commit, of: document.id).last)
    let content = try other.content(of: first)
    try home.library.prune([document], by: try #require(PrunePolicy("last=1"))) { _, _ in }
    let plan = try home.library.planPurge(try home.library.document(path), numbers: [1])
    _ = try home.library.purge(plan)
    guard case .flat(let bytes, _) = content else { return }
    try home.write(bytes, at: Array("0.txt".utf8))
    let saved = try other.save(path).version
    let fresh = try Library(home.folder, surroundings: home.library.surroundings)
    #expect(try fresh.content(of: saved) == content)
    let answer = try GitCommand.run(["fsck", "--strict"], in: home.library.store)
    #expect(answer.status == 0)
  }

  @Test("The gate keeps writers out while it is closed, and waits for those inside")
  func gate() throws {
    let home = try filled(1, 1)
    let other = try Library(home.folder, surroundings: home.library.surroundings)
    let pass = try home.library.beginWriting()
    let inner = try home.library.beginWriting()
    let folder = home.library.store.appending("versions/locks/objects")
    func isFree(shared: Bool) throws -> Bool {
      try File(folder, [.readWrite, .create]).lock(waiting: false, shared: shared)
    }
    #expect(try isFree(shared: true))
    #expect(try !isFree(shared: false))
    inner.end()
    #expect(try !isFree(shared: false))
    pass.end()
    let closed = try other.gate.close()
    #expect(try !isFree(shared: true))
    closed.end()
    #expect(try isFree(shared: false))
  }
}
