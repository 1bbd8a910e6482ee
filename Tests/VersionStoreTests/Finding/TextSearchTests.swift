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

  @Test(
    "Lines end before the CR and the expression is over characters in any encoding",
    arguments: [
      ("x$", Array("x\r\ny\r\n".utf8), true), ("^Liste$", Array("Liste\r\n1\r\n".utf8), true),
      ("x.$", Array("x\r\n".utf8), false), ("^y$", Array("x\ry\rz\r".utf8), true),
      ("^G.ö.e$", [0x47, 0x72, 0xF6, 0xDF, 0x65, 0x0A], true),
      ("^b$", [0xFF, 0xFE, 0x61, 0, 0x0D, 0, 0x0A, 0, 0x62, 0], true),
      ("^[Ä]b$", [0xC4, 0, 0x62, 0, 0x0A, 0, 0x63, 0, 0x64, 0, 0x0A, 0], true),
      ("^🐝$", Array(#"{"a":["\ud83d\udc1d"]}"#.utf8), true),
      ("bin$", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x62, 0x69, 0x6E], true),
    ] as [(String, [UInt8], Bool)])
  func matchesLinesAsTheyRead(pattern: String, bytes: [UInt8], expected: Bool) throws {
    let search = try TextSearch(regularExpression: Array(pattern.utf8))
    #expect(search.occurs(in: bytes) == expected)
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

  @Test func changesOfAllDocumentsAreToldNewestFirst() throws {
    let made = try TemporaryLibrary()
    _ = try made.document(
      [.init(.save, "2026-11-01T10:00:00Z"), .init(.delete, "2026-11-01T14:00:00Z")], at: "a.txt")
    _ = try made.document(
      [.init(.save, "2026-11-01T12:00:00Z"), .init(.save, "2026-11-01T13:00:00Z")], at: "b.txt")
    _ = try made.document([.init(.save, "2026-11-01T11:00:00Z")], at: "c/d.txt")
    var finder = try TextFinder(TextSearch(bytes("version 1")), in: made.library) { _, _ in }
    var found: [String] = []
    while let (version, change) = try finder.next() {
      if let change { found.append("\(version.path) \(version.number) \(change)") }
    }
    #expect(
      found == [
        "a.txt 2 vanished", "b.txt 2 vanished", "b.txt 1 appeared", "c/d.txt 1 appeared",
        "a.txt 1 appeared",
      ])
  }
}
