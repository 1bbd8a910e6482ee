extension JSONMergeWalk {
  /// Joins arrays: changes to different elements join, additions at the same place conflict.
  mutating func mergeArrays(_ b: Int, _ o: Int, _ t: Int, _ pointer: JSONPointer) {
    var toOurs = JSONComparison(base, ours)
    var toTheirs = JSONComparison(base, theirs)
    let ourPartners = toOurs.partners(b, o)
    let theirPartners = toTheirs.partners(b, t)
    let elements = (base.elements(b), ours.elements(o), theirs.elements(t))

    for (position, element) in elements.0.enumerated() {
      let mine = ourPartners[position]
      let other = theirPartners[position]
      let place = pointer.appending(mine >= 0 ? mine : position)
      switch (mine >= 0, other >= 0) {
      case (true, true): merge(element, elements.1[mine], elements.2[other], place)
      case (true, false):
        if JSONEquality.areEqual(element, base, elements.1[mine], ours) {
          editor.remove(childAt: mine, of: JSONDocument.Node(o))
        } else {
          conflict(element, elements.1[mine], nil, place)
        }
      case (false, true):
        if !JSONEquality.areEqual(element, base, elements.2[other], theirs) {
          conflict(element, nil, elements.2[other], place)
        }
      case (false, false): break
      }
    }

    let ourGaps = gaps(ourPartners, count: elements.1.count)
    let theirGaps = gaps(theirPartners, count: elements.2.count)
    var ourPlace = 0
    for gap in 0...elements.0.count {
      if gap > 0, ourPartners[gap - 1] >= 0 { ourPlace = ourPartners[gap - 1] + 1 }
      let added = theirGaps[gap].map { elements.2[$0] }
      let mine = ourGaps[gap].map { elements.1[$0] }
      guard !added.isEmpty else { continue }
      if mine.isEmpty {
        for element in added {
          editor.insert(
            documents.theirs.tree(JSONDocument.Node(element)), at: ourPlace,
            of: JSONDocument.Node(o))
        }
      } else if !areEqual(mine, added) {
        conflicts.append(
          JSONConflict(
            pointer: pointer.appending(ourPlace), base: nil,
            ours: .array(mine.map { documents.ours.tree(JSONDocument.Node($0)) }),
            theirs: .array(added.map { documents.theirs.tree(JSONDocument.Node($0)) })))
      }
    }
  }

  private func areEqual(_ mine: [Int], _ added: [Int]) -> Bool {
    mine.count == added.count
      && zip(mine, added).allSatisfy { JSONEquality.areEqual($0, ours, $1, theirs) }
  }

  /// The new elements before each element of the base, and behind the last one.
  private func gaps(_ partners: [Int], count: Int) -> [Range<Int>] {
    var gaps = [Range<Int>](repeating: 0..<0, count: partners.count + 1)
    var next = 0
    for (position, partner) in partners.enumerated() where partner >= 0 {
      gaps[position] = next..<partner
      next = partner + 1
    }
    gaps[partners.count] = next..<count
    return gaps
  }
}
