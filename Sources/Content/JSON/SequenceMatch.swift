/// Finds a common subsequence of two sequences, as long as its budget allows.
///
/// Myers' greedy algorithm (An O(ND) Difference Algorithm, 1986) up to a count of differences,
/// past it anchors on elements that stand once on both sides, and Myers with a small budget between.
/// Memory is linear but for the budget's trace.
struct SequenceMatch {
  /// A stretch of equal elements.
  struct Run {
    var left: Int
    var right: Int
    var count: Int
  }

  /// The differences up to which the shortest answer is found.
  private static let budget = 1024

  private let leftCount: Int
  private let rightCount: Int
  private let hashes: (left: [UInt32], right: [UInt32])
  private let isEqual: (Int, Int) -> Bool
  private(set) var runs: [Run] = []
  /// Whether the budget was too small, so that more may be told as changed than was.
  private(set) var isCoarse = false

  /// Matches elements by their hashes, confirmed by a test for equality.
  init(left: [UInt32], right: [UInt32], isEqual: @escaping (Int, Int) -> Bool) {
    hashes = (left, right)
    leftCount = left.count
    rightCount = right.count
    self.isEqual = isEqual
    match(0..<leftCount, 0..<rightCount, budget: SequenceMatch.budget)
  }

  @inline(__always)
  private func equal(_ left: Int, _ right: Int) -> Bool {
    hashes.left[left] == hashes.right[right] && isEqual(left, right)
  }

  private mutating func add(_ left: Int, _ right: Int, _ count: Int) {
    guard count > 0 else { return }
    if let last = runs.last, last.left + last.count == left, last.right + last.count == right {
      runs[runs.count - 1].count += count
    } else {
      runs.append(Run(left: left, right: right, count: count))
    }
  }

  private mutating func match(_ left: Range<Int>, _ right: Range<Int>, budget: Int) {
    var front = 0
    let most = min(left.count, right.count)
    while front < most, equal(left.lowerBound + front, right.lowerBound + front) { front += 1 }
    var back = 0
    while back < most - front, equal(left.upperBound - 1 - back, right.upperBound - 1 - back) {
      back += 1
    }
    add(left.lowerBound, right.lowerBound, front)
    let inner = left.lowerBound + front..<left.upperBound - back
    let other = right.lowerBound + front..<right.upperBound - back
    if !inner.isEmpty, !other.isEmpty, !myers(inner, other, budget: budget) {
      byAnchors(inner, other)
    }
    add(left.upperBound - back, right.upperBound - back, back)
  }

  /// False, with nothing added, where there are more differences than the budget.
  private mutating func myers(_ left: Range<Int>, _ right: Range<Int>, budget: Int) -> Bool {
    let (n, m) = (left.count, right.count)
    let most = min(n + m, budget)
    if abs(n - m) > most { return false }
    var furthest = [Int32](repeating: 0, count: 2 * most + 3)
    var trace: [Int32] = []
    let zero = most + 1
    for d in 0...most {
      for k in stride(from: -d, through: d, by: 2) {
        let down = k == -d || k != d && furthest[zero + k - 1] < furthest[zero + k + 1]
        var x = down ? Int(furthest[zero + k + 1]) : Int(furthest[zero + k - 1]) + 1
        while x < n, x - k < m, x - k >= 0,
          equal(left.lowerBound + x, right.lowerBound + x - k)
        {
          x += 1
        }
        furthest[zero + k] = Int32(x)
        if x >= n, x - k >= m {
          follow(trace, d, n, m, left.lowerBound, right.lowerBound)
          return true
        }
      }
      trace += furthest[(zero - d)...(zero + d)]
    }
    return false
  }

  /// Walks back from the end and adds the runs.
  private mutating func follow(
    _ trace: [Int32], _ distance: Int, _ n: Int, _ m: Int, _ left: Int, _ right: Int
  ) {
    var found: [Run] = []
    var x = n
    var y = m
    for d in stride(from: distance, to: 0, by: -1) {
      // Round r stored 2r + 1 values, so that r * r stand before them; the middle one is k = 0.
      let base = (d - 1) * (d - 1) + (d - 1)
      func value(_ k: Int) -> Int { Int(trace[base + k]) }
      let k = x - y
      let down = k == -d || k != d && value(k - 1) < value(k + 1)
      let before = down ? k + 1 : k - 1
      let fromX = value(before)
      let startX = down ? fromX : fromX + 1
      found.append(Run(left: left + startX, right: right + startX - k, count: x - startX))
      x = fromX
      y = fromX - before
    }
    found.append(Run(left: left, right: right, count: x))
    for run in found.reversed() { add(run.left, run.right, run.count) }
  }

  /// Anchors on elements that stand once on each side, in the longest order common to both.
  private mutating func byAnchors(_ left: Range<Int>, _ right: Range<Int>) {
    isCoarse = true
    var last: (left: Int, right: Int) = (left.lowerBound, right.lowerBound)
    for (first, second) in anchors(left, right) {
      gap(last.left..<first, last.right..<second)
      add(first, second, 1)
      last = (first + 1, second + 1)
    }
    gap(last.left..<left.upperBound, last.right..<right.upperBound)
  }

  private mutating func gap(_ left: Range<Int>, _ right: Range<Int>) {
    guard !left.isEmpty, !right.isEmpty else { return }
    var front = 0
    let most = min(left.count, right.count)
    while front < most, equal(left.lowerBound + front, right.lowerBound + front) { front += 1 }
    add(left.lowerBound, right.lowerBound, front)
    let rest = left.lowerBound + front..<left.upperBound
    let other = right.lowerBound + front..<right.upperBound
    guard !rest.isEmpty, !other.isEmpty else { return }
    _ = myers(rest, other, budget: 64)
  }

  private func anchors(_ left: Range<Int>, _ right: Range<Int>) -> [(Int, Int)] {
    var first: [UInt32: Int] = [:]
    for index in left { first[hashes.left[index]] = first[hashes.left[index]] == nil ? index : -1 }
    var second: [UInt32: Int] = [:]
    for index in right {
      second[hashes.right[index]] = second[hashes.right[index]] == nil ? index : -1
    }
    var pairs: [(Int, Int)] = []
    for index in left where first[hashes.left[index]] == index {
      guard let other = second[hashes.left[index]], other >= 0, isEqual(index, other) else {
        continue
      }
      pairs.append((index, other))
    }
    return LongestIncreasing.positions(of: pairs.map(\.1)).map { pairs[$0] }
  }
}

/// The longest increasing subsequence, by patience sorting in n log n.
enum LongestIncreasing {
  /// The positions of its members.
  static func positions(of values: [Int]) -> [Int] {
    var tops: [Int] = []
    var before = [Int](repeating: -1, count: values.count)
    for (index, value) in values.enumerated() {
      var low = 0
      var high = tops.count
      while low < high {
        let middle = (low + high) / 2
        if values[tops[middle]] < value { low = middle + 1 } else { high = middle }
      }
      before[index] = low > 0 ? tops[low - 1] : -1
      if low == tops.count { tops.append(index) } else { tops[low] = index }
    }
    var positions: [Int] = []
    var at = tops.last ?? -1
    while at >= 0 {
      positions.append(at)
      at = before[at]
    }
    return positions.reversed()
  }
}
