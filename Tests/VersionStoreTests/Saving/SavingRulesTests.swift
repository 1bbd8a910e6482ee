import Files
import Synchronization
import Testing

@testable import Git
@testable import VersionStore

struct SavingRulesTests {
  private let temporary: TemporaryLibrary

  init() throws { temporary = try TemporaryLibrary() }

  private var library: Library { temporary.library }

  private func word(_ outcome: SaveOutcome) -> String {
    switch outcome {
    case .saved: "saved"
    case .unchanged: "unchanged"
    case .labelled: "labelled"
    case .conflict: "conflict"
    }
  }

  /// Each step saves a content by an event: `s` saves, `a` autosaves, `l` saves with a label.
  @Test(
    "What makes a version and what does not",
    arguments: [
      ("s1 s1 s1", "saved unchanged unchanged"), ("a1 a1", "saved unchanged"),
      ("a1 s1 s1 a1", "saved saved unchanged unchanged"), ("s1 a1", "saved unchanged"),
      ("s1 a2 a1 s1", "saved saved saved saved"), ("s1 l1 s1", "saved labelled unchanged"),
      ("a1 l1 l1", "saved saved labelled"), ("l1 l2 l2", "saved saved labelled"),
      ("s1 s2 s1", "saved saved saved"), ("a1 a2 s2 a2", "saved saved saved unchanged"),
    ])
  func steps(steps: String, expected: String) throws {
    var outcomes: [String] = []
    for step in steps.split(separator: " ") {
      let event: Event = step.first == "a" ? .autosave : .save
      outcomes.append(
        word(
          try temporary.save(
            String(step.dropFirst()), at: "a.txt", event,
            label: step.first == "l" ? "label" : nil)))
    }
    #expect(outcomes.joined(separator: " ") == expected)
    let count = outcomes.filter { $0 == "saved" }.count
    #expect(try temporary.versions("a.txt").map(\.number) == Array(1...count))
    try temporary.fsck()
  }

  @Test func explicitSaveOfWhatWasAutosavedIsOnTheSameTree() throws {
    let first = try temporary.save("x", at: "a.txt", .autosave).version
    let second = try temporary.save("x", at: "a.txt", .save).version
    #expect(first.tree == second.tree)
    #expect(second.parent == first.commit)
  }

  @Test func changedModeAloneMakesNone() throws {
    try temporary.save("x", at: "a.txt")
    for mode: UInt32 in [0o755, 0o600, 0o444, 0o644] {
      try temporary.setPermissions("a.txt", mode)
      #expect(word(try temporary.save("a.txt")) == "unchanged")
    }
    try temporary.write("1", at: "p.rtfd/a")
    try temporary.save("p.rtfd")
    try temporary.setPermissions("p.rtfd/a", 0o755)
    #expect(word(try temporary.save("p.rtfd")) == "unchanged")
    // With a changed content the new mode is kept.
    try temporary.setPermissions("a.txt", 0o755)
    let version = try temporary.save("y", at: "a.txt").version
    #expect(version.permissions == 0o755)
    #expect(try library.content(of: version) == .flat(bytes("y"), executable: true))
  }

  @Test func sameSizeAndSameTimeIsStillAnotherContent() throws {
    let time = FileTime(seconds: 1_700_000_000, nanoseconds: 5)
    for text in ["count=1", "count=2"] {
      try temporary.write(text, at: "a.txt")
      try File(temporary.folder.appending("a.txt"), .write).setModified(time)
      #expect(word(try temporary.save("a.txt", .autosave)) == "saved")
    }
    #expect(try temporary.texts("a.txt") == ["count=1", "count=2"])
    try temporary.write("count=3", at: "a.txt")
    try File(temporary.folder.appending("a.txt"), .write).setModified(time)
    try library.saveAll { _ in }
    #expect(try temporary.texts("a.txt").last == "count=3")
  }

  @Test func everyByteComesBack() throws {
    var random = SeededGenerator(40)
    let contents: [[UInt8]] =
      [[], [0], bytes("\r\n"), bytes("\u{FEFF}x"), bytes("$Id$\r\n"), [0xFF, 0xFE, 0x00]]
      + (0..<20).map { _ in random.bytes(Int.random(in: 0...3000, using: &random)) }
    try temporary.write(bytes("* text=auto\n"), at: bytes(".gitattributes"))
    for content in contents {
      try temporary.write(content, at: bytes("a.txt"))
      try temporary.save("a.txt")
    }
    let versions = try temporary.versions("a.txt")
    #expect(versions.count == contents.count)
    for (version, content) in zip(versions, contents) {
      #expect(try library.content(of: version) == .flat(content, executable: false))
      #expect(version.size == content.count)
    }
    try temporary.fsck()
  }

  @Test func everyNameWorks() throws {
    var random = SeededGenerator(41)
    var names = try N02.names() + (0..<60).map { _ in random.name() }
    names += [".git", ".gitattributes", ".gitmodules", "git~1", "%", "CON"].map { bytes($0) }
    var saved: [UUID: [UInt8]] = [:]
    // A name that is too long for the disk here is not ours to judge.
    for name in Set(names) where name.count < 256 {
      let path = try #require(DocumentPath(name))
      try temporary.write(name, at: path.bytes)
      let first = try library.save(path).version
      try temporary.write(name + name, at: path.bytes)
      let second = try library.save(path).version
      #expect(first.path.bytes == name)
      #expect(second.number == 2)
      #expect(try library.document(path).id == first.document)
      #expect(try library.content(of: first) == .flat(name, executable: false))
      _ = try library.restore(library.document(path), to: first)
      #expect(try File(library.location(of: path)).readToEnd() == name)
      saved[first.document] = path.bytes
    }
    let all = try library.documents()
    #expect(all.count == saved.count)
    for document in all { #expect(saved[document.id] == document.path.bytes) }
    try temporary.fsck()
  }

  @Test func deletedAndWrittenAgainGoesOn() throws {
    let first = try temporary.save("1", at: "a.txt").version
    _ = try library.delete(try temporary.document(at: "a.txt"))
    #expect(temporary.read("a.txt") == nil)
    #expect(kind { try temporary.save("a.txt") } == .documentNotFound)
    let again = try temporary.save("1", at: "a.txt").version
    #expect(again.document == first.document)
    #expect(try temporary.events("a.txt") == "save delete save")
  }

  @Test func movedPathBeginsANewDocument() throws {
    let first = try temporary.save("1", at: "a.txt").version
    _ = try library.rename(try temporary.document(at: "a.txt"), to: documentPath("b.txt"))
    let error = #expect(throws: StoreError.self) { try temporary.save("a.txt") }
    #expect(error?.kind == .documentRenamed(try documentPath("b.txt")))
    let new = try temporary.save("2", at: "a.txt").version
    #expect(new.number == 1)
    #expect(new.document != first.document)
    #expect(try temporary.document(at: "b.txt").id == first.document)
    #expect(try temporary.document(at: "a.txt").id == new.document)
    #expect(try temporary.events("b.txt") == "save rename:b.txt")
  }

  @Test func renamingAddsNothingToWhatWasSaved() throws {
    try temporary.save("1", at: "a.txt")
    _ = try library.rename(try temporary.document(at: "a.txt"), to: documentPath("b.txt"))
    #expect(word(try temporary.save("b.txt")) == "unchanged")
    try temporary.save("2", at: "b.txt", .autosave)
    _ = try library.rename(try temporary.document(at: "b.txt"), to: documentPath("c.txt"))
    #expect(word(try temporary.save("c.txt")) == "saved")
    _ = try library.lock(try temporary.document(at: "c.txt"))
    _ = try library.unlock(try temporary.document(at: "c.txt"))
    #expect(word(try temporary.save("c.txt")) == "unchanged")
  }

  @Test func unfinishedFirstSaveGivesItsIdentityToTheNext() throws {
    try temporary.write("1", at: "a.txt")
    let path = try documentPath("a.txt")
    let chains = library.store.appending("refs/documents").bytes
    let faults = SystemFaults { call, path in
      call == .rename && path?.bytes.starts(with: chains) == true ? .inputOutput : nil
    }
    let found = SystemFaults.$current.withValue(faults) { kind { try temporary.save("a.txt") } }
    #expect(found == .system)
    guard case .unknown(let reserved?) = try library.lookUp(path) else {
      Issue.record("nothing was reserved")
      return
    }
    #expect(kind { try library.document(path) } == .documentNotFound)
    #expect(try library.documents().isEmpty)
    #expect(try temporary.save("a.txt").version.document == reserved)
    try temporary.fsck()
  }

  @Test func clockThatGoesBackwardsChangesNoOrder() throws {
    for (number, time) in [
      "2026-11-30T12:00:00Z", "2026-11-29T12:00:00Z", "1999-01-01T00:00:00Z",
      "2026-11-30T12:00:01Z",
    ].enumerated() {
      temporary.clock.set(time)
      #expect(try temporary.save("text \(number)", at: "a.txt").version.number == number + 1)
    }
    #expect(try temporary.texts("a.txt") == (0..<4).map { "text \($0)" })
    try temporary.fsck()
  }

  @Test("Times that git cannot hold are held", arguments: [-86_400 * 365 * 30, -1, 0, 1 << 40])
  func oddTimes(seconds: Int64) throws {
    try temporary.write("x", at: "a.txt")
    let file = try File(temporary.folder.appending("a.txt"), .write)
    try file.setModified(FileTime(seconds: seconds))
    temporary.clock.set("1969-12-31T00:00:00Z")
    let version = try temporary.save("a.txt").version
    #expect(version.time.time.seconds == 0)
    #expect((0...253_402_300_799).contains(version.modified.time.seconds))
    #expect(version.modified.time.seconds == seconds || seconds < 0 || seconds > 1 << 37)
    try temporary.fsck()
  }

  @Test func offsetIsThatOfTheMoment() throws {
    let summer = seconds1970("2026-07-01T00:00:00Z")
    let temporary = try TemporaryLibrary(zone: { $0 >= summer ? 120 : 60 })
    try temporary.write("x", at: "a.txt")
    try File(temporary.folder.appending("a.txt"), .write)
      .setModified(FileTime(seconds: summer - 1, nanoseconds: 250_000_000))
    let version = try temporary.save("a.txt").version
    #expect(version.modified.rfc3339(fraction: true) == "2026-07-01T00:59:59.25+01:00")
    #expect(version.time.rfc3339() == "2026-11-30T14:00:00+02:00")
    #expect(
      try temporary.git(
        "log", "-1", "--format=%ad %cd", "--date=iso-strict",
        ReferenceNames.chain(of: version.document))
        == "2026-07-01T00:59:59+01:00 2026-11-30T14:00:00+02:00\n")
  }

  @Test func linkThatLeadsOutIsKeptAsALink() throws {
    let path = temporary.folder.appending("l")
    try FileSystem.makeLink(path, to: bytes("/nowhere/at/all"))
    let version = try temporary.save("l").version
    #expect(try library.content(of: version) == .link(bytes("/nowhere/at/all")))
    #expect(word(try temporary.save("l")) == "unchanged")
    try FileSystem.remove(path)
    try FileSystem.makeLink(path, to: bytes("/elsewhere"))
    #expect(word(try temporary.save("l")) == "saved")
    // The same bytes as a file are another content.
    try FileSystem.remove(path)
    try temporary.write("/elsewhere", at: "l")
    #expect(word(try temporary.save("l")) == "saved")
    try temporary.fsck()
  }

  @Test func documentCanBecomeAPackageAndBack() throws {
    try temporary.save("flat", at: "d.rtfd")
    try temporary.remove("d.rtfd")
    try temporary.write("part", at: "d.rtfd/TXT.rtf")
    #expect(word(try temporary.save("d.rtfd")) == "saved")
    try temporary.remove("d.rtfd")
    #expect(word(try temporary.save("flat", at: "d.rtfd")) == "saved")
    #expect(try temporary.versions("d.rtfd").count == 3)
    try temporary.fsck()
  }

  @Test func whatIsUnchangedWritesNothing() throws {
    try temporary.save("x", at: "a.txt")
    let written = Count()
    let faults = SystemFaults { call, _ in
      if [.write, .rename, .unlink, .mkdir, .fsync, .link].contains(call) { written.next() }
      return nil
    }
    try SystemFaults.$current.withValue(faults) {
      _ = try temporary.save("a.txt", .save)
      _ = try temporary.save("a.txt", .autosave)
      try library.saveAll { _ in }
      _ = try temporary.versions("a.txt")
    }
    #expect(written.value == 0)
  }

  @Test func everythingIsSyncedBeforeTheReferenceMoves() throws {
    try temporary.save("warm", at: "other.txt")
    try temporary.write("x", at: "a.txt")
    let trail = Trail()
    let faults = SystemFaults { call, path in
      if [.fsync, .rename].contains(call), let path { trail.add(call, path) }
      return nil
    }
    let version = try SystemFaults.$current.withValue(faults) {
      try temporary.save("a.txt").version
    }
    let store = library.store
    let chain = store.appending(ReferenceNames.chain(of: version.document))
    let alias = store.appending(ReferenceNames.alias(of: version.path))
    let steps = trail.steps
    func position(_ call: SystemOperation, _ path: FilePath) -> Int? {
      steps.firstIndex { $0.0 == call && $0.1 == path }
    }
    let blob = ObjectDatabase.name(of: .blob, bytes("x"))
    let aliasMoved = try #require(position(.rename, alias))
    let chainMoved = try #require(position(.rename, chain))
    for id in [blob, version.tree, version.commit] {
      let file = store.appending("objects/\(id.hex.prefix(2))/\(id.hex.dropFirst(2))")
      #expect(try #require(position(.fsync, file)) < aliasMoved)
      #expect(try #require(position(.fsync, file.parent)) < aliasMoved)
    }
    #expect(try #require(position(.fsync, FilePath(alias.bytes + bytes(".lock")))) < aliasMoved)
    let aliasKept = try #require(steps.lastIndex { $0.0 == .fsync && $0.1 == alias.parent })
    #expect(aliasMoved < aliasKept && aliasKept < chainMoved)
    #expect(try #require(position(.fsync, FilePath(chain.bytes + bytes(".lock")))) < chainMoved)
    #expect(try #require(steps.lastIndex { $0.0 == .fsync && $0.1 == chain.parent }) > chainMoved)
  }

  @Test func savesTakeFewSyncs() throws {
    try temporary.save("1", at: "a.txt")
    try temporary.write("2", at: "a.txt")
    let syncs = Count()
    let faults = SystemFaults { call, _ in
      if call == .fsync { syncs.next() }
      return nil
    }
    try SystemFaults.$current.withValue(faults) { _ = try temporary.save("a.txt") }
    #expect(syncs.value <= 8)
  }

  @Test func nothingStaysOpen() throws {
    for number in 0..<5 { try temporary.save("text \(number)", at: "a.txt") }
    try temporary.git("gc", "-q")
    do {
      let library = try temporary.reopened()
      let document = try library.document(documentPath("a.txt"))
      _ = try library.restore(document, to: temporary.version(1, of: "a.txt"))
      _ = try library.undo(library.document(documentPath("a.txt")))
      _ = try library.lock(library.document(documentPath("a.txt")))
      _ = try? library.save(documentPath("a.txt"))
      try library.saveAll { _ in }
    }
    // The library of the test itself keeps its packs open; nothing else of the store may be.
    let open = try Folder.entries(of: "/proc/self/fd").compactMap {
      try? FileSystem.readLink(FilePath("/proc/self/fd").appending($0.name))
    }.filter { $0.starts(with: temporary.folder.bytes) }
      .map { String(decoding: $0, as: UTF8.self) }
      .filter { !$0.contains("/objects/pack/") }
    #expect(open == [])
  }
}

/// The calls a watcher saw, in order.
final class Trail: Sendable {
  private let seen = Mutex<[(SystemOperation, FilePath)]>([])
  var steps: [(SystemOperation, FilePath)] { seen.withLock { $0 } }
  func add(_ call: SystemOperation, _ path: FilePath) { seen.withLock { $0.append((call, path)) } }
}
