import Files
import Testing

@testable import VersionStore

struct LibraryStatisticsTests {
  private let temporary: TemporaryLibrary

  init() throws {
    temporary = try TemporaryLibrary(now: "2026-11-30T12:00:00Z")
    try temporary.save("one\n", at: "a.txt")
    temporary.clock.set("2026-12-01T12:00:00Z")
    try temporary.save("three\n", at: "a.txt")
    try temporary.save("one\n", at: "b.txt")
    try temporary.save("{\"a\": 1}", at: "c.json")
  }

  @Test(arguments: [false, true])
  func everythingIsCountedOnce(packed: Bool) throws {
    if packed { try temporary.git("gc", "-q") }
    let statistics = try LibraryStatistics(try temporary.reopened())
    #expect(statistics.total.versions == 4)
    #expect(statistics.total.content == 4 + 6 + 4 + 8)
    #expect(Set(statistics.documents.map(\.path.description)) == ["a.txt", "b.txt", "c.json"])
    let a = try #require(statistics.documents.first { $0.path.description == "a.txt" })
    #expect(a.amount.versions == 2 && a.amount.content == 10)
    #expect(statistics.kinds.map(\.type).sorted() == ["public.json", "public.plain-text"])
    #expect(statistics.months.map(\.month) == ["2026-11", "2026-12"])
    #expect(statistics.months.map(\.amount.versions) == [1, 3])
    for sum in [
      statistics.documents.reduce(0) { $0 + $1.amount.stored },
      statistics.kinds.reduce(0) { $0 + $1.amount.stored },
      statistics.months.reduce(0) { $0 + $1.amount.stored },
    ] {
      #expect(sum == statistics.total.stored)
    }
    #expect(statistics.unneeded == 0)
    #expect((statistics.loose.count == 0) == packed)
    #expect((statistics.freedByCompacting == 0) == packed)
    #expect(statistics.disk >= statistics.total.stored)
  }

  @Test func whatNothingNeedsIsFreed() throws {
    let content = [UInt8](repeating: 7, count: 3000)
    try temporary.library.repository.objects.write(.blob, content)
    let statistics = try LibraryStatistics(try temporary.reopened())
    #expect(statistics.unneeded > 0)
  }

  @Test func thinningFreesWhatOnlyThoseVersionsNeed() throws {
    let verification = try Verification(temporary.library)
    let a = try temporary.document(at: "a.txt").id
    let b = try temporary.document(at: "b.txt").id
    let first = verification.unneeded(without: [a: [1]])
    let second = verification.unneeded(without: [a: [2]])
    // The first one shares its content with 'b.txt', and not its tree.
    #expect(first > 0 && second > first)
    #expect(verification.unneeded(without: [a: [1], b: [1]]) > first)
    #expect(verification.unneeded(without: [:]) == 0)
  }
}

/// What is foretold, held against what pruning, compacting and letting go then do.
struct ForecastTests {
  private let temporary: TemporaryLibrary
  private var random = SeededGenerator(7)

  /// Autosaves of contents that share nothing, and of a text that grows.
  init() throws {
    temporary = try TemporaryLibrary(now: "2026-11-01T12:00:00Z")
    var text = ""
    for day in 1...24 {
      temporary.clock.set("2026-11-\(day < 10 ? "0" : "")\(day)T12:00:00Z")
      for name in ["a.bin", "b.bin"] {
        try temporary.write(random.bytes(40_000), at: Array(name.utf8))
        try temporary.save(name, day % 8 == 0 ? .save : .autosave)
      }
      text += "What was written on day \(day), and how the bees were.\n"
      try temporary.save(text, at: "diary.txt", .autosave)
    }
  }

  private func prune(_ policy: PrunePolicy) throws -> Int {
    var count = 0
    try temporary.library.prune(try temporary.library.documents(), by: policy) { _, result in
      if case .success(let numbers) = result { count += numbers.count }
    }
    return count
  }

  @Test(arguments: [false, true])
  func thinningFreesAboutWhatIsForetold(packed: Bool) throws {
    if packed { _ = try temporary.library.compact() }
    let policy = try #require(PrunePolicy("last=3 weekly=2"))
    let before = try LibraryStatistics(try temporary.reopened(), thinningBy: policy)
    #expect(before.freedByExpiring == 0)
    #expect(before.thinning.documents == 3)
    #expect(try prune(policy) == before.thinning.versions)

    let pruned = try LibraryStatistics(try temporary.reopened(), thinningBy: policy)
    #expect(pruned.thinning.versions == 0 && pruned.thinning.freed == 0)
    let foretold = Double(before.thinning.freed)
    #expect(abs(Double(pruned.freedByExpiring) - foretold) < 0.02 * foretold)

    let objects = try temporary.library.compact().bytesAfter
    _ = try temporary.library.compact(expiring: true)
    let freed =
      Double(objects) - Double(try StoreFiles(store: temporary.library.store).objectBytes())
    #expect(abs(freed - foretold) < 0.02 * foretold)
    let after = try LibraryStatistics(try temporary.reopened(), thinningBy: policy)
    #expect(after.freedByExpiring == 0 && after.unneeded == 0)
  }

  @Test func compactingFreesWhatIsForetoldAtTheLeast() throws {
    let before = try LibraryStatistics(try temporary.reopened())
    _ = try temporary.library.compact()
    let after = try LibraryStatistics(try temporary.reopened())
    #expect(before.freedByCompacting > 0 && after.freedByCompacting == 0)
    #expect(before.disk - after.disk >= before.freedByCompacting)
    #expect(before.disk - after.disk < 2 * before.freedByCompacting)
  }

  @Test func libraryWithoutAPolicyIsThinnedAsTheDesktopDoes() throws {
    #expect(try LibraryStatistics(try temporary.reopened()).thinning.policy == .desktop)
    let setting = try Setting.named(Array("prune".utf8))
    try temporary.library.set(setting, to: "last=2")
    let statistics = try LibraryStatistics(try temporary.reopened())
    #expect(statistics.thinning.policy.text == "last=2")
    #expect(statistics.thinning.versions > 0)
  }
}
