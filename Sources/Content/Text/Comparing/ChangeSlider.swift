/// Moves runs of changed lines that could stand higher or lower to where people expect them.
///
/// A run slides as far as the lines at its ends are equal; runs that touch become one. It then lines
/// up with a change of the other side, else goes where the indentation of the lines around its ends
/// makes the best split, else as low as it can. After M. Haggerty's indentation heuristic in git.
struct ChangeSlider {
  private let side: LineSides.Side
  private let other: LineSides.Side
  private let indentation: SplitScore.Lines?

  private struct Group {
    var start: Int
    var end: Int
    var isEmpty: Bool { start == end }
  }

  private init(
    _ side: LineSides.Side, _ other: LineSides.Side, _ indentation: SplitScore.Lines?
  ) {
    self.side = side
    self.other = other
    self.indentation = indentation
  }

  /// Slides the changes of both sides; without views of the lines indentation is not asked.
  static func slide(_ sides: LineSides, old: LineView?, new: LineView?) {
    ChangeSlider(sides.old, sides.new, old.map { SplitScore.Lines($0) }).run()
    ChangeSlider(sides.new, sides.old, new.map { SplitScore.Lines($0) }).run()
  }

  private func run() {
    var group = first(side)
    var match = first(other)
    repeat {
      if !group.isEmpty { settle(&group, &match) }
      guard next(&group, side) else { return }
    } while next(&match, other)
  }

  private func settle(_ group: inout Group, _ match: inout Group) {
    var size: Int
    var highestEnd: Int
    var endAtOther: Int?
    repeat {
      size = group.end - group.start
      endAtOther = nil
      while slideUp(&group) { previous(&match, other) }
      highestEnd = group.end
      if !match.isEmpty { endAtOther = group.end }
      while slideDown(&group) {
        _ = next(&match, other)
        if !match.isEmpty { endAtOther = group.end }
      }
    } while size != group.end - group.start

    if group.end == highestEnd { return }
    if endAtOther != nil {
      while match.isEmpty, slideUp(&group) { previous(&match, other) }
    } else if let indentation {
      let best = indentation.bestEnd(from: highestEnd, through: group.end, size: size)
      while group.end > best, slideUp(&group) { previous(&match, other) }
    }
  }

  private func first(_ side: LineSides.Side) -> Group {
    var group = Group(start: 0, end: 0)
    while side.changed[group.end] { group.end += 1 }
    return group
  }

  /// The next run of changes, possibly empty, between two unchanged lines; false at the end.
  private func next(_ group: inout Group, _ side: LineSides.Side) -> Bool {
    if group.end == side.count { return false }
    group.start = group.end + 1
    group.end = group.start
    while side.changed[group.end] { group.end += 1 }
    return true
  }

  private func previous(_ group: inout Group, _ side: LineSides.Side) {
    if group.start == 0 { return }
    group.end = group.start - 1
    group.start = group.end
    while side.changed[group.start - 1] { group.start -= 1 }
  }

  private func slideDown(_ group: inout Group) -> Bool {
    guard group.end < side.count, side.ids[group.start] == side.ids[group.end] else {
      return false
    }
    side.changed[group.start] = false
    side.changed[group.end] = true
    group.start += 1
    group.end += 1
    while side.changed[group.end] { group.end += 1 }
    return true
  }

  private func slideUp(_ group: inout Group) -> Bool {
    guard group.start > 0, side.ids[group.start - 1] == side.ids[group.end - 1] else {
      return false
    }
    group.start -= 1
    group.end -= 1
    side.changed[group.start] = true
    side.changed[group.end] = false
    while side.changed[group.start - 1] { group.start -= 1 }
    return true
  }
}
