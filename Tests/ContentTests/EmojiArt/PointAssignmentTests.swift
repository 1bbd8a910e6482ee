import Testing

@testable import Content

@Suite struct PointAssignmentTests {
  static func points(_ random: inout Seeded, _ count: Int, within: Int) -> [EmojiPoint] {
    (0..<count).map { index in
      EmojiPoint(
        Emoji(
          text: "", x: JSONNumber(random.below(within)), y: JSONNumber(random.below(within)),
          size: JSONNumber(1)), index: index, text: 0)
    }
  }

  static func sum(_ pairs: [(Int, Int)], _ left: [EmojiPoint], _ right: [EmojiPoint]) -> Double {
    pairs.reduce(0) { $0 + left[$1.0].distance(to: right[$1.1]) }
  }

  static func least(_ left: ArraySlice<EmojiPoint>, _ right: [EmojiPoint]) -> Double {
    guard let first = left.first else { return 0 }
    if left.count > right.count { return .infinity }
    return right.indices.reduce(.infinity) { best, index in
      var rest = right
      rest.remove(at: index)
      return min(best, first.distance(to: right[index]) + least(left.dropFirst(), rest))
    }
  }

  @Test(arguments: JSONPropertyTests.blocks) func smallGroupsPairAtTheLeastTotal(block: Int) {
    JSONPropertyTests.forEachSeed(block) { random, seed in
      let left = Self.points(&random, 1 + random.below(4), within: 20)
      let right = Self.points(&random, 1 + random.below(5), within: 20)
      var assignment = PointAssignment()
      let pairs = assignment.pairs(left, right)
      #expect(pairs.count == min(left.count, right.count), "seed \(seed)")
      #expect(Set(pairs.map(\.0)).count == pairs.count, "seed \(seed)")
      #expect(Set(pairs.map(\.1)).count == pairs.count, "seed \(seed)")
      let best =
        left.count <= right.count ? Self.least(left[...], right) : Self.least(right[...], left)
      #expect(abs(Self.sum(pairs, left, right) - best) < 1e-6, "seed \(seed)")
    }
  }

  @Test(arguments: 0..<40) func nearestFirstComesCloseToTheLeastTotal(seed: Int) {
    var random = Seeded(seed)
    let left = Self.points(&random, 60, within: 400)
    let right = Self.points(&random, 60 + random.below(30), within: 400)
    var assignment = PointAssignment()
    let exact = Self.sum(assignment.pairs(left, right), left, right)
    let near = NearestFirst(left, right).pairs()
    #expect(Set(near.map(\.1)).count == 60)
    #expect(Self.sum(near, left, right) <= exact * 1.25)
  }

  @Test func manyPointsAtOnePlacePairToo() {
    var random = Seeded(1)
    let left = Self.points(&random, 3000, within: 1)
    let right = Self.points(&random, 3100, within: 1000)
    let pairs = NearestFirst(left, right).pairs()
    #expect(Set(pairs.map(\.1)).count == 3000)
    let others = NearestFirst(left, left).pairs()
    #expect(Set(others.map(\.1)).count == 3000)
  }

  @Test(arguments: 0..<200) func theTreeFindsTheNearest(seed: Int) {
    var random = Seeded(seed)
    let points = Self.points(&random, 1 + random.below(80), within: 30)
    var tree = PointTree(points)
    var left = Set(points.indices)
    while !left.isEmpty {
      let wanted = Self.points(&random, 1, within: 30)[0]
      let found = tree.nearest(to: wanted, count: 3)
      let best = left.map { points[$0].distance(to: wanted) }.sorted().prefix(3)
      #expect(found.map { points[$0].distance(to: wanted) } == Array(best))
      guard let gone = left.randomElement(using: &random) else { return }
      left.remove(gone)
      tree.remove(gone)
    }
    #expect(tree.nearest(to: points[0], count: 3).isEmpty)
  }
}
