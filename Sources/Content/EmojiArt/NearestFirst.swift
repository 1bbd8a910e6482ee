/// Pairs many points closely: nearest pairs first, then swaps as long as they shorten the sum.
///
/// Time n log n but for odd distributions, memory linear.
struct NearestFirst {
  /// How many near points are weighed for each.
  private static let neighbours = 8
  /// How often all are looked at for swaps.
  private static let passes = 8

  private let left: [EmojiPoint]
  private let right: [EmojiPoint]
  private var tree: PointTree
  private var partner: [Int]
  private var owner: [Int]
  private var near: [Int32] = []

  /// `left` must not be the larger set.
  init(_ left: [EmojiPoint], _ right: [EmojiPoint]) {
    self.left = left
    self.right = right
    tree = PointTree(right)
    partner = [Int](repeating: -1, count: left.count)
    owner = [Int](repeating: -1, count: right.count)
  }

  /// Pairs of indices, one for each of the smaller set.
  consuming func pairs() -> [(Int, Int)] {
    takeNearest()
    takeRest()
    for _ in 0..<NearestFirst.passes where !improve() { break }
    return partner.indices.map { ($0, partner[$0]) }
  }

  private struct Edge {
    let distance: Double
    let left: Int32
    let right: Int32
  }

  private mutating func takeNearest() {
    let width = min(NearestFirst.neighbours, right.count)
    near = [Int32](repeating: -1, count: left.count * width)
    var edges: [Edge] = []
    edges.reserveCapacity(near.count)
    for (index, point) in left.enumerated() {
      let found = tree.nearest(to: point, count: width)
      for (rank, other) in found.enumerated() {
        near[index * width + rank] = Int32(other)
        edges.append(
          Edge(
            distance: point.distance(to: right[other]), left: Int32(index), right: Int32(other)))
      }
    }
    edges.sort { ($0.distance, $0.left, $0.right) < ($1.distance, $1.left, $1.right) }
    for edge in edges where partner[Int(edge.left)] < 0 && owner[Int(edge.right)] < 0 {
      partner[Int(edge.left)] = Int(edge.right)
      owner[Int(edge.right)] = Int(edge.left)
    }
  }

  private mutating func takeRest() {
    let rest = partner.indices.filter { partner[$0] < 0 }
    guard !rest.isEmpty else { return }
    for index in owner.indices where owner[index] >= 0 { tree.remove(index) }
    for index in rest {
      guard let found = tree.nearest(to: left[index], count: 1).first else { continue }
      partner[index] = found
      owner[found] = index
      tree.remove(found)
    }
  }

  /// Whether a swap shortened the sum.
  private mutating func improve() -> Bool {
    let width = min(NearestFirst.neighbours, right.count)
    var hasImproved = false
    for index in left.indices {
      for rank in 0..<width {
        let wanted = Int(near[index * width + rank])
        let present = partner[index]
        if wanted < 0 || wanted == present { continue }
        let gain =
          left[index].distance(to: right[present])
          - left[index].distance(to: right[wanted])
        if gain <= 0 { break }
        let other = owner[wanted]
        if other >= 0 {
          let loss =
            left[other].distance(to: right[present])
            - left[other].distance(to: right[wanted])
          guard gain > loss + 1e-9 * abs(gain) else { continue }
          partner[other] = present
        }
        owner[present] = other
        partner[index] = wanted
        owner[wanted] = index
        hasImproved = true
      }
    }
    return hasImproved
  }
}
