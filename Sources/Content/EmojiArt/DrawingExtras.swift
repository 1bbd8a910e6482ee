/// Compares what programs keep beside the drawing: keys that the courses do not know.
struct DrawingExtras {
  let older: Drawing
  let newer: Drawing
  let match: EmojiMatch
  let isSameFormat: Bool
  /// The counter follows the emojis; it is told apart only when nothing else changed.
  let comparesCounters: Bool

  /// Whether all emojis in both drawings are spelled with the same keys as before.
  var hasSameLayouts: Bool {
    guard older.document != nil, newer.document != nil else { return true }
    if older.format.isUniform, newer.format.isUniform {
      return older.sites.isEmpty || newer.sites.isEmpty
        || older.sites[0].layout == newer.sites[0].layout
    }
    return match.older.indices.allSatisfy { index in
      let origin = match.older[index]
      return origin < 0 || older.sites[origin].layout == newer.sites[index].layout
    }
  }

  func changes() -> [DrawingExtraChange] {
    guard let old = older.document, let new = newer.document else { return [] }
    return old.withView { mine in
      new.withView { theirs in
        if mine.text.count == theirs.text.count, ByteRun.areEqual(mine.text, theirs.text) {
          return []
        }
        var comparison = JSONComparison(mine, theirs)
        let known = KnownParts(older: older, newer: newer, extras: self)
        comparison.isSkipped = { container, key, isOld in
          isOld
            ? known.isOld(key, in: container, mine) : known.isNew(key, in: container, theirs)
        }
        comparison.compare(0, 0)
        compareEmojis(&comparison)
        let steps = comparison.steps
        return comparison.changes.map { change in
          DrawingExtraChange(
            kind: change.kind, pointer: steps.pointer(change.step, older: old, newer: new),
            from: change.old.map(old.tree), to: change.new.map(new.tree))
        }
      }
    }
  }

  private func compareEmojis(_ comparison: inout JSONComparison) {
    let keys = (older.places.list - 1, newer.places.list - 1)
    for (index, origin) in match.older.enumerated() where origin >= 0 {
      let (old, new) = (older.sites[origin], newer.sites[index])
      let hasExtras = old.unknownCount > 0 || new.unknownCount > 0
      let hasOtherID = isSameFormat && older.emojis[origin].id != newer.emojis[index].id
      guard hasExtras || hasOtherID else { continue }
      comparison.descend(key: image) { comparison in
        comparison.descend(key: keys) { comparison in
          comparison.compare(old.node, new.node, positions: (origin, index))
        }
      }
    }
  }

  /// The keys of the objects that hold the lists, where both are nested.
  private var image: (Int, Int)? {
    guard newer.places.holder > 0 else { return nil }
    return (older.places.holder - 1, newer.places.holder - 1)
  }
}

/// The members that make up the drawing, which extras leave alone.
private struct KnownParts {
  private var old: Set<Int> = []
  private var new: Set<Int> = []
  private let oldBackground: Int
  private let newBackground: Int
  private let isSameFormat: Bool

  init(older: Drawing, newer: Drawing, extras: DrawingExtras) {
    isSameFormat = extras.isSameFormat
    oldBackground = older.places.background
    newBackground = newer.places.background
    old = KnownParts.values(older, isSameFormat: isSameFormat, counters: extras.comparesCounters)
    new = KnownParts.values(newer, isSameFormat: isSameFormat, counters: extras.comparesCounters)
    for (index, origin) in extras.match.older.enumerated() where origin >= 0 {
      let (mine, theirs) = (older.sites[origin], newer.sites[index])
      let sameIDs = !isSameFormat || older.emojis[origin].id == newer.emojis[index].id
      guard mine.unknownCount > 0 || theirs.unknownCount > 0 || !sameIDs else { continue }
      old.formUnion([mine.text, mine.x, mine.y, mine.size])
      new.formUnion([theirs.text, theirs.x, theirs.y, theirs.size])
      if sameIDs {
        old.insert(mine.id)
        new.insert(theirs.id)
      }
      if !isSameFormat || mine.layout.position.isArray || theirs.layout.position.isArray {
        old.insert(mine.place)
        new.insert(theirs.place)
      }
    }
  }

  private static func values(
    _ drawing: Drawing, isSameFormat: Bool, counters: Bool
  ) -> Set<Int> {
    let places = drawing.places
    var values: Set<Int> = [places.list, places.backgroundURL, places.backgroundImage]
    if !isSameFormat {
      values.formUnion([places.background, places.counter])
      if places.holder > 0 { values.insert(places.holder) }
    }
    if !counters { values.insert(places.counter) }
    return values
  }

  func isOld(_ key: Int, in container: Int, _ view: JSONView) -> Bool {
    old.contains(key + 1) || isKnown(key, in: container, oldBackground, view)
  }

  func isNew(_ key: Int, in container: Int, _ view: JSONView) -> Bool {
    new.contains(key + 1) || isKnown(key, in: container, newBackground, view)
  }

  private func isKnown(
    _ key: Int, in container: Int, _ background: Int, _ view: JSONView
  ) -> Bool {
    guard container == background, background >= 0 else { return false }
    let names = DrawingKeys.urls + DrawingKeys.images + [DrawingKeys.blank]
    return names.contains { view.isString(key, $0) }
  }
}

extension EmojiSite.Position {
  fileprivate var isArray: Bool {
    if case .array = self { return true }
    return false
  }
}
