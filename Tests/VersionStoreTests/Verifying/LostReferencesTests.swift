import Files
import Testing

@testable import Git
@testable import VersionStore

/// What 'packed-refs' has lost is found again from the objects, where these leave no doubt.
struct LostReferencesTests {
  private let temporary: TemporaryLibrary

  /// Documents that were renamed, labelled, pruned and deleted.
  init() throws {
    temporary = try TemporaryLibrary(now: "2026-11-01T12:00:00Z")
    for day in 1...8 {
      temporary.clock.set("2026-11-0\(day)T12:00:00Z")
      try temporary.save("text \(day)\n", at: "a.txt", .autosave)
    }
    temporary.clock.set("2026-11-10T12:00:00Z")
    try temporary.save("other\n", at: "b.txt")
    let library = temporary.library
    _ = try library.rename(try temporary.document(at: "b.txt"), to: documentPath("c.txt"))
    try temporary.save("gone\n", at: "gone.txt")
    _ = try library.delete(try temporary.document(at: "gone.txt"))
    for (second, label) in ["draft", "better", "best"].enumerated() {
      temporary.clock.set("2026-11-11T12:00:0\(second)Z")
      try library.label(try temporary.version(3, of: "a.txt"), label)
    }
    temporary.clock.set("2026-11-12T12:00:00Z")
    try library.label(try temporary.version(4, of: "a.txt"), "not for long")
    temporary.clock.set("2026-11-12T12:00:01Z")
    try library.label(try temporary.version(4, of: "a.txt"), "")
  }

  private func prune(_ policy: String) throws {
    let policy = try #require(PrunePolicy(policy))
    try temporary.library.prune(try temporary.library.documents(), by: policy) { _, _ in }
  }

  /// All references but the journal's, which a repair adds to.
  private func references() throws -> [String] {
    try temporary.git("for-each-ref").split(separator: "\n").map(String.init)
      .filter { !$0.contains("refs/journal/") }
  }

  private func repair() throws -> (done: [String], impossible: [String]) {
    let library = try temporary.reopened()
    let steps = try library.repair(try Verification(library))
    let after = try Verification(try temporary.reopened())
    #expect(after.findings.filter { $0.severity == .damage }.map(\.message) == [])
    try temporary.fsck()
    return (steps.filter(\.isDone).map(\.message), steps.filter { !$0.isDone }.map(\.message))
  }

  private func cut(_ length: (Int) -> Int) throws {
    try temporary.git("pack-refs", "--all")
    // A reference that is packed and counted is missed.
    try temporary.library.label(try temporary.version(1, of: "a.txt"), "counted")
    try ReferenceGuard(temporary.library).checkAndRemember()
    let path = temporary.library.store.appending("packed-refs")
    let whole = try File(path).readToEnd()
    try FileSystem.remove(path)
    let count = length(whole.count)
    if count >= 0 { try File(path, [.write, .createNew]).write(Array(whole.prefix(count))) }
  }

  @Test("Wherever the file is cut, all references are those that were", arguments: 0...12)
  func cutAnywhere(twelfths: Int) throws {
    try prune("last=2")
    try temporary.save("text 9\n", at: "a.txt", .autosave)
    try temporary.save("text 10\n", at: "a.txt", .autosave)
    try prune("last=1")
    let before = try references()
    #expect(before.contains { $0.contains("refs/pruned/") })
    try cut { twelfths == 12 ? -1 : $0 * twelfths / 12 }
    let result = try repair()
    #expect(result.impossible == [])
    let after = try references()
    for line in before { #expect(after.contains(line), "\(line)") }
    // The label that was given since is in a file of its own.
    #expect(after.count == before.count + 1)
    #expect(try temporary.versions("a.txt").first { $0.number == 3 }?.label == "best")
    #expect(try temporary.versions("a.txt").first { $0.number == 4 } == nil)
    let events = try temporary.reopened().journal().filter { $0.event == .label }
    #expect(events.count == 5)
    let document = try temporary.document(at: "a.txt")
    #expect(try temporary.reopened().undoPrune(document).count > 0)
    #expect(try temporary.versions("a.txt").count == 10)
  }

  @Test func labelThatNothingDecidesIsLeftToAPerson() throws {
    try temporary.git("config", "--unset", "versions.replica")
    let library = try temporary.reopened()
    let version = try temporary.version(5, of: "a.txt")
    for (second, label) in ["one", "two"].enumerated() {
      temporary.clock.set("2026-11-13T12:00:0\(second)Z")
      try library.label(version, label)
    }
    // And one that only the journal knows not to be the last.
    temporary.clock.set("2026-11-14T12:00:00Z")
    try library.label(try temporary.version(3, of: "a.txt"), "after the journal")
    try cut { _ in -1 }
    let verification = try Verification(try temporary.reopened())
    let lost = LostReferences(verification, kept: [:])
    #expect(
      lost.doubts.sorted() == [
        "the label of version 3 of 'a.txt' is not found again: it can be 'after the journal' or "
          + "'best' or 'better' or 'draft'",
        "the label of version 5 of 'a.txt' is not found again: it can be 'one' or 'two'",
      ])
    #expect(
      !lost.all.keys.contains {
        $0.hasSuffix(String(decoding: version.persistentIdentifier, as: UTF8.self))
      })
  }

  @Test func whatWasPurgedStaysForgotten() throws {
    let document = try temporary.document(at: "gone.txt").id
    let library = temporary.library
    _ = try library.purge(try library.planPurge(try temporary.document(at: "gone.txt")))
    try cut { _ in -1 }
    _ = try repair()
    #expect(try temporary.reopened().documents().allSatisfy { $0.id != document })
  }

  @Test(
    "Of several ends of a journal the one counts that others found without theirs",
    arguments: [
      // Each entry: its name, the one before it, its time.
      ("a- b1 c2", "c"),
      ("a0- b1a x1a", nil),
      ("a0- x1a b2a", "b"),
      ("a0- x1a y2x b3a", "b"),
      ("a0- x1a b2a c3b", "c"),
      ("a0- x5a b2a c3b", "x"),
      ("a0- x3a b2a c3b", nil),
    ] as [(String, String?)])
  func endOfAJournal(entries: String, end: String?) throws {
    var ids: [Character: ObjectID] = [:]
    var found: [ObjectID: JournalEntry] = [:]
    var last: Character?
    for word in entries.split(separator: " ") {
      let parts = Array(word)
      let name = parts[0]
      let second = parts.dropFirst().first { $0.isNumber } ?? "0"
      let parent = parts.dropFirst().first { $0.isLetter } ?? (parts.contains("-") ? nil : last)
      let signature = Signature(
        name: bytes("Ada"), email: bytes("ada@x"), seconds: Int64(String(second)) ?? 0, offset: 0)
      let commit = Commit(
        tree: Version.emptyTree, parents: parent.flatMap { ids[$0] }.map { [$0] } ?? [],
        author: signature, committer: signature,
        message: bytes("repair\n\nEvent: repair\nRepaired: \(name)\n"))
      let id = ObjectDatabase.name(of: .commit, commit.bytes)
      ids[name] = id
      found[id] = JournalEntry(commit: id, bytes: commit.bytes)
      #expect(found[id] != nil)
      last = name
    }
    #expect(LostReferences.end(of: found) == end.flatMap { ids[Character($0)] })
  }
}
