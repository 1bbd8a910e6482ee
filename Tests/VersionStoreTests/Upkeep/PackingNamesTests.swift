import Testing

@testable import VersionStore

struct PackingNamesTests {
  /// Git's `pack_name_hash`.
  private func hash(_ name: [UInt8]) -> UInt32 {
    name.reduce(0) { ($0 >> 2) &+ UInt32($1) << 24 }
  }

  @Test func hashesGoDownOneByOne() {
    var names = PackingNames()
    var last: UInt32?
    for _ in 0..<100_000 {
      let next = hash(names.next())
      if let last { #expect(next == last - 1) }
      last = next
    }
  }
}
