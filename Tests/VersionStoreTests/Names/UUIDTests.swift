import Testing

@testable import VersionStore

struct UUIDTests {
  @Test func randomOnesAreOfVersion4AndDifferent() {
    var seen: Set<UUID> = []
    for _ in 0..<1000 {
      let text = Array(UUID().description)
      #expect(text.count == 36)
      #expect(text[14] == "4")
      #expect("89ab".contains(text[19]))
      #expect(UUID(String(text)).map { seen.insert($0).inserted } == true)
    }
  }

  @Test func textAndDigitsAreTheSameIdentifier() throws {
    let text = "0123abcd-4567-89ef-8000-ffffffffffff"
    let id = try #require(UUID(text))
    #expect(id.description == text)
    #expect(id.digits == bytes("0123abcd456789ef8000ffffffffffff"))
    #expect(UUID(text.uppercased()) == id)
    #expect(UUID(id.digits) == id)
    for spelling in [text, text.uppercased(), "0123abcd456789ef8000ffffffffffff"] {
      #expect(bytes(spelling).withUnsafeBufferPointer { UUID($0) } == id)
    }
  }

  @Test(
    "What is no identifier gives none",
    arguments: [
      "", "-", "0123abcd-4567-89ef-8000-fffffffffff", "0123abcd-4567-89ef-8000-fffffffffffff",
      "0123abcd-4567-89ef-8000-ffffffffffg0", "0123abcd 4567-89ef-8000-ffffffffffff",
      "{0123abcd-4567-89ef-8000-ffffffffffff}",
    ])
  func wrong(text: String) {
    #expect(UUID(text) == nil)
    #expect(bytes(text).withUnsafeBufferPointer { UUID($0) } == nil)
  }

  @Test func orderIsThatOfTheDigits() {
    let ids = (0..<100).map { _ in UUID() }
    #expect(ids.sorted().map(\.description) == ids.map(\.description).sorted())
  }
}
