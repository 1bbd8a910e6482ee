/// Walks two documents together and notes what differs.
struct JSONComparison {
  let mine: JSONView
  let theirs: JSONView
  private(set) var changes: [JSONChange] = []
  private(set) var steps = JSONSteps()
  var isCoarse = false
  var myHashes: JSONHashes
  var theirHashes: JSONHashes
  private var trail: [Place] = []
  /// Keys of the newer document whose members are not compared, for drawings' known parts.
  var isSkipped: ((_ container: Int, _ key: Int, _ isOld: Bool) -> Bool)?

  /// A level on the way down, made a step only when something below it differs.
  private struct Place {
    let isKey: Bool
    let old: Int
    let new: Int
    var steps: (old: Int32, new: Int32) = (-1, -1)
  }

  init(_ mine: JSONView, _ theirs: JSONView) {
    self.mine = mine
    self.theirs = theirs
    myHashes = JSONHashes(mine)
    theirHashes = JSONHashes(theirs)
  }

  /// Compares two values.
  mutating func compare(_ old: Int, _ new: Int) {
    if ByteRun.areEqual(mine.bytes(old), theirs.bytes(new)) { return }
    let kind = mine.kind(old)
    if kind == theirs.kind(new), kind == .object {
      compareObjects(old, new)
    } else if kind == theirs.kind(new), kind == .array {
      compareArrays(old, new)
    } else if !JSONEquality.areEqual(old, mine, new, theirs) {
      changes.append(
        JSONChange(
          kind: .changed, old: JSONDocument.Node(old), new: JSONDocument.Node(new),
          step: step(isOld: false)))
    }
  }

  /// Compares two values, one level down.
  mutating func compare(_ old: Int, _ new: Int, key: (Int, Int)) {
    descend(Place(isKey: true, old: key.0, new: key.1)) { $0.compare(old, new) }
  }

  /// Compares two elements, one level down.
  mutating func compare(_ old: Int, _ new: Int, positions: (Int, Int)) {
    descend(Place(isKey: false, old: positions.0, new: positions.1)) { $0.compare(old, new) }
  }

  /// Goes one level down for the length of a call; without a key stays on the level.
  mutating func descend(key: (Int, Int)?, _ body: (inout JSONComparison) -> Void) {
    guard let key else { return body(&self) }
    descend(Place(isKey: true, old: key.0, new: key.1), body)
  }

  @inline(__always)
  private mutating func descend(_ place: Place, _ body: (inout JSONComparison) -> Void) {
    trail.append(place)
    body(&self)
    trail.removeLast()
  }

  /// The number of the way to the present place, as the older or newer document counts.
  private mutating func step(isOld: Bool) -> Int32 {
    var before: Int32 = -1
    for index in trail.indices {
      let place = trail[index]
      let known = isOld ? place.steps.old : place.steps.new
      if known >= 0 {
        before = known
        continue
      }
      let number = Int32(truncatingIfNeeded: isOld ? place.old : place.new)
      before = steps.add(
        JSONSteps.Step(before: before, place: number, isKey: place.isKey, isOld: isOld))
      if isOld { trail[index].steps.old = before } else { trail[index].steps.new = before }
    }
    return before
  }

  mutating func noteRemoved(
    _ old: Int, _ position: Int, of container: Int, key: Int? = nil
  ) {
    trail.append(Place(isKey: key != nil, old: key ?? position, new: -1))
    changes.append(
      JSONChange(
        kind: .removed, old: JSONDocument.Node(old), new: nil, step: step(isOld: true),
        container: container, position: position))
    trail.removeLast()
  }

  mutating func noteAdded(
    _ new: Int, place: Int, before position: Int, of container: Int, key: Int? = nil
  ) {
    trail.append(Place(isKey: key != nil, old: -1, new: key ?? place))
    changes.append(
      JSONChange(
        kind: .added, old: nil, new: JSONDocument.Node(new), step: step(isOld: false),
        container: container, position: position, key: key ?? -1))
    trail.removeLast()
  }

  /// Compares two objects; doubled keys pair in their order.
  private mutating func compareObjects(_ old: Int, _ new: Int) {
    var first = old + 1
    var second = new + 1
    let (end, otherEnd) = (mine.end(old), theirs.end(new))
    while first < end, second < otherEnd,
      JSONEquality.areEqualStrings(first, mine, second, theirs)
    {
      if isSkipped?(new, second, false) != true {
        compare(first + 1, second + 1, key: (first, second))
      }
      first = mine.after(first + 1)
      second = theirs.after(second + 1)
    }
    guard first < end || second < otherEnd else { return }
    let match = MemberMatch(from: first, to: end, mine, from: second, to: otherEnd, theirs)
    for pair in match.pairs where isSkipped?(new, pair.right, false) != true {
      compare(pair.left + 1, pair.right + 1, key: (pair.left, pair.right))
    }
    if !match.onlyLeft.isEmpty {
      var positions: [Int: Int] = [:]
      var position = 0
      mine.forEachMember(of: old) { key, _ in
        positions[key] = position
        position += 1
      }
      for key in match.onlyLeft where isSkipped?(old, key, true) != true {
        noteRemoved(key + 1, positions[key] ?? 0, of: old, key: key)
      }
    }
    for key in match.onlyRight where isSkipped?(new, key, false) != true {
      noteAdded(key + 1, place: 0, before: 0, of: old, key: key)
    }
  }
}
