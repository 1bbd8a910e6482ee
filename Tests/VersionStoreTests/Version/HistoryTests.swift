import Files
import Testing

@testable import Git
@testable import VersionStore

struct HistoryTests {
  private let temporary: TemporaryLibrary

  init() throws {
    temporary = try TemporaryLibrary()
    for number in 1...6 { try temporary.save("text \(number)", at: "a.txt") }
    try temporary.save("other", at: "b.txt")
  }

  private func file(_ id: ObjectID) -> FilePath {
    temporary.library.store.appending("objects/\(id.hex.prefix(2))/\(id.hex.dropFirst(2))")
  }

  private func damage(_ id: ObjectID, to length: Int = 0) throws {
    let whole = try File(file(id)).readToEnd()
    try FileSystem.remove(file(id))
    try File(file(id), [.write, .createNew]).write(Array(whole.prefix(length)))
  }

  /// The numbers that can be read, newest first, and the error at the end.
  private func readable(_ history: History) -> ([Int], StoreError.Kind?) {
    var history = history
    var numbers: [Int] = []
    while true {
      do throws(StoreError) {
        guard let version = try history.next() else { return (numbers, nil) }
        numbers.append(version.number)
      } catch {
        #expect((try? history.next()) == nil)
        return (numbers, error.kind)
      }
    }
  }

  @Test("A commit in the middle that is damaged hides none but itself", arguments: [0, 10, 60])
  func middle(length: Int) throws {
    let versions = try temporary.versions("a.txt")
    let document = try temporary.document(at: "a.txt")
    try damage(versions[2].commit, to: length)
    let (numbers, kind) = readable(try temporary.library.history(of: document))
    #expect(numbers == [6, 5, 4, 2, 1])
    #expect(kind == .damaged)
    // The next save does not mind.
    try temporary.save("text 7", at: "a.txt")
    #expect(try temporary.document(at: "a.txt").head.number == 7)
    #expect(try temporary.text(of: versions[1]) == "text 2")
  }

  @Test(
    "A commit that holds the bytes of another never makes a list without end",
    arguments: [(2, 3), (1, 6), (3, 2), (5, 6), (1, 7)])
  func wrongCommit(number: Int, other: Int) throws {
    let versions = try temporary.versions("a.txt")
    let stranger = try temporary.versions("b.txt")[0]
    let source = other == 7 ? stranger.commit : versions[other - 1].commit
    let bytes = try File(file(source)).readToEnd()
    try FileSystem.remove(file(versions[number - 1].commit))
    try File(file(versions[number - 1].commit), [.write, .createNew]).write(bytes)
    let document = try temporary.document(at: "a.txt")
    let (numbers, kind) = readable(try temporary.library.history(of: document))
    if other > number {
      #expect(numbers == (1...6).reversed().filter { $0 != number })
      #expect(kind == .damaged)
    } else {
      // It is passed over as if it had been thinned out; nothing is shown twice.
      #expect(numbers == Array(Set(numbers)).sorted(by: >))
    }
    try temporary.write("text 9", at: "a.txt")
    try temporary.save("a.txt", .autosave)
    try temporary.save("a.txt", .save)
  }

  @Test func damagedHeadIsSaidAndTheRestIsThere() throws {
    let versions = try temporary.versions("a.txt")
    try damage(versions[5].commit, to: 5)
    let path = try documentPath("a.txt")
    let error = #expect(throws: StoreError.self) { try temporary.library.document(path) }
    #expect(error?.kind == .damaged)
    #expect(
      error?.hints.first?.hasSuffix(
        "update-ref --no-deref \(ReferenceNames.chain(of: versions[0].document)) \(versions[4].commit)"
      ) == true)
    // Nothing is written at its path as if it were new.
    try temporary.write("text 8", at: "a.txt")
    #expect(kind { try temporary.save("a.txt") } == .damaged)
    let history = try #require(try temporary.library.history(ofDamaged: path))
    #expect(readable(history).0 == [5, 4, 3, 2, 1])
    // The others work.
    #expect(try temporary.texts("b.txt") == ["other"])
    try temporary.save("more", at: "b.txt")
    // And what the hint says mends it.
    try temporary.git(
      "update-ref", "--no-deref", ReferenceNames.chain(of: versions[0].document),
      versions[4].commit.hex)
    try temporary.save("a.txt")
    #expect(try temporary.texts("a.txt").last == "text 8")
    #expect(try temporary.document(at: "a.txt").head.number == 6)
  }

  @Test func damagedContentIsDamageOfThatVersionAlone() throws {
    let versions = try temporary.versions("a.txt")
    try damage(ObjectDatabase.name(of: .blob, bytes("text 3")), to: 7)
    #expect(kind { try temporary.text(of: versions[2]) } == .damaged)
    #expect(try temporary.text(of: versions[3]) == "text 4")
    try damage(versions[0].tree)
    #expect(kind { try temporary.text(of: versions[0]) } == .damaged)
    // The same content saved again makes it whole.
    try temporary.save("text 3", at: "a.txt")
    #expect(try temporary.text(of: versions[2]) == "text 3")
  }

  @Test func contentOfAnotherFileIsNeverShown() throws {
    let versions = try temporary.versions("a.txt")
    let blobs = (1...2).map { file(ObjectDatabase.name(of: .blob, bytes("text \($0)"))) }
    try FileSystem.exchange(blobs[0], blobs[1])
    #expect(kind { try temporary.text(of: versions[0]) } == .damaged)
    try FileSystem.exchange(file(versions[0].tree), file(versions[1].tree))
    #expect(kind { try temporary.text(of: versions[0]) } == .damaged)
  }

  @Test func versionsOfSeveralDocumentsAreMergedByTime() throws {
    let temporary = try TemporaryLibrary(now: "2026-11-30T12:00:00Z")
    for (time, path) in [
      ("2026-11-30T12:00:01Z", "a"), ("2026-11-30T12:00:02Z", "b"), ("2026-11-30T12:00:03Z", "a"),
      ("2026-11-30T12:00:02Z", "a"), ("2026-11-30T12:00:04Z", "c"),
    ] {
      temporary.clock.set(time)
      try temporary.save(time + path, at: path)
    }
    var log = try LibraryLog(temporary.library) { _, error in Issue.record("\(error)") }
    var seen: [String] = []
    while let version = try log.next() { seen.append("\(version.path)\(version.number)") }
    // Each chain in its own order, whatever the clock did.
    #expect(seen == ["c1", "a3", "a2", "b1", "a1"])
  }

  @Test func versionsOfOneSecondAreMergedByItsFraction() throws {
    let temporary = try TemporaryLibrary(now: "2026-11-30T12:00:00Z")
    for (time, path) in [
      ("2026-11-30T12:00:01.25Z", "b"), ("2026-11-30T12:00:01.3Z", "a"),
      ("2026-11-30T12:00:01.500000001Z", "c"), ("2026-11-30T12:00:01.9Z", "b"),
    ] {
      temporary.clock.set(time)
      try temporary.save(time + path, at: path)
    }
    var log = try LibraryLog(temporary.library) { _, error in Issue.record("\(error)") }
    var seen: [String] = []
    while let version = try log.next() {
      seen.append("\(version.path)\(version.number)")
      #expect(version.time.rfc3339(fraction: true) == "2026-11-30T12:00:01+00:00")
    }
    #expect(seen == ["b2", "c1", "a1", "b1"])
  }
}
