import Testing

@testable import VersionStore

@Suite struct TextSearchTests {
  @Test(
    "An expression is one of POSIX, over characters and within lines",
    arguments: [
      ("b+c", "abbc", true), ("^b", "a\nb", true), ("a$", "a\nb", true), ("a.b", "a\nb", false),
      ("a.b", "aéb", true), ("[é]b", "aéb", true), ("x{3}", "xxx", true), ("a|b", "b", true),
      ("(a)\\1", "aa", true), ("z", "a\u{0}z", true), ("^$", "", true), ("q", "", false),
    ])
  func matches(pattern: String, text: String, expected: Bool) throws {
    let search = try TextSearch(regularExpression: Array(pattern.utf8))
    #expect(search.occurs(in: Array(text.utf8)) == expected)
  }

  @Test(arguments: ["(", "[a", "a{2", "*\\"])
  func wrongExpressionsAreInvalid(pattern: String) throws {
    let error = try #require(throws: StoreError.self) {
      try TextSearch(regularExpression: Array(pattern.utf8))
    }
    #expect(error.kind == .invalid)
  }

  @Test func bytesAreFoundAndCharactersInWideTextsOnlyAtWholeUnits() {
    #expect(TextSearch([0xFF, 0]).occurs(in: [1, 0xFF, 0, 2]))
    let search = TextSearch(Array("ab".utf8))
    #expect(search.occurs(in: [0xFF, 0xFE, 0x61, 0, 0x62, 0]))
    #expect(search.occurs(in: [0xFE, 0xFF, 0, 0x61, 0, 0x62]))
    #expect(!search.occurs(in: [0xFF, 0xFE, 0, 0x61, 0, 0x62, 0, 0]))
    #expect(!search.occurs(in: [0x61, 0, 0x62, 0]))
  }
}

@Suite struct TextFinderTests {
  @Test func changesAreToldNewestFirst() throws {
    let made = try TemporaryLibrary()
    let document = try made.document([
      .init(.save, "2026-11-01T10:00:00Z"), .init(.save, "2026-11-01T11:00:00Z"),
      .init(.delete, "2026-11-01T12:00:00Z"), .init(.save, "2026-11-01T13:00:00Z"),
    ])
    func changes(_ text: String) throws -> [String] {
      var finder = try TextFinder(
        TextSearch(Array(text.utf8)), in: made.library, document: document
      ) { _, _ in }
      var found: [String] = []
      while let (version, change) = try finder.next() {
        if let change { found.append("\(version.number) \(change)") }
      }
      return found
    }
    #expect(try changes("version") == ["4 appeared", "3 vanished", "1 appeared"])
    #expect(try changes("version 2") == ["3 vanished", "2 appeared"])
    #expect(try changes("version 9") == [])
  }
}
