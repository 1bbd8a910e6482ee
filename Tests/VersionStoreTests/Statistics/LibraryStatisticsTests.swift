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
    let first = verification.bytesFreed(byRemoving: [a: [1]])
    let second = verification.bytesFreed(byRemoving: [a: [2]])
    // The first one shares its content with 'b.txt', and not its tree.
    #expect(first > 0 && second > first)
    #expect(verification.bytesFreed(byRemoving: [a: [1], b: [1]]) > first)
    #expect(verification.bytesFreed(byRemoving: [:]) == 0)
  }
}
