/// Finds the nearest of many points, some of which may be taken out (a balanced k-d tree, in place).
struct PointTree {
  private let points: [EmojiPoint]
  /// Indices of the points; the middle of each range divides it, along x and y in turn.
  private var order: [Int32]
  /// Where each point stands in `order`.
  private var position: [Int32]
  /// The count of points left in the range that a middle divides.
  private var left: [Int32]
  private var isRemoved: [Bool]

  init(_ points: [EmojiPoint]) {
    self.points = points
    order = points.indices.map { Int32($0) }
    position = [Int32](repeating: 0, count: points.count)
    left = [Int32](repeating: 0, count: points.count)
    isRemoved = [Bool](repeating: false, count: points.count)
    divide(0, points.count, alongX: true)
    for (place, index) in order.enumerated() { position[Int(index)] = Int32(place) }
  }

  private mutating func divide(_ low: Int, _ high: Int, alongX: Bool) {
    guard low < high else { return }
    let middle = (low + high) / 2
    let points = points
    func coordinate(_ index: Int32) -> Double {
      alongX ? points[Int(index)].x : points[Int(index)].y
    }
    // Sorting instead of selecting costs a logarithm more and cannot go quadratic.
    order[low..<high].sort { (coordinate($0), $0) < (coordinate($1), $1) }
    left[middle] = Int32(high - low)
    divide(low, middle, alongX: !alongX)
    divide(middle + 1, high, alongX: !alongX)
  }

  /// Takes a point out.
  mutating func remove(_ index: Int) {
    guard !isRemoved[index] else { return }
    isRemoved[index] = true
    let place = Int(position[index])
    var (low, high) = (0, order.count)
    while low < high {
      let middle = (low + high) / 2
      left[middle] -= 1
      if middle == place { return }
      if place < middle { high = middle } else { low = middle + 1 }
    }
  }

  /// The nearest points that are left, nearest first; of equals the lower index.
  func nearest(to point: EmojiPoint, count: Int) -> [Int] {
    var found: [(distance: Double, index: Int)] = []
    found.reserveCapacity(count + 1)
    search(0, order.count, alongX: true, point, count, &found)
    return found.map(\.index)
  }

  private func search(
    _ low: Int, _ high: Int, alongX: Bool, _ point: EmojiPoint, _ count: Int,
    _ found: inout [(distance: Double, index: Int)]
  ) {
    guard low < high else { return }
    let middle = (low + high) / 2
    guard left[middle] > 0 else { return }
    let index = Int(order[middle])
    let candidate = points[index]
    if !isRemoved[index] {
      let (dx, dy) = (candidate.x - point.x, candidate.y - point.y)
      let distance = dx * dx + dy * dy
      if found.count < count || distance < found[found.count - 1].distance {
        let place = found.firstIndex { $0.distance > distance } ?? found.count
        found.insert((distance, index), at: place)
        if found.count > count { found.removeLast() }
      }
    }
    let apart = alongX ? point.x - candidate.x : point.y - candidate.y
    let (near, far) =
      apart < 0 ? ((low, middle), (middle + 1, high)) : ((middle + 1, high), (low, middle))
    search(near.0, near.1, alongX: !alongX, point, count, &found)
    if found.count < count || apart * apart < found[found.count - 1].distance {
      search(far.0, far.1, alongX: !alongX, point, count, &found)
    }
  }
}
