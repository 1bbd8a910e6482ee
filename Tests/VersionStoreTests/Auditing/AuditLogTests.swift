import Files
import Testing

@testable import Git
@testable import VersionStore

struct AuditLogTests {
  private let temporary: TemporaryLibrary

  init() throws {
    temporary = try TemporaryLibrary(now: "2026-11-30T12:00:01Z")
    try temporary.save("one\n", at: "a.txt")
    temporary.clock.set("2026-11-30T12:00:02Z")
    try temporary.save("eins\n", at: "letters/b.txt")
    temporary.clock.set("2026-11-30T12:00:03Z")
    try temporary.save("two\n", at: "a.txt")
    try temporary.library.label(try temporary.version(1, of: "a.txt"), "first")
    temporary.clock.set("2026-11-30T12:00:04Z")
    try temporary.save("three\n", at: "a.txt")
  }

  /// The events of a log: `save a.txt 1`.
  private func events(_ log: AuditLog) throws -> [String] {
    var log = log
    var events: [String] = []
    while let event = try log.next() {
      let number =
        switch event {
        case .version(let version): version.number
        case .journal(let entry): entry.version ?? 0
        }
      events.append("\(event.event) \(event.path?.description ?? "") \(number)")
    }
    #expect(try log.next() == nil)
    return events
  }

  private func log(
    below folder: String? = nil, document: Document? = nil, after start: AuditLog.Start? = nil
  ) throws -> AuditLog {
    try AuditLog(
      temporary.library, below: try folder.map { try documentPath($0) }, document: document,
      after: start
    ) { _, error in Issue.record("\(error)") }
  }

  @Test func versionsAndJournalAreOneTrailInOrder() throws {
    #expect(
      try events(log()) == [
        "save a.txt 3", "label a.txt 1", "save a.txt 2", "save letters/b.txt 1", "save a.txt 1",
      ])
    #expect(try events(log(below: "letters")) == ["save letters/b.txt 1"])
    #expect(
      try events(log(document: temporary.document(at: "a.txt"))) == [
        "save a.txt 3", "label a.txt 1", "save a.txt 2", "save a.txt 1",
      ])
  }

  @Test func entryOfTheJournalTellsAllThatItHolds() throws {
    var log = try log()
    _ = try log.next()
    guard case .journal(let entry)? = try log.next() else {
      Issue.record("no entry")
      return
    }
    #expect(entry.label == "first" && entry.version == 1 && entry.host == "host")
    #expect(entry.app == "tests" && entry.details == [])
    #expect(entry.versionIdentifier == (try temporary.version(1, of: "a.txt").identifier))
  }

  @Test func logAfterACommitIsWhatItListsBeforeIt() throws {
    var whole = try log()
    var seen: [(ObjectID, String)] = []
    let names = try events(log())
    while let event = try whole.next() { seen.append((event.commit, names[seen.count])) }
    for (index, (commit, _)) in seen.enumerated() {
      #expect(try events(log(after: .commit(commit))) == Array(names[..<index]))
    }
  }

  @Test func logAfterACommitThatIsNoneIsAnError() throws {
    let tree = try temporary.version(1, of: "a.txt").tree
    for id in [ObjectID.zero, tree] {
      #expect(kind { try log(after: .commit(id)) } == .versionNotFound)
    }
  }

  @Test func logAfterACommitThatAPruneTookOutOrWroteAnew() throws {
    for number in 4...6 {
      temporary.clock.set("2026-11-30T12:00:0\(number + 1)Z")
      try temporary.save("\(number)\n", at: "a.txt", .autosave)
    }
    let pruned = try temporary.version(5, of: "a.txt")
    let rewritten = try temporary.version(6, of: "a.txt")
    temporary.clock.set("2026-11-30T12:00:08Z")
    try temporary.save("7\n", at: "a.txt")
    temporary.clock.set("2026-11-30T12:00:09Z")
    var policy = PrunePolicy()
    policy.last = 2
    try temporary.library.prune([temporary.document(at: "a.txt")], by: policy) { _, _ in }
    for isExpired in [false, true] {
      if isExpired { _ = try temporary.library.compact(expiring: true) }
      let new = try events(log(after: .commit(rewritten.commit)))
      #expect(new.suffix(2) == ["prune a.txt 7", "save a.txt 7"], "\(new)")
      #expect {
        _ = try self.log(after: .commit(pruned.commit))
      } throws: { error in
        let error = error as? StoreError
        return error?.kind == .versionNotFound
          && error?.hints.last?.contains("--since-digest FILE") == true
          && (isExpired || error?.message.hasPrefix("version 5 of 'a.txt'") == true)
      }
    }
  }

  @Test func logAfterADigestIsWhatCameSinceWhateverItsTime() throws {
    let digest = try LibraryDigest(of: temporary.library)
    #expect(try events(log(after: .digest(digest))) == [])
    temporary.clock.set("2020-01-01T00:00:00Z")
    try temporary.save("four\n", at: "a.txt")
    try temporary.save("new\n", at: "new.txt")
    try temporary.library.label(try temporary.version(2, of: "a.txt"), "second")
    #expect(
      Set(try events(log(after: .digest(digest)))) == [
        "save a.txt 4", "save new.txt 1", "label a.txt 2",
      ])
  }

  @Test func labelsOfManyDocumentsAreShown() throws {
    var log = try log()
    var labels: [String?] = []
    while let event = try log.next() {
      if case .version(let version) = event { labels.append(version.label) }
    }
    #expect(labels == [nil, nil, nil, "first"])
  }

  @Test func entryOfTheJournalIsNeverTakenForAVersion() throws {
    let document = try temporary.document(at: "a.txt")
    let whole = try temporary.library.wholeVersions(of: document.id)
    #expect(whole.map(\.number) == [3, 2, 1])
    #expect(whole.allSatisfy { $0.event == .save })
  }

  @Test(
    "Patterns are those of gitignore",
    arguments: [
      ("*.txt", "a.txt", true), ("*.txt", "x/a.txt", true), ("a.txt", "x/a.txt", true),
      ("/a.txt", "x/a.txt", false), ("x/*.txt", "x/a.txt", true), ("x/*.txt", "x/y/a.txt", false),
      ("x/**/a.txt", "x/y/z/a.txt", true), ("x", "x/y/a.txt", true), ("x/", "x/y/a.txt", true),
      ("y", "x/y/a.txt", true), ("/y", "x/y/a.txt", false), ("*.md", "a.txt", false),
      ("[ab].txt", "b.txt", true),
    ])
  func patterns(pattern: String, path: String, matches: Bool) throws {
    #expect(PathPattern(bytes(pattern)).matches(try documentPath(path)) == matches)
  }
}
