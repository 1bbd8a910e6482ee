/// Tells whether values are the same, whatever their spelling and order of keys.
///
/// Numbers are equal by exact value, strings by their characters' bytes, objects by the sequence
/// of values under each key.
enum JSONEquality {
  static func areEqual(_ left: Int, _ mine: JSONView, _ right: Int, _ theirs: JSONView) -> Bool {
    if ByteRun.areEqual(mine.bytes(left), theirs.bytes(right)) { return true }
    let kind = mine.kind(left)
    guard kind == theirs.kind(right) else { return false }
    switch kind {
    case .null, .bool: return false
    case .number: return mine.number(left).equals(theirs.number(right))
    case .string: return areEqualStrings(left, mine, right, theirs)
    case .array: return areEqualArrays(left, mine, right, theirs)
    case .object: return areEqualObjects(left, mine, right, theirs)
    }
  }

  /// Whether two strings or keys have the same characters.
  @inline(__always)
  static func areEqualStrings(
    _ left: Int, _ mine: JSONView, _ right: Int, _ theirs: JSONView
  ) -> Bool {
    if !mine.hasEscapes(left), !theirs.hasEscapes(right) {
      return ByteRun.areEqual(mine.inside(left), theirs.inside(right))
    }
    return mine.characters(left) == theirs.characters(right)
  }

  private static func areEqualArrays(
    _ left: Int, _ mine: JSONView, _ right: Int, _ theirs: JSONView
  ) -> Bool {
    var first = left + 1
    var second = right + 1
    let (end, otherEnd) = (mine.end(left), theirs.end(right))
    while first < end, second < otherEnd {
      guard areEqual(first, mine, second, theirs) else { return false }
      first = mine.after(first)
      second = theirs.after(second)
    }
    return first == end && second == otherEnd
  }

  private static func areEqualObjects(
    _ left: Int, _ mine: JSONView, _ right: Int, _ theirs: JSONView
  ) -> Bool {
    var first = left + 1
    var second = right + 1
    let (end, otherEnd) = (mine.end(left), theirs.end(right))
    while first < end, second < otherEnd {
      guard areEqualStrings(first, mine, second, theirs) else { break }
      guard areEqual(first + 1, mine, second + 1, theirs) else { return false }
      first = mine.after(first + 1)
      second = theirs.after(second + 1)
    }
    if first == end || second == otherEnd { return first == end && second == otherEnd }
    let match = MemberMatch(from: first, to: end, mine, from: second, to: otherEnd, theirs)
    guard match.onlyLeft.isEmpty, match.onlyRight.isEmpty else { return false }
    return match.pairs.allSatisfy { areEqual($0.left + 1, mine, $0.right + 1, theirs) }
  }
}

/// Finds the members of two objects that have the same key; doubled keys pair in their order.
struct MemberMatch {
  /// The keys of a pair.
  struct Pair {
    let left: Int
    let right: Int
  }

  private(set) var pairs: [Pair] = []
  private(set) var onlyLeft: [Int] = []
  private(set) var onlyRight: [Int] = []

  /// Matches the members whose keys stand from one index up to another.
  init(
    from left: Int, to leftEnd: Int, _ mine: JSONView,
    from right: Int, to rightEnd: Int, _ theirs: JSONView
  ) {
    let first = MemberMatch.keys(from: left, to: leftEnd, mine)
    let second = MemberMatch.keys(from: right, to: rightEnd, theirs)
    if first.count <= 64, second.count <= 64 {
      matchFew(first, mine, second, theirs)
    } else {
      matchMany(first, mine, second, theirs)
    }
  }

  private static func keys(from start: Int, to end: Int, _ view: JSONView) -> [Int] {
    var keys: [Int] = []
    var index = start
    while index < end {
      keys.append(index)
      index = view.after(index + 1)
    }
    return keys
  }

  private mutating func matchFew(
    _ first: [Int], _ mine: JSONView, _ second: [Int], _ theirs: JSONView
  ) {
    var used: UInt64 = 0
    for key in first {
      let found = second.indices.first {
        used >> UInt64($0) & 1 == 0 && JSONEquality.areEqualStrings(key, mine, second[$0], theirs)
      }
      if let found {
        used |= 1 << UInt64(found)
        pairs.append(Pair(left: key, right: second[found]))
      } else {
        onlyLeft.append(key)
      }
    }
    for index in second.indices where used >> UInt64(index) & 1 == 0 {
      onlyRight.append(second[index])
    }
  }

  private mutating func matchMany(
    _ first: [Int], _ mine: JSONView, _ second: [Int], _ theirs: JSONView
  ) {
    var left = first.map { (hash: JSONHashes.string($0, mine), key: $0) }
    var right = second.map { (hash: JSONHashes.string($0, theirs), key: $0) }
    left.sort { ($0.hash, $0.key) < ($1.hash, $1.key) }
    right.sort { ($0.hash, $0.key) < ($1.hash, $1.key) }
    var start = 0
    var used = [Bool](repeating: false, count: right.count)
    for (hash, key) in left {
      while start < right.count,
        right[start].hash < hash || used[start] && right[start].hash == hash
      {
        start += 1
      }
      var at = start
      while at < right.count, right[at].hash == hash,
        used[at] || !JSONEquality.areEqualStrings(key, mine, right[at].key, theirs)
      {
        at += 1
      }
      if at < right.count, right[at].hash == hash {
        used[at] = true
        pairs.append(Pair(left: key, right: right[at].key))
      } else {
        onlyLeft.append(key)
      }
    }
    onlyLeft.sort()
    pairs.sort { $0.left < $1.left }
    onlyRight = right.indices.filter { !used[$0] }.map { right[$0].key }.sorted()
  }
}
