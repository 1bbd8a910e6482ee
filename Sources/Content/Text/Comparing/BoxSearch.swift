/// Divides the grid of two sequences at a point of a short path, again and again.
///
/// One value is used for one pair of sequences; its two arrays of furthest points serve all boxes.
struct BoxSearch {
  private struct Box {
    var oldStart: Int
    var oldEnd: Int
    var newStart: Int
    var newEnd: Int
    /// Whether the shortest path is wanted, whatever it costs.
    var exact: Bool
  }

  private struct Split {
    var old: Int
    var new: Int
    var exactBefore = true
    var exactAfter = true
  }

  private var forward: [Int32]
  private var backward: [Int32]
  private let origin: Int
  private let costLimit: Int
  private static let goodRun = 20
  private static let costWorthShortcut = 256
  private(set) var budget: Int

  init(oldCount: Int, newCount: Int, budget: Int) {
    let diagonals = oldCount + newCount + 3
    forward = [Int32](repeating: 0, count: diagonals + 1)
    backward = [Int32](repeating: 0, count: diagonals + 1)
    origin = newCount + 1
    costLimit = max(256, MyersDiff.roughRoot(diagonals))
    self.budget = budget
  }

  /// Reports each index that is not part of the path's matches.
  mutating func run(
    old: [Int32], new: [Int32], oldChanged: (Int) -> Void, newChanged: (Int) -> Void
  ) {
    old.withUnsafeBufferPointer { old in
      new.withUnsafeBufferPointer { new in
        var boxes = [
          Box(oldStart: 0, oldEnd: old.count, newStart: 0, newEnd: new.count, exact: false)
        ]
        while var box = boxes.popLast() {
          Self.shrink(&box, old, new)
          let isEmpty = box.oldStart == box.oldEnd || box.newStart == box.newEnd
          if !isEmpty, budget >= 0, let split = split(box, old, new) {
            boxes.append(
              Box(
                oldStart: split.old, oldEnd: box.oldEnd, newStart: split.new, newEnd: box.newEnd,
                exact: split.exactAfter))
            boxes.append(
              Box(
                oldStart: box.oldStart, oldEnd: split.old, newStart: box.newStart,
                newEnd: split.new, exact: split.exactBefore))
            continue
          }
          for index in box.oldStart..<box.oldEnd { oldChanged(index) }
          for index in box.newStart..<box.newEnd { newChanged(index) }
        }
      }
    }
  }

  @inline(__always)
  private static func shrink(
    _ box: inout Box, _ old: UnsafeBufferPointer<Int32>, _ new: UnsafeBufferPointer<Int32>
  ) {
    while box.oldStart < box.oldEnd, box.newStart < box.newEnd,
      old[box.oldStart] == new[box.newStart]
    {
      box.oldStart += 1
      box.newStart += 1
    }
    while box.oldStart < box.oldEnd, box.newStart < box.newEnd,
      old[box.oldEnd - 1] == new[box.newEnd - 1]
    {
      box.oldEnd -= 1
      box.newEnd -= 1
    }
  }

  /// A point through which a short path goes, or nil once the budget is spent.
  private mutating func split(
    _ box: Box, _ old: UnsafeBufferPointer<Int32>, _ new: UnsafeBufferPointer<Int32>
  ) -> Split? {
    let origin = origin
    var steps = 0
    defer { budget -= steps }
    let allowed = budget
    return forward.withUnsafeMutableBufferPointer { forward in
      backward.withUnsafeMutableBufferPointer { backward in
        guard let forwardBase = forward.baseAddress, let backwardBase = backward.baseAddress else {
          return nil
        }
        var fronts = Fronts(
          box, forward: forwardBase + origin, backward: backwardBase + origin)
        var cost = 0
        while steps <= allowed {
          cost += 1
          if let split = fronts.stepForward(old, new, &steps) { return split }
          if let split = fronts.stepBackward(old, new, &steps) { return split }
          if box.exact { continue }
          if fronts.metGoodRun, cost > Self.costWorthShortcut,
            let split = fronts.shortcut(old, new, cost)
          {
            return split
          }
          if cost >= costLimit { return fronts.furthest() }
        }
        return nil
      }
    }
  }

  /// The furthest points on each diagonal (old - new) reached from both corners.
  private struct Fronts {
    let box: Box
    let forward: UnsafeMutablePointer<Int32>
    let backward: UnsafeMutablePointer<Int32>
    let lowest: Int
    let highest: Int
    let startDiagonal: Int
    let endDiagonal: Int
    var forwardLow: Int
    var forwardHigh: Int
    var backwardLow: Int
    var backwardHigh: Int
    var metGoodRun = false

    init(
      _ box: Box, forward: UnsafeMutablePointer<Int32>, backward: UnsafeMutablePointer<Int32>
    ) {
      self.box = box
      self.forward = forward
      self.backward = backward
      lowest = box.oldStart - box.newEnd
      highest = box.oldEnd - box.newStart
      startDiagonal = box.oldStart - box.newStart
      endDiagonal = box.oldEnd - box.newEnd
      (forwardLow, forwardHigh) = (startDiagonal, startDiagonal)
      (backwardLow, backwardHigh) = (endDiagonal, endDiagonal)
      forward[startDiagonal] = Int32(box.oldStart)
      backward[endDiagonal] = Int32(box.oldEnd)
    }

    private var isOdd: Bool { (startDiagonal - endDiagonal) & 1 != 0 }

    mutating func stepForward(
      _ old: UnsafeBufferPointer<Int32>, _ new: UnsafeBufferPointer<Int32>, _ steps: inout Int
    ) -> Split? {
      metGoodRun = false
      if forwardLow > lowest {
        forwardLow -= 1
        forward[forwardLow - 1] = -1
      } else {
        forwardLow += 1
      }
      if forwardHigh < highest {
        forwardHigh += 1
        forward[forwardHigh + 1] = -1
      } else {
        forwardHigh -= 1
      }
      var diagonal = forwardHigh
      while diagonal >= forwardLow {
        let below = Int(forward[diagonal - 1])
        let above = Int(forward[diagonal + 1])
        let start = below >= above ? below + 1 : above
        var at = start
        while at < box.oldEnd, at - diagonal < box.newEnd, old[at] == new[at - diagonal] {
          at += 1
        }
        if at - start > BoxSearch.goodRun { metGoodRun = true }
        steps += at - start + 1
        forward[diagonal] = Int32(truncatingIfNeeded: at)
        if isOdd, backwardLow <= diagonal, diagonal <= backwardHigh, backward[diagonal] <= at {
          return Split(old: at, new: at - diagonal)
        }
        diagonal -= 2
      }
      return nil
    }

    mutating func stepBackward(
      _ old: UnsafeBufferPointer<Int32>, _ new: UnsafeBufferPointer<Int32>, _ steps: inout Int
    ) -> Split? {
      if backwardLow > lowest {
        backwardLow -= 1
        backward[backwardLow - 1] = Int32.max
      } else {
        backwardLow += 1
      }
      if backwardHigh < highest {
        backwardHigh += 1
        backward[backwardHigh + 1] = Int32.max
      } else {
        backwardHigh -= 1
      }
      var diagonal = backwardHigh
      while diagonal >= backwardLow {
        let below = Int(backward[diagonal - 1])
        let above = Int(backward[diagonal + 1])
        let start = below < above ? below : above - 1
        var at = start
        while at > box.oldStart, at - diagonal > box.newStart,
          old[at - 1] == new[at - diagonal - 1]
        {
          at -= 1
        }
        if start - at > BoxSearch.goodRun { metGoodRun = true }
        steps += start - at + 1
        backward[diagonal] = Int32(truncatingIfNeeded: at)
        if !isOdd, forwardLow <= diagonal, diagonal <= forwardHigh, at <= forward[diagonal] {
          return Split(old: at, new: at - diagonal)
        }
        diagonal -= 2
      }
      return nil
    }

    /// A point far along a front that ends with a long run of matches.
    func shortcut(
      _ old: UnsafeBufferPointer<Int32>, _ new: UnsafeBufferPointer<Int32>, _ cost: Int
    ) -> Split? {
      let run = BoxSearch.goodRun
      var best = 0
      var found: Split?
      for diagonal in stride(from: forwardHigh, through: forwardLow, by: -2) {
        let at = Int(forward[diagonal])
        let other = at - diagonal
        let gain = at - box.oldStart + other - box.newStart - abs(diagonal - startDiagonal)
        guard gain > 4 * cost, gain > best, box.oldStart + run <= at, at < box.oldEnd,
          box.newStart + run <= other, other < box.newEnd,
          (1...run).allSatisfy({ old[at - $0] == new[other - $0] })
        else { continue }
        best = gain
        found = Split(old: at, new: other, exactBefore: true, exactAfter: false)
      }
      if let found { return found }
      for diagonal in stride(from: backwardHigh, through: backwardLow, by: -2) {
        let at = Int(backward[diagonal])
        let other = at - diagonal
        let gain = box.oldEnd - at + box.newEnd - other - abs(diagonal - endDiagonal)
        guard gain > 4 * cost, gain > best, box.oldStart < at, at <= box.oldEnd - run,
          box.newStart < other, other <= box.newEnd - run,
          (0..<run).allSatisfy({ old[at + $0] == new[other + $0] })
        else { continue }
        best = gain
        found = Split(old: at, new: other, exactBefore: false, exactAfter: true)
      }
      return found
    }

    /// The point that is furthest from its corner, from whichever corner that is.
    func furthest() -> Split {
      var (ahead, aheadOld) = (-1, -1)
      for diagonal in stride(from: forwardHigh, through: forwardLow, by: -2) {
        var at = min(Int(forward[diagonal]), box.oldEnd)
        var other = at - diagonal
        if box.newEnd < other {
          at = box.newEnd + diagonal
          other = box.newEnd
        }
        if ahead < at + other { (ahead, aheadOld) = (at + other, at) }
      }
      var (behind, behindOld) = (Int.max, Int.max)
      for diagonal in stride(from: backwardHigh, through: backwardLow, by: -2) {
        var at = max(box.oldStart, Int(backward[diagonal]))
        var other = at - diagonal
        if other < box.newStart {
          at = box.newStart + diagonal
          other = box.newStart
        }
        if at + other < behind { (behind, behindOld) = (at + other, at) }
      }
      if box.oldEnd + box.newEnd - behind < ahead - box.oldStart - box.newStart {
        return Split(old: aheadOld, new: ahead - aheadOld, exactBefore: true, exactAfter: false)
      }
      return Split(old: behindOld, new: behind - behindOld, exactBefore: false, exactAfter: true)
    }
  }
}
