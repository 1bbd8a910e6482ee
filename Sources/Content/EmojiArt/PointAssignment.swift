/// Pairs the points of two sets such that the sum of distances is least.
///
/// Every point of the smaller set gets a partner. Up to a budget the answer is exact, by shortest
/// augmenting paths (the Hungarian method in the form of Jonker and Volgenant, 1987) with the
/// distances made on the way; past it nearest pairs are taken first, then improved by swaps.
struct PointAssignment {
  /// The steps left for exact answers, shared by all groups of a drawing.
  private var budget = 4_000_000

  /// Pairs of indices.
  mutating func pairs(_ left: [EmojiPoint], _ right: [EmojiPoint]) -> [(Int, Int)] {
    if left.isEmpty || right.isEmpty { return [] }
    if left.count > right.count { return pairs(right, left).map { ($0.1, $0.0) } }
    let work = left.count * left.count * right.count
    if left.count <= 512, right.count <= 16_384, work <= budget {
      budget -= work
      return PointAssignment.exact(left, right)
    }
    return NearestFirst(left, right).pairs()
  }

  /// The distance, and far below it how unlike the sizes and the places in the stack are.
  @inline(__always)
  private static func cost(_ first: EmojiPoint, _ second: EmojiPoint) -> Double {
    let apart = first.distance(to: second)
    return first.size == second.size ? apart : apart + apart * 1e-9 + 1e-9
  }

  /// `left` must not be the larger set.
  private static func exact(_ left: [EmojiPoint], _ right: [EmojiPoint]) -> [(Int, Int)] {
    let count = right.count
    var rowPrice = [Double](repeating: 0, count: left.count)
    var columnPrice = [Double](repeating: 0, count: count)
    var owner = [Int](repeating: -1, count: count)
    var shortest = [Double](repeating: 0, count: count)
    var before = [Int](repeating: -1, count: count)
    var isDone = [Bool](repeating: false, count: count)
    for start in left.indices {
      for column in 0..<count {
        shortest[column] = .infinity
        isDone[column] = false
      }
      var row = start
      var last = -1
      var done: [Int] = []
      while true {
        var least = Double.infinity
        var next = -1
        for column in 0..<count where !isDone[column] {
          let reduced = cost(left[row], right[column]) - rowPrice[row] - columnPrice[column]
          if reduced < shortest[column] {
            shortest[column] = reduced
            before[column] = last
          }
          if shortest[column] < least {
            least = shortest[column]
            next = column
          }
        }
        guard next >= 0 else { break }
        rowPrice[start] += least
        for column in done {
          rowPrice[owner[column]] += least
          columnPrice[column] -= least
        }
        for column in 0..<count where !isDone[column] { shortest[column] -= least }
        isDone[next] = true
        done.append(next)
        last = next
        if owner[next] < 0 { break }
        row = owner[next]
      }
      var column = last
      while column >= 0 {
        let previous = before[column]
        owner[column] = previous >= 0 ? owner[previous] : start
        column = previous
      }
    }
    return owner.indices.filter { owner[$0] >= 0 }.map { (owner[$0], $0) }
  }
}
