import Files
import Git
import Testing

@testable import VersionStore

@Suite("Thinning histories")
struct PruneTests {
  /// Numbers, contents and identifiers of a document's versions, oldest first.
  private func state(_ library: Library, _ path: String) throws -> [Line] {
    let document = try library.document(try #require(DocumentPath(path)))
    return try library.chain(from: document.head.commit, of: document.id).reversed().map {
      Line(
        number: $0.number, identifier: $0.identifier, time: $0.time, event: $0.event,
        content: $0.isDeletion ? nil : try library.content(of: $0))
    }
  }

  private struct Line: Equatable {
    let number: Int
    let identifier: UUID?
    let time: Moment
    let event: Event
    let content: DocumentContent?
  }

  private func autosaved(_ count: Int, in home: TemporaryLibrary) throws -> Document {
    try home.document(
      (0..<count).map { .init(.autosave, "2026-11-\($0 < 9 ? "0" : "")\($0 + 1)T12:00:00Z") })
  }

  private func prune(_ home: TemporaryLibrary, _ policy: String) throws -> [String] {
    var told: [String] = []
    let policy = try #require(PrunePolicy(policy))
    try home.library.prune(try home.library.documents(), by: policy) { document, result in
      switch result {
      case .success(let numbers): told.append("\(document.path): \(numbers)")
      case .failure(let error): told.append("\(document.path): \(error.message)")
      }
    }
    return told
  }

  private func fsck(_ home: TemporaryLibrary) throws {
    let answer = try GitCommand.run(
      ["fsck", "--strict", "--no-dangling"], in: home.library.store)
    #expect(answer.status == 0)
    #expect(answer.output.isEmpty)
  }

  @Test("What stays keeps number, identifier, time and content; what goes comes back as it was")
  func thereAndBack() throws {
    let home = try TemporaryLibrary()
    let document = try autosaved(9, in: home)
    let before = try state(home.library, "a.txt")
    #expect(try prune(home, "last=2") == ["a.txt: 2-7"])
    #expect(try state(home.library, "a.txt") == before.filter { [1, 8, 9].contains($0.number) })
    try fsck(home)
    let head = try #require(try home.library.head(of: document.id))
    #expect(head.original == document.head.commit)
    let eighth = try home.library.version(try #require(head.parent))
    #expect(eighth.pruned == "2-7")
    #expect(head.pruned == nil)

    #expect(
      try home.library.undoPrune(try home.library.document(id: document.id)).description == "2-7")
    // The very same commits.
    #expect(try home.library.head(of: document.id)?.commit == document.head.commit)
    #expect(try state(home.library, "a.txt") == before)
    try fsck(home)
  }

  @Test("What is pinned stays, and only until it is not pinned any more")
  func pinned() throws {
    let home = try TemporaryLibrary()
    _ = try autosaved(5, in: home)
    let third = try home.version(3, of: "a.txt")
    #expect(try home.library.pin(third) == "pinned")
    #expect(try home.library.pin(third) == "pinned")
    try home.library.label(try home.version(2, of: "a.txt"), "mine")
    #expect(try home.library.pin(try home.version(2, of: "a.txt")) == "mine")
    try home.library.unpin(try home.version(2, of: "a.txt"))
    #expect(try prune(home, "last=1") == ["a.txt: 4"])
    try home.library.unpin(try home.version(3, of: "a.txt"))
    #expect(try prune(home, "last=1") == ["a.txt: 3"])
  }

  @Test("A label that was taken away from a version that then went is no damage")
  func formerLabel() throws {
    let home = try TemporaryLibrary()
    _ = try autosaved(4, in: home)
    try home.library.label(try home.version(2, of: "a.txt"), "kept")
    try home.library.label(try home.version(2, of: "a.txt"), "")
    #expect(try prune(home, "last=1") == ["a.txt: 2-3"])
    #expect(try Verification(home.library).findings.map(\.message) == [])
  }

  @Test("What was saved after thinning stays when what went comes back")
  func savedSince() throws {
    let home = try TemporaryLibrary()
    let document = try autosaved(6, in: home)
    _ = try prune(home, "last=1")
    try home.write("later", at: "a.txt")
    _ = try home.library.save(try #require(DocumentPath("a.txt")), as: .autosave)
    _ = try prune(home, "last=1")
    #expect(try state(home.library, "a.txt").map(\.number) == [1, 7])
    let back = try home.library.undoPrune(try home.library.document(id: document.id))
    #expect(back.description == "2-6")
    let after = try state(home.library, "a.txt")
    #expect(after.map(\.number) == Array(1...7))
    #expect(try home.library.head(of: document.id)?.pruned == nil)
    try fsck(home)
  }

  @Test("Gaps are merged when a history is thinned again")
  func merged() throws {
    let home = try TemporaryLibrary()
    let document = try autosaved(8, in: home)
    let path = try #require(DocumentPath("a.txt"))
    _ = try prune(home, "last=3")
    #expect(try state(home.library, "a.txt").map(\.number) == [1, 6, 7, 8])
    _ = try prune(home, "last=1")
    let head = try home.library.document(path).head
    #expect(head.pruned == "2-7")
    #expect(head.original == document.head.commit)
    #expect(try home.library.undoPrune(try home.library.document(path)).count == 6)
    try fsck(home)
  }

  @Test("A commit that was noted before the chain was rewritten still finds its version")
  func selector() throws {
    let home = try TemporaryLibrary()
    let document = try autosaved(5, in: home)
    _ = try prune(home, "last=1")
    let selector = try VersionSelector(Array("commit:\(document.head.commit.hex)".utf8))
    let now = try home.library.document(id: document.id)
    guard case .version(let found) = try home.library.resolve(selector, in: now) else {
      Issue.record("no version")
      return
    }
    #expect(found.number == 5)
    #expect(found.commit != document.head.commit)
  }

  @Test("Labels given later stay on their versions, and keep them")
  func labels() throws {
    let home = try TemporaryLibrary()
    let document = try autosaved(6, in: home)
    let third = try #require(
      try home.library.chain(from: document.head.commit, of: document.id).first { $0.number == 3 })
    try home.library.label(third, "third")
    _ = try prune(home, "last=1")
    var history = try home.library.history(of: try home.library.document(id: document.id))
    var labels: [Int: String?] = [:]
    while let version = try history.next() { labels[version.number] = version.label }
    #expect(labels == [1: nil, 3: "third", 6: nil])
  }

  @Test("What a document was duplicated from stays")
  func duplicated() throws {
    let home = try TemporaryLibrary()
    let document = try autosaved(4, in: home)
    let copy = try home.library.duplicate(document, to: try #require(DocumentPath("b.txt")))
    #expect(copy.version.origin?.number == 4)
    for text in ["five", "six", "seven"] {
      try home.write(text, at: "a.txt")
      _ = try home.library.save(try #require(DocumentPath("a.txt")), as: .autosave)
    }
    _ = try prune(home, "last=1")
    #expect(try state(home.library, "a.txt").map(\.number) == [1, 4, 7])
  }

  @Test("A policy without rules is refused, and a stopped work stops")
  func refused() throws {
    let home = try TemporaryLibrary()
    let document = try autosaved(3, in: home)
    #expect(throws: StoreError.self) {
      try home.library.prune([document], by: PrunePolicy()) { _, _ in }
    }
    #expect(try home.library.head(of: document.id)?.commit == document.head.commit)
  }

  @Test("The journal says which numbers went by which policy")
  func journal() throws {
    let home = try TemporaryLibrary()
    _ = try autosaved(5, in: home)
    _ = try prune(home, "last=1 weekly=1")
    let replica = try #require(home.library.settings.replica)
    let answer = try GitCommand.run(
      ["log", "-1", "--format=%an%n%B", "refs/journal/\(replica)"], in: home.library.store)
    let text = String(decoding: answer.output, as: UTF8.self)
    for line in ["Ada", "Event: prune", "Pruned: 2-4", "Policy: last=1 weekly=1"] {
      #expect(text.split(separator: "\n").contains { $0 == line }, "\(line)")
    }
  }

  @Test("Many documents at once are thinned as each alone")
  func many() throws {
    let home = try TemporaryLibrary()
    var random = SeededGenerator(11)
    var expected: [String: Set<Int>] = [:]
    let policy = try #require(PrunePolicy("last=2 daily=3 weekly=2"))
    for index in 0..<40 {
      let history = GeneratedHistory(&random, most: 12)
      let given = history.versions.reversed().filter { $0.event == .autosave || $0.event == .save }
      if given.isEmpty { continue }
      let path = "note-\(index).txt"
      let document = try home.document(
        given.map { .init($0.event, $0.time.rfc3339(), $0.label) }, at: path)
      let versions = try home.library.chain(from: document.head.commit, of: document.id)
      var model = history
      model.versions = versions
      model.policy = policy
      model.sources = []
      // The clock of the library decides, which stands where the last document was written.
      expected[path] = PlainModel(model).kept
    }
    let before = try expected.keys.reduce(into: [:]) { $0[$1] = try state(home.library, $1) }
    _ = try prune(home, policy.text)
    for (path, kept) in expected {
      let now = try state(home.library, path)
      #expect(Set(now.map(\.number)) == kept, "\(path)")
      #expect(now == before[path]?.filter { kept.contains($0.number) }, "\(path)")
    }
    try fsck(home)
  }
}

extension Library {
  /// The document with an identity.
  func document(id: UUID) throws(StoreError) -> Document {
    try document(identifiedBy: id.bytes)
  }
}
