/// The shortest edit script between two sequences of numbers, in linear space.
///
/// E. Myers, "An O(ND) difference algorithm and its variations", 1986, searched from both ends. The
/// shortcuts are those of git's xdiff, so that results agree with `git diff`: lines without a match
/// are set aside first, and with them frequent lines among them; a search that has become costly
/// takes a promising long run of matches, and beyond a cost the point that is furthest along. Past
/// the budget a box is given up as changed from corner to corner: coarser, and still correct.
struct MyersDiff {
  private let sides: LineSides
  /// Steps left; negative once the search became coarser than git's.
  private(set) var budget: Int
  private var oldCounts: [Int32]
  private var newCounts: [Int32]

  init(_ sides: LineSides, budget: Int) {
    self.sides = sides
    self.budget = budget
    oldCounts = [Int32](repeating: 0, count: sides.classes)
    newCounts = [Int32](repeating: 0, count: sides.classes)
  }

  var isExhausted: Bool { budget < 0 }

  mutating func spend(_ steps: Int) { budget -= steps }

  /// Marks what changed between a part of the old and a part of the new sequence.
  mutating func run(old: Range<Int>, new: Range<Int>) {
    let (oldIDs, newIDs) = (sides.old.ids, sides.new.ids)
    var (oldStart, newStart) = (old.lowerBound, new.lowerBound)
    var (oldEnd, newEnd) = (old.upperBound, new.upperBound)
    while oldStart < oldEnd, newStart < newEnd, oldIDs[oldStart] == newIDs[newStart] {
      oldStart += 1
      newStart += 1
    }
    while oldStart < oldEnd, newStart < newEnd, oldIDs[oldEnd - 1] == newIDs[newEnd - 1] {
      oldEnd -= 1
      newEnd -= 1
    }
    if oldStart == oldEnd || newStart == newEnd {
      (sides.old.changed + oldStart).update(repeating: true, count: oldEnd - oldStart)
      (sides.new.changed + newStart).update(repeating: true, count: newEnd - newStart)
      return
    }

    for line in old { oldCounts[Int(oldIDs[line])] += 1 }
    for line in new { newCounts[Int(newIDs[line])] += 1 }
    let oldKept = keep(oldStart..<oldEnd, of: sides.old, whole: old.count, matches: newCounts)
    let newKept = keep(newStart..<newEnd, of: sides.new, whole: new.count, matches: oldCounts)
    for line in old { oldCounts[Int(oldIDs[line])] = 0 }
    for line in new { newCounts[Int(newIDs[line])] = 0 }

    var search = BoxSearch(
      oldCount: oldKept.count, newCount: newKept.count, budget: budget)
    search.run(
      old: oldKept.map { oldIDs[Int($0)] }, new: newKept.map { newIDs[Int($0)] },
      oldChanged: { self.sides.old.changed[Int(oldKept[$0])] = true },
      newChanged: { self.sides.new.changed[Int(newKept[$0])] = true })
    budget = search.budget
  }

  /// Lines worth searching; the others are marked as changed at once.
  private func keep(
    _ lines: Range<Int>, of side: LineSides.Side, whole: Int, matches: [Int32]
  ) -> [Int32] {
    let limit = Int32(min(Self.roughRoot(whole), 1024))
    let kinds = lines.map { line -> UInt8 in
      let count = matches[Int(side.ids[line])]
      return count == 0 ? 0 : count >= limit ? 2 : 1
    }
    var kept: [Int32] = []
    kept.reserveCapacity(kinds.count)
    kinds.withUnsafeBufferPointer { kinds in
      for (offset, kind) in kinds.enumerated() {
        if kind == 1 || kind == 2 && !Self.isAmongUnmatched(kinds, offset) {
          kept.append(Int32(truncatingIfNeeded: lines.lowerBound + offset))
        } else {
          side.changed[lines.lowerBound + offset] = true
        }
      }
    }
    return kept
  }

  /// Whether a frequent line stands among lines that match nothing, so that it would mislead.
  private static func isAmongUnmatched(
    _ kinds: UnsafeBufferPointer<UInt8>, _ index: Int
  ) -> Bool {
    let window = 100
    func look(_ step: Int) -> (unmatched: Int, frequent: Int) {
      var (unmatched, frequent) = (0, 1)
      var at = index + step
      while at >= 0, at < kinds.count, abs(at - index) <= window, kinds[at] != 1 {
        if kinds[at] == 0 { unmatched += 1 } else { frequent += 1 }
        at += step
      }
      return (unmatched, frequent)
    }
    let before = look(-1)
    if before.unmatched == 0 { return false }
    let after = look(1)
    if after.unmatched == 0 { return false }
    let frequent = before.frequent + after.frequent
    return frequent * 4 < frequent + before.unmatched + after.unmatched
  }

  /// A power of two near the square root.
  static func roughRoot(_ value: Int) -> Int {
    var (left, root) = (value, 1)
    while left > 0 {
      root <<= 1
      left >>= 2
    }
    return root
  }
}
