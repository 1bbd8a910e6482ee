// For the square root, which a build without optimisation calls in the mathematics library.
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Which emojis of two drawings are the same ones.
///
/// By identifier where it stands once on both sides; else by text and nearest place, such that the
/// total distance is least; what is left pairs by place alone, as an emoji whose text changed.
struct EmojiMatch {
  /// For each older emoji the index of the newer one, -1 without.
  private(set) var newer: [Int]
  /// For each newer emoji the index of the older one, -1 without.
  private(set) var older: [Int]

  private let old: [Emoji]
  private let new: [Emoji]

  /// Matches emojis; `doubtsIdentifiers` says that two programs wrote them, which may count
  /// differently, so that identifiers hold only if fewer emojis changed by them than without.
  init(_ old: [Emoji], _ new: [Emoji], doubtsIdentifiers: Bool) {
    self.old = old
    self.new = new
    newer = [Int](repeating: -1, count: old.count)
    older = [Int](repeating: -1, count: new.count)

    let (oldKnown, newKnown) = matchByIdentifier(doubts: doubtsIdentifiers)
    func open(_ known: [Bool], _ partner: [Int], _ isKnown: Bool) -> [Int] {
      known.indices.filter { partner[$0] < 0 && known[$0] == isKnown }
    }
    matchByPlace(open(oldKnown, newer, false), open(newKnown, older, false))
    // An identifier on one side only cannot speak against a pair.
    matchByPlace(open(oldKnown, newer, false), open(newKnown, older, true))
    matchByPlace(open(oldKnown, newer, true), open(newKnown, older, false))
  }

  private mutating func pair(_ old: Int, _ new: Int) {
    newer[old] = new
    older[new] = old
  }

  /// Pairs by identifier, and tells whose identifiers can be relied on.
  private mutating func matchByIdentifier(doubts: Bool) -> (old: [Bool], new: [Bool]) {
    var places: [Emoji.Identifier: (old: Int, new: Int)] = [:]
    places.reserveCapacity(old.count)
    // -1 for none, -2 for several.
    for (index, emoji) in old.enumerated() {
      guard let id = emoji.id else { continue }
      places[id] = (places[id] == nil ? index : -2, -1)
    }
    for (index, emoji) in new.enumerated() {
      guard let id = emoji.id else { continue }
      let known = places[id] ?? (-1, -1)
      places[id] = (known.old, known.new == -1 ? index : -2)
    }
    if doubts {
      let agreeing = places.values.count { place in
        place.old >= 0 && place.new >= 0 && old[place.old].looks(like: new[place.new])
      }
      if agreeing < countOfLookalikes() {
        return (old.map { _ in false }, new.map { _ in false })
      }
    }
    func isKnown(_ emoji: Emoji) -> Bool {
      guard let id = emoji.id, let place = places[id] else { return false }
      return place.old != -2 && place.new != -2
    }
    for place in places.values where place.old >= 0 && place.new >= 0 {
      pair(place.old, place.new)
    }
    return (old.map(isKnown), new.map(isKnown))
  }

  /// How many emojis are unchanged if identifiers do not count.
  private func countOfLookalikes() -> Int {
    var counts: [Lookalike: Int] = [:]
    for emoji in old { counts[Lookalike(emoji: emoji), default: 0] += 1 }
    return new.count { emoji in
      guard let count = counts[Lookalike(emoji: emoji)], count > 0 else { return false }
      counts[Lookalike(emoji: emoji)] = count - 1
      return true
    }
  }

  private mutating func matchByPlace(_ left: [Int], _ right: [Int]) {
    guard !left.isEmpty, !right.isEmpty else { return }
    var texts = TextNumbers()
    var mine = left.map { EmojiPoint(old[$0], index: $0, text: texts.number(old[$0].text)) }
    var theirs = right.map { EmojiPoint(new[$0], index: $0, text: texts.number(new[$0].text)) }
    take(&mine, &theirs) { ($0.text, $0.x, $0.y, $0.size) < ($1.text, $1.x, $1.y, $1.size) }
    take(&mine, &theirs) { ($0.text, $0.x, $0.y) < ($1.text, $1.x, $1.y) }
    takeNearest(&mine, &theirs)
    take(&mine, &theirs) { ($0.x, $0.y, $0.size) < ($1.x, $1.y, $1.size) }
    take(&mine, &theirs) { ($0.x, $0.y) < ($1.x, $1.y) }
  }

  /// Pairs points that are equal in an order, the first of one side with the first of the other.
  private mutating func take(
    _ left: inout [EmojiPoint], _ right: inout [EmojiPoint],
    by precedes: (EmojiPoint, EmojiPoint) -> Bool
  ) {
    guard !left.isEmpty, !right.isEmpty else { return }
    func inOrder(_ first: EmojiPoint, _ second: EmojiPoint) -> Bool {
      precedes(first, second) || !precedes(second, first) && first.index < second.index
    }
    left.sort(by: inOrder)
    right.sort(by: inOrder)
    var restLeft: [EmojiPoint] = []
    var restRight: [EmojiPoint] = []
    var at = 0
    for point in left {
      while at < right.count, precedes(right[at], point) {
        restRight.append(right[at])
        at += 1
      }
      if at < right.count, !precedes(point, right[at]) {
        pair(point.index, right[at].index)
        at += 1
      } else {
        restLeft.append(point)
      }
    }
    left = restLeft
    right = restRight + right[at...]
  }

  /// Pairs points of the same text at the least total distance.
  private mutating func takeNearest(_ left: inout [EmojiPoint], _ right: inout [EmojiPoint]) {
    guard !left.isEmpty, !right.isEmpty else { return }
    left.sort { ($0.text, $0.index) < ($1.text, $1.index) }
    right.sort { ($0.text, $0.index) < ($1.text, $1.index) }
    var start = 0
    var otherStart = 0
    var assignment = PointAssignment()
    while start < left.count, otherStart < right.count {
      let text = left[start].text
      let end = left[start...].firstIndex { $0.text != text } ?? left.count
      while otherStart < right.count, right[otherStart].text < text { otherStart += 1 }
      let otherEnd = right[otherStart...].firstIndex { $0.text != text } ?? right.count
      let group = left[start..<end]
      let others = right[otherStart..<otherEnd]
      for (first, second) in assignment.pairs(Array(group), Array(others)) {
        pair(group[start + first].index, others[otherStart + second].index)
      }
      start = end
      otherStart = otherEnd
    }
    left.removeAll { newer[$0.index] >= 0 }
    right.removeAll { older[$0.index] >= 0 }
  }
}

/// An emoji without its identifier.
private struct Lookalike: Hashable {
  let emoji: Emoji
  static func == (left: Lookalike, right: Lookalike) -> Bool {
    left.emoji.looks(like: right.emoji)
  }
  func hash(into hasher: inout Hasher) { emoji.hash(into: &hasher) }
}

/// An emoji as a point on the plane.
struct EmojiPoint {
  let x: Double
  let y: Double
  let size: Double
  let text: Int
  let index: Int

  init(_ emoji: Emoji, index: Int, text: Int) {
    x = emoji.x.double
    y = emoji.y.double
    size = emoji.size.double
    self.text = text
    self.index = index
  }

  @inline(__always)
  func distance(to other: EmojiPoint) -> Double {
    let (dx, dy) = (x - other.x, y - other.y)
    return (dx * dx + dy * dy).squareRoot()
  }
}

/// Gives each text a number, byte for byte.
private struct TextNumbers {
  private struct Key: Hashable {
    let text: String
    static func == (left: Key, right: Key) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }
    func hash(into hasher: inout Hasher) {
      var text = text
      text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
  }

  private var numbers: [Key: Int] = [:]

  mutating func number(_ text: String) -> Int {
    let key = Key(text: text)
    if let known = numbers[key] { return known }
    numbers[key] = numbers.count
    return numbers.count - 1
  }
}
