import Testing

@testable import VersionStore

@Suite("Numbers of versions in trailers")
struct NumberRangesTests {
  @Test(
    "are read and written",
    arguments: [
      ("", ""), ("5", "5"), ("5-9", "5-9"), ("5-9,12", "5-9,12"), ("5-9, 12", "5-9,12"),
      ("12,5-9", "5-9,12"), ("5,6,7", "5-7"), ("5-7,6-9", "5-9"), ("9-5", ""), ("x,3", "3"),
      ("-3", ""), ("4-", ""),
    ])
  func reading(text: String, expected: String) {
    #expect(NumberRanges(text).description == expected)
  }

  @Test("are joined like sets")
  func union() {
    var random = SeededGenerator(3)
    for _ in 0..<500 {
      let sets = (0..<2).map { _ in
        Set(
          (0..<Int.random(in: 0...20, using: &random)).map { _ in
            Int.random(in: 1...30, using: &random)
          })
      }
      let joined = NumberRanges(sets[0]).union(NumberRanges(sets[1]))
      let both = sets[0].union(sets[1])
      #expect(joined == NumberRanges(both))
      #expect(joined.count == both.count)
      #expect((1...31).allSatisfy { joined.contains($0) == both.contains($0) })
      #expect(NumberRanges(joined.description) == joined)
    }
  }
}
