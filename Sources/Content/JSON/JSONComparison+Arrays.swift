extension JSONComparison {
  /// Compares two arrays as sequences.
  mutating func compareArrays(_ old: Int, _ new: Int) {
    let middle = ArrayMiddle(old, mine, new, theirs)
    let (first, second) = (middle.left, middle.right)
    let (front, back) = commonEnds(first, second)
    let left = front..<first.count - back
    let right = front..<second.count - back
    if left.isEmpty && right.isEmpty { return }
    var last = (left: front, right: front)
    let end = SequenceMatch.Run(left: left.count, right: right.count, count: 0)
    for run in matchSequences(first[left], second[right]) + [end] {
      let gap = last.left..<front + run.left
      let otherGap = last.right..<front + run.right
      compareGap(old, first[gap], second[otherGap], behind: middle.front)
      last = (gap.upperBound + run.count, otherGap.upperBound + run.count)
    }
  }

  /// How many elements are equal at the front and at the back.
  private func commonEnds(_ first: [Int], _ second: [Int]) -> (front: Int, back: Int) {
    let most = min(first.count, second.count)
    var front = 0
    while front < most, JSONEquality.areEqual(first[front], mine, second[front], theirs) {
      front += 1
    }
    var back = 0
    while back < most - front,
      JSONEquality.areEqual(
        first[first.count - 1 - back], mine, second[second.count - 1 - back], theirs)
    {
      back += 1
    }
    return (front, back)
  }

  /// For each element of the older array the position of the same one, equal or changed, in the
  /// newer array; -1 where it is gone. Positions increase.
  mutating func partners(_ old: Int, _ new: Int) -> [Int] {
    let first = mine.elements(old)
    let second = theirs.elements(new)
    var partners = [Int](repeating: -1, count: first.count)
    let (front, back) = commonEnds(first, second)
    for position in 0..<front { partners[position] = position }
    for position in 0..<back {
      partners[first.count - 1 - position] = second.count - 1 - position
    }
    let left = front..<first.count - back
    let right = front..<second.count - back
    var last = (left: front, right: front)
    let end = SequenceMatch.Run(left: left.count, right: right.count, count: 0)
    for run in matchSequences(first[left], second[right]) + [end] {
      let gap = last.left..<front + run.left
      let otherGap = last.right..<front + run.right
      for pair in likePairs(first[gap], second[otherGap]) {
        partners[gap.lowerBound + pair.0] = otherGap.lowerBound + pair.1
      }
      for offset in 0..<run.count {
        partners[gap.upperBound + offset] = otherGap.upperBound + offset
      }
      last = (gap.upperBound + run.count, otherGap.upperBound + run.count)
    }
    return partners
  }

  /// The elements of two stretches that are the same one, changed.
  private mutating func likePairs(
    _ left: ArraySlice<Int>, _ right: ArraySlice<Int>
  ) -> [(Int, Int)] {
    if left.isEmpty || right.isEmpty { return [] }
    return JSONLikeness.pairs(
      left.map { JSONSignature($0, mine, &myHashes) },
      right.map { JSONSignature($0, theirs, &theirHashes) })
  }

  private mutating func matchSequences(
    _ left: ArraySlice<Int>, _ right: ArraySlice<Int>
  ) -> [SequenceMatch.Run] {
    if left.isEmpty || right.isEmpty || left.count == 1 && right.count == 1 { return [] }
    let first = Array(left)
    let second = Array(right)
    let (mine, theirs) = (mine, theirs)
    let match = SequenceMatch(
      left: first.map { myHashes.hash($0) }, right: second.map { theirHashes.hash($0) }
    ) {
      JSONEquality.areEqual(first[$0], mine, second[$1], theirs)
    }
    isCoarse = isCoarse || match.isCoarse
    return match.runs
  }

  /// Compares a stretch of elements without equals: what is alike changed, the rest came or went.
  ///
  /// The slices' indices, and what stands in front of them all, make the positions.
  private mutating func compareGap(
    _ container: Int, _ left: ArraySlice<Int>, _ right: ArraySlice<Int>, behind front: Int
  ) {
    var old = left.startIndex
    var new = right.startIndex
    for (mineAt, theirsAt) in likePairs(left, right) + [(left.count, right.count)] {
      while old < left.startIndex + mineAt {
        noteRemoved(left[old], front + old, of: container)
        old += 1
      }
      while new < right.startIndex + theirsAt {
        noteAdded(right[new], place: front + new, before: front + old, of: container)
        new += 1
      }
      guard old < left.endIndex, new < right.endIndex else { continue }
      compare(left[old], right[new], positions: (front + old, front + new))
      old += 1
      new += 1
    }
  }
}

/// What is left of two arrays without the elements that are the same bytes at both ends.
struct ArrayMiddle {
  /// The count of elements that are the same at the front.
  private(set) var front = 0
  /// The elements in between, at most those up to the common end.
  private(set) var left: [Int] = []
  private(set) var right: [Int] = []

  init(_ old: Int, _ mine: JSONView, _ new: Int, _ theirs: JSONView) {
    let (bytes, others) = (mine.bytes(old), theirs.bytes(new))
    let prefix = ByteRun.commonPrefix(bytes, others)
    let suffix = ByteRun.commonSuffix(bytes, others)
    let start = mine.range(old).lowerBound
    let (end, otherEnd) = (mine.range(old).upperBound, theirs.range(new).upperBound)
    let (last, otherLast) = (mine.end(old), theirs.end(new))

    // What ends before the first byte that differs is the same in both, down to its nodes.
    var first = old + 1
    while first < last, mine.range(first).upperBound - start < prefix {
      first = mine.after(first)
      front += 1
    }
    var second = new + (first - old)
    while first < last, second < otherLast {
      let distance = end - mine.range(first).lowerBound
      let other = otherEnd - theirs.range(second).lowerBound
      if distance == other, distance <= suffix { return }
      if distance >= other {
        left.append(first)
        first = mine.after(first)
      }
      if other >= distance {
        right.append(second)
        second = theirs.after(second)
      }
    }
    while first < last {
      left.append(first)
      first = mine.after(first)
    }
    while second < otherLast {
      right.append(second)
      second = theirs.after(second)
    }
  }
}
