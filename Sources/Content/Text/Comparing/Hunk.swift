/// Changes that are shown together, with the unchanged lines around them.
public struct Hunk: Sendable, Hashable {
  /// Lines of the older text, context included, from 0.
  public let old: Range<Int>
  /// Lines of the newer text, context included, from 0.
  public let new: Range<Int>
  /// The changes, in order.
  public let changes: [LineChange]

  /// One line of a hunk.
  public enum Row: Sendable, Hashable {
    /// In both texts.
    case same(old: Int, new: Int)
    /// In the older text only.
    case removed(Int)
    /// In the newer text only.
    case added(Int)
  }

  /// The lines in the order in which they are shown: of each change first what is gone.
  public var rows: [Row] {
    var rows: [Row] = []
    var (oldAt, newAt) = (old.lowerBound, new.lowerBound)
    func copyUnchanged(upTo end: Int) {
      while oldAt < end {
        rows.append(.same(old: oldAt, new: newAt))
        oldAt += 1
        newAt += 1
      }
    }
    for change in changes {
      copyUnchanged(upTo: change.old.lowerBound)
      rows += change.old.map(Row.removed) + change.new.map(Row.added)
      (oldAt, newAt) = (change.old.upperBound, change.new.upperBound)
    }
    copyUnchanged(upTo: old.upperBound)
    return rows
  }

  /// Puts changes that are at most twice the context apart into one hunk, as git does.
  ///
  /// A change that `isIgnorable` makes no hunk of its own and is shown only beside others.
  static func grouping(
    _ changes: [LineChange], context: Int, oldCount: Int, newCount: Int,
    isIgnorable: (LineChange) -> Bool = { _ in false }
  ) -> [Hunk] {
    let marked = changes.map { (change: $0, ignorable: isIgnorable($0)) }
    var hunks: [Hunk] = []
    var next = 0
    while let (first, last) = group(marked, from: next, context: context) {
      let head = marked[first].change
      let tail = marked[last].change
      let before = min(context, head.old.lowerBound, head.new.lowerBound)
      let after = min(context, oldCount - tail.old.upperBound, newCount - tail.new.upperBound)
      hunks.append(
        Hunk(
          old: (head.old.lowerBound - before)..<(tail.old.upperBound + after),
          new: (head.new.lowerBound - before)..<(tail.new.upperBound + after),
          changes: marked[first...last].map(\.change)))
      next = last + 1
    }
    return hunks
  }

  private static func group(
    _ changes: [(change: LineChange, ignorable: Bool)], from start: Int, context: Int
  ) -> (first: Int, last: Int)? {
    let furthest = 2 * context
    var first = start
    var at = start
    while at < changes.count, changes[at].ignorable {
      let next = at + 1
      let isFar =
        next == changes.count
        || changes[next].change.old.lowerBound - changes[at].change.old.upperBound >= context
      if isFar { first = next }
      at = next
    }
    guard first < changes.count else { return nil }
    var last = first
    var ignored = 0
    var previous = first
    for index in changes.indices[(first + 1)...] {
      let change = changes[index].change
      let ignorable = changes[index].ignorable
      let distance = change.old.lowerBound - changes[previous].change.old.upperBound
      if distance > furthest { break }
      if distance < context, !ignorable || last == previous {
        last = index
        ignored = 0
      } else if distance < context, ignorable {
        ignored += change.new.count
      } else if last != previous,
        change.old.lowerBound + ignored - changes[last].change.old.upperBound > furthest
      {
        break
      } else if !ignorable {
        last = index
        ignored = 0
      } else {
        ignored += change.new.count
      }
      previous = index
    }
    return (first, last)
  }
}
