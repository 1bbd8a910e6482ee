/// Patience diff: lines that occur once on each side are matched first, in their longest common order.
///
/// After B. Cohen's algorithm, with git's order of steps: matches grow at both ends, the gaps are
/// compared in the same way, and a gap without such lines goes to Myers.
struct PatienceDiff {
  private let sides: LineSides
  private var myers: MyersDiff
  private var oldPlaces: [Int32]
  private var newPlaces: [Int32]

  private static let none: Int32 = -1
  private static let many: Int32 = -2

  init(_ sides: LineSides, budget: Int) {
    self.sides = sides
    myers = MyersDiff(sides, budget: budget)
    oldPlaces = [Int32](repeating: Self.none, count: sides.classes)
    newPlaces = [Int32](repeating: Self.none, count: sides.classes)
  }

  var isExhausted: Bool { myers.isExhausted }

  mutating func run() {
    var boxes = [LineChange(old: 0..<sides.old.count, new: 0..<sides.new.count)]
    while let box = boxes.popLast() {
      if box.old.isEmpty || box.new.isEmpty {
        mark(box)
        continue
      }
      myers.spend(box.old.count + box.new.count)
      if myers.isExhausted {
        myers.run(old: box.old, new: box.new)
        continue
      }
      let (anchors, anyMatch) = anchors(in: box)
      if !anyMatch {
        mark(box)
      } else if anchors.isEmpty {
        myers.run(old: box.old, new: box.new)
      } else {
        divide(box, at: anchors, into: &boxes)
      }
    }
  }

  private func mark(_ box: LineChange) {
    (sides.old.changed + box.old.lowerBound).update(repeating: true, count: box.old.count)
    (sides.new.changed + box.new.lowerBound).update(repeating: true, count: box.new.count)
  }

  private struct Anchor {
    var old: Int
    var new: Int
  }

  /// Lines unique on both sides, in an order common to both, as many as possible.
  private mutating func anchors(in box: LineChange) -> (anchors: [Anchor], anyMatch: Bool) {
    let (oldIDs, newIDs) = (sides.old.ids, sides.new.ids)
    for line in box.old {
      let id = Int(oldIDs[line])
      oldPlaces[id] = oldPlaces[id] == Self.none ? Int32(truncatingIfNeeded: line) : Self.many
    }
    var anyMatch = false
    for line in box.new {
      let id = Int(newIDs[line])
      anyMatch = anyMatch || oldPlaces[id] != Self.none
      newPlaces[id] = newPlaces[id] == Self.none ? Int32(truncatingIfNeeded: line) : Self.many
    }
    var unique: [Anchor] = []
    for line in box.old {
      let id = Int(oldIDs[line])
      if oldPlaces[id] >= 0, newPlaces[id] >= 0 {
        unique.append(Anchor(old: line, new: Int(newPlaces[id])))
      }
    }
    for line in box.old { oldPlaces[Int(oldIDs[line])] = Self.none }
    for line in box.new { newPlaces[Int(newIDs[line])] = Self.none }
    return (Self.longestRise(unique), anyMatch)
  }

  /// The longest run of anchors, in old order, whose new places rise; by stacks and binary search.
  private static func longestRise(_ anchors: [Anchor]) -> [Anchor] {
    var tops: [Int32] = []
    var previous = [Int32](repeating: -1, count: anchors.count)
    for (index, anchor) in anchors.enumerated() {
      var (low, high) = (0, tops.count)
      if let last = tops.last, anchors[Int(last)].new < anchor.new { low = tops.count }
      while low < high {
        let middle = (low + high) / 2
        if anchors[Int(tops[middle])].new < anchor.new { low = middle + 1 } else { high = middle }
      }
      previous[index] = low > 0 ? tops[low - 1] : -1
      if low == tops.count { tops.append(Int32(index)) } else { tops[low] = Int32(index) }
    }
    var result: [Anchor] = []
    var at = tops.last ?? -1
    while at >= 0 {
      result.append(anchors[Int(at)])
      at = previous[Int(at)]
    }
    return result.reversed()
  }

  /// Grows each anchor over equal neighbours and leaves the gaps to be compared.
  private func divide(
    _ box: LineChange, at anchors: [Anchor], into boxes: inout [LineChange]
  ) {
    let (oldIDs, newIDs) = (sides.old.ids, sides.new.ids)
    var (oldAt, newAt) = (box.old.lowerBound, box.new.lowerBound)
    for index in 0...anchors.count {
      var (nextOld, nextNew) = (box.old.upperBound, box.new.upperBound)
      if index < anchors.count {
        (nextOld, nextNew) = (anchors[index].old, anchors[index].new)
        while nextOld > oldAt, nextNew > newAt, oldIDs[nextOld - 1] == newIDs[nextNew - 1] {
          nextOld -= 1
          nextNew -= 1
        }
      }
      while oldAt < nextOld, newAt < nextNew, oldIDs[oldAt] == newIDs[newAt] {
        oldAt += 1
        newAt += 1
      }
      if oldAt < nextOld || newAt < nextNew {
        boxes.append(LineChange(old: oldAt..<nextOld, new: newAt..<nextNew))
      }
      if index < anchors.count {
        (oldAt, newAt) = (anchors[index].old + 1, anchors[index].new + 1)
      }
    }
  }
}
