extension DrawingMergeWalk {
  /// Joins keys that are no part of the drawing, where all three have the same format.
  mutating func mergeExtras() {
    guard let first = base.document, let mine = ours.document, let other = theirs.document,
      base.format.isLike(ours.format), base.format.isLike(theirs.format)
    else { return }
    let (found, conflicts) = first.withView { baseView in
      mine.withView { ourView in
        other.withView { theirView in
          var walk = JSONMergeWalk(
            documents: .init(base: first, ours: mine, theirs: other), base: baseView,
            ours: ourView, theirs: theirView)
          walk.editor = editor
          walk.isSkipped = { key, view in DrawingMergeWalk.isKnown(view, key) }
          walk.mergeObjects(0, 0, 0, JSONPointer())
          for index in base.emojis.indices {
            let (o, t) = (toOurs.newer[index], toTheirs.newer[index])
            guard o >= 0, t >= 0 else { continue }
            let sites = (base.sites[index], ours.sites[o], theirs.sites[t])
            guard sites.0.unknownCount + sites.1.unknownCount + sites.2.unknownCount > 0 else {
              continue
            }
            walk.isSkipped = { key, view in EmojiKey(view.packed(key)).isKnown }
            walk.mergeObjects(
              sites.0.node, sites.1.node, sites.2.node,
              JSONPointer(tokens: [Array(ours.format.list.utf8)]).appending(o))
          }
          return (walk.editor, walk.conflicts)
        }
      }
    }
    editor = found
    for conflict in conflicts {
      note(.other, nil, [conflict.base, conflict.ours, conflict.theirs], at: conflict.pointer)
    }
  }

  private static func isKnown(_ view: JSONView, _ key: Int) -> Bool {
    let names =
      DrawingKeys.emojis + DrawingKeys.counters + DrawingKeys.backgrounds
      + DrawingKeys.backgroundURLs + DrawingKeys.backgroundImages + [DrawingKeys.image]
    return names.contains { view.isString(key, $0) }
  }
}

extension EmojiKey {
  fileprivate var isKnown: Bool {
    if case .unknown = self { return false }
    return true
  }
}
