/// The lines of a three-way merge: two edit scripts of one base, walked together.
///
/// After S. Khanna, K. Kunal and B. Pierce, "A formal investigation of diff3", 2007, but changes that
/// only touch, and of which none is a mere insertion, stay apart.
struct LineMerge {
  /// A stretch of the result, and where it stands in both sides.
  struct Placed {
    var part: TextMerge.Part
    var ours: Int
    var theirs: Int
  }

  private(set) var parts: [Placed] = []
  private let ours: [Int32]
  private let theirs: [Int32]

  init(base: TextContent, ours: TextContent, theirs: TextContent) {
    var interner = LineInterner(expecting: base.lines.count, keepsCopies: true)
    func number(_ text: TextContent) -> [Int32] {
      LineView.with(text.form.bytes, text.form.lines, whole: false) { view in
        (0..<view.count).map { interner.intern(view.pointer($0), view.length($0)) }
      }
    }
    let baseIDs = number(base)
    self.ours = number(ours)
    self.theirs = number(theirs)
    let options = ComparisonOptions()
    func changes(_ ids: [Int32]) -> [LineChange] {
      let sides = LineSides(old: baseIDs, new: ids, classes: interner.count)
      return LineMatcher.compare(sides, options: options).changes
    }
    walk(changes(self.ours), changes(self.theirs), baseCount: baseIDs.count)
  }

  private mutating func walk(
    _ ours: [LineChange], _ theirs: [LineChange], baseCount: Int
  ) {
    var (nextOurs, nextTheirs) = (0, 0)
    var (baseAt, oursAt, theirsAt) = (0, 0, 0)
    while nextOurs < ours.count || nextTheirs < theirs.count {
      // The earlier change begins a region; all that meet it, from either side, belong to it.
      let firstOurs = nextOurs
      let firstTheirs = nextTheirs
      var region: Range<Int>
      if Self.comesFirst(ours, nextOurs, theirs, nextTheirs) {
        region = ours[nextOurs].old
        nextOurs += 1
      } else {
        region = theirs[nextTheirs].old
        nextTheirs += 1
      }
      var grew = true
      while grew {
        grew = false
        if nextTheirs < theirs.count, Self.meet(region, theirs[nextTheirs].old) {
          region = Self.union(region, theirs[nextTheirs].old)
          nextTheirs += 1
          grew = true
        }
        if nextOurs < ours.count, Self.meet(region, ours[nextOurs].old) {
          region = Self.union(region, ours[nextOurs].old)
          nextOurs += 1
          grew = true
        }
      }
      let kept = region.lowerBound - baseAt
      add(.base, baseAt..<region.lowerBound, oursAt, theirsAt)
      (oursAt, theirsAt) = (oursAt + kept, theirsAt + kept)
      let oursEnd = oursAt + Self.newCount(region, ours[firstOurs..<nextOurs])
      let theirsEnd = theirsAt + Self.newCount(region, theirs[firstTheirs..<nextTheirs])
      if firstTheirs == nextTheirs {
        add(.ours, oursAt..<oursEnd)
      } else if firstOurs == nextOurs {
        add(.theirs, theirsAt..<theirsEnd)
      } else {
        settle(base: region, ours: oursAt..<oursEnd, theirs: theirsAt..<theirsEnd)
      }
      (baseAt, oursAt, theirsAt) = (region.upperBound, oursEnd, theirsEnd)
    }
    add(.base, baseAt..<baseCount, oursAt, theirsAt)
  }

  /// Both sides changed a region: the same way, or in conflict but for a common begin and end.
  private mutating func settle(base: Range<Int>, ours: Range<Int>, theirs: Range<Int>) {
    if self.ours[ours] == self.theirs[theirs] {
      add(.ours, ours)
      return
    }
    let most = min(ours.count, theirs.count)
    var front = 0
    while front < most,
      self.ours[ours.lowerBound + front] == self.theirs[theirs.lowerBound + front]
    {
      front += 1
    }
    var back = 0
    while back < most - front,
      self.ours[ours.upperBound - 1 - back] == self.theirs[theirs.upperBound - 1 - back]
    {
      back += 1
    }
    add(.ours, ours.lowerBound..<(ours.lowerBound + front))
    let conflict = TextMerge.Conflict(
      base: base, ours: (ours.lowerBound + front)..<(ours.upperBound - back),
      theirs: (theirs.lowerBound + front)..<(theirs.upperBound - back))
    parts.append(
      Placed(
        part: .conflict(conflict), ours: conflict.ours.lowerBound,
        theirs: conflict.theirs.lowerBound))
    add(.ours, (ours.upperBound - back)..<ours.upperBound)
  }

  private mutating func add(
    _ side: TextMerge.Side, _ lines: Range<Int>, _ ours: Int = 0, _ theirs: Int = 0
  ) {
    if lines.isEmpty { return }
    parts.append(Placed(part: .lines(side, lines), ours: ours, theirs: theirs))
  }

  private static func comesFirst(
    _ ours: [LineChange], _ ourIndex: Int, _ theirs: [LineChange], _ theirIndex: Int
  ) -> Bool {
    if ourIndex == ours.count { return false }
    if theirIndex == theirs.count { return true }
    let (one, two) = (ours[ourIndex].old, theirs[theirIndex].old)
    return (one.lowerBound, one.upperBound) <= (two.lowerBound, two.upperBound)
  }

  private static func meet(_ one: Range<Int>, _ two: Range<Int>) -> Bool {
    if one.isEmpty || two.isEmpty {
      return one.lowerBound <= two.upperBound && two.lowerBound <= one.upperBound
    }
    return one.overlaps(two)
  }

  private static func union(_ one: Range<Int>, _ two: Range<Int>) -> Range<Int> {
    min(one.lowerBound, two.lowerBound)..<max(one.upperBound, two.upperBound)
  }

  private static func newCount(_ region: Range<Int>, _ changes: ArraySlice<LineChange>) -> Int {
    changes.reduce(region.count) { $0 - $1.old.count + $1.new.count }
  }
}
