import Testing

@testable import Git

struct ObjectIDTests {
  @Test func bytesAndDigitsAreTheSameName() throws {
    var random = Seeded(1)
    for _ in 0..<1000 {
      let raw = random.bytes(20)
      let id = try #require(ObjectID(bytes: raw))
      #expect(id.bytes == raw)
      #expect(ObjectID(id.hex) == id)
      #expect(id.hex == raw.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
    }
  }

  @Test(
    "What is no name gives none",
    arguments: [
      "", "0", String(repeating: "0", count: 39), String(repeating: "0", count: 41),
      String(repeating: "0", count: 39) + "g", String(repeating: "0", count: 39) + "\u{E9}",
      "+" + String(repeating: "0", count: 39),
    ])
  func wrong(text: String) {
    #expect(ObjectID(text) == nil)
    #expect(ObjectID(bytes: bytes(text).prefix(19)) == nil)
  }

  @Test func eightDigitsAtOnceAreWhatEachIs() throws {
    for place in 0..<8 {
      for character in UInt8.min ... .max {
        var text = bytes("1a9F0c7e")
        text[place] = character
        let word = text.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let digits = text.compactMap(hexDigit)
        let expected =
          digits.count == 8 ? digits.reduce(UInt32(0)) { $0 << 4 | UInt32($1) } : nil
        #expect(hexWord(word) == expected, "\(text)")
      }
    }
    var random = Seeded(3)
    for _ in 0..<1000 {
      let id = try #require(ObjectID(bytes: random.bytes(20)))
      #expect(id.hexBytes.withUnsafeBufferPointer { ObjectID(hexDigits: $0) } == id)
    }
  }

  @Test func orderIsThatOfTheBytes() throws {
    var random = Seeded(2)
    let ids = (0..<200).compactMap { _ in ObjectID(bytes: random.bytes(20)) }
    #expect(
      ids.sorted().map(\.hex)
        == ids.map(\.hex).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
  }

  @Test("Names are those that git gives", arguments: [0, 1, 63, 64, 65, 1000, 100_000])
  func names(size: Int) throws {
    let scratch = try Scratch()
    var random = Seeded(UInt64(size))
    let content = random.bytes(size)
    let hex = try scratch.git("hash-object", "--stdin", input: content).dropLast()
    #expect(ObjectDatabase.name(of: .blob, content).hex == hex)
  }

  @Test func digestHasNoHeader() {
    #expect(ObjectID.digest(of: bytes("abc")).hex == "a9993e364706816aba3e25717850c26c9cd0d89d")
    #expect(ObjectID.digest(of: []).hex == "da39a3ee5e6b4b0d3255bfef95601890afd80709")
    #expect(ObjectID.digest(ofParts: bytes("a"), bytes("bc")) == .digest(of: bytes("abc")))
  }
}
