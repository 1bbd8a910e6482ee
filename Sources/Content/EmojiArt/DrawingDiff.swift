/// The differences between two drawings, of whatever years.
///
/// Order of keys, spelling and the counter for identifiers do not count. The changes come in a
/// fixed order: background, removed, added, then moved, resized and changed in the newer stacking
/// order, then the order itself, the rest, and the form.
public struct DrawingDiff: Sendable {
  /// The older drawing.
  public let older: Drawing
  /// The newer drawing.
  public let newer: Drawing
  /// The differences.
  public let changes: [DrawingChange]
  /// For each newer emoji the index of the same one in the older drawing, `nil` where it is new.
  public var origins: [Int?] { match.older.map { $0 < 0 ? nil : $0 } }
  let match: EmojiMatch

  /// Compares two drawings.
  public init(from older: Drawing, to newer: Drawing) {
    self.older = older
    self.newer = newer
    let isSameFormat =
      older.document == nil || newer.document == nil || older.format.isLike(newer.format)
    match = EmojiMatch(older.emojis, newer.emojis, doubtsIdentifiers: !isSameFormat)
    var forms: [(path: String, from: UnicodeForm, to: UnicodeForm)] = []
    var changes = DrawingDiff.contentChanges(older, newer, match, &forms)
    let hasContentChanges = !changes.isEmpty
    let extras = DrawingExtras(
      older: older, newer: newer, match: match, isSameFormat: isSameFormat,
      comparesCounters: !hasContentChanges)
    changes += extras.changes().map(DrawingChange.other)
    let isSameContent = changes.isEmpty
    if let change = FormatChange.normalisation(forms) { changes.append(.formatChanged(change)) }
    changes += DrawingDiff.formChanges(
      older, newer, isSameFormat: isSameFormat && extras.hasSameLayouts,
      isSameContent: isSameContent)
    self.changes = changes
  }

  /// Whether the drawings are the same and written the same.
  public var isEmpty: Bool { changes.isEmpty }

  /// Whether only the form differs: `formatChanged` and nothing else, or nothing at all.
  public var isSameButForm: Bool {
    changes.allSatisfy { if case .formatChanged = $0 { true } else { false } }
  }

  /// Whether what people see is the same.
  public var isSameDrawing: Bool {
    changes.allSatisfy { change in
      switch change {
      case .formatChanged, .other: true
      default: false
      }
    }
  }

  private static func contentChanges(
    _ older: Drawing, _ newer: Drawing, _ match: EmojiMatch,
    _ forms: inout [(path: String, from: UnicodeForm, to: UnicodeForm)]
  ) -> [DrawingChange] {
    var changes: [DrawingChange] = []
    if let old = older.background.url, let new = newer.background.url,
      let form = UnicodeForm.difference(old, new)
    {
      forms.append(("background", form.from, form.to))
    } else if older.background != newer.background {
      changes.append(.backgroundChanged(from: older.background, to: newer.background))
    }
    for (index, emoji) in older.emojis.enumerated() where match.newer[index] < 0 {
      changes.append(.removed(emoji, index: index))
    }
    for (index, emoji) in newer.emojis.enumerated() where match.older[index] < 0 {
      changes.append(.added(emoji, index: index))
    }
    for (index, emoji) in newer.emojis.enumerated() where match.older[index] >= 0 {
      let old = older.emojis[match.older[index]]
      let change = EmojiChange(
        old: old, oldIndex: match.older[index], new: emoji, newIndex: index)
      if !old.isAtPlace(of: emoji) { changes.append(.moved(change)) }
      if old.size != emoji.size { changes.append(.resized(change)) }
      if old.hasText(of: emoji) { continue }
      if let form = UnicodeForm.difference(old.text, emoji.text) {
        forms.append(("\(newer.format.listPointer)/\(index)", form.from, form.to))
      } else {
        changes.append(.textChanged(change))
      }
    }
    let reordered = reordered(older, newer, match)
    if !reordered.isEmpty { changes.append(.reordered(reordered)) }
    return changes
  }

  /// The fewest emojis that would have to move for the others to keep their order.
  private static func reordered(
    _ older: Drawing, _ newer: Drawing, _ match: EmojiMatch
  ) -> [EmojiChange] {
    let pairs = match.older.indices.filter { match.older[$0] >= 0 }
    let origins = pairs.map { match.older[$0] }
    var isSorted = true
    for (first, second) in zip(origins, origins.dropFirst()) where first > second {
      isSorted = false
      break
    }
    if isSorted { return [] }
    var stays = [Bool](repeating: false, count: pairs.count)
    for position in LongestIncreasing.positions(of: origins) { stays[position] = true }
    return pairs.indices.filter { !stays[$0] }.map { position in
      EmojiChange(
        old: older.emojis[origins[position]], oldIndex: origins[position],
        new: newer.emojis[pairs[position]], newIndex: pairs[position])
    }
  }

  private static func formChanges(
    _ older: Drawing, _ newer: Drawing, isSameFormat: Bool, isSameContent: Bool
  ) -> [DrawingChange] {
    guard let old = older.document, let new = newer.document else {
      let isOneNew = (older.document == nil) != (newer.document == nil)
      guard isOneNew, isSameContent else { return [] }
      let names = [older, newer].map { $0.document == nil ? "empty file" : $0.format.name }
      return [
        .formatChanged(FormatChange(what: .drawingFormat, from: names[0], to: names[1]))
      ]
    }
    var changes = FormatChange.source(from: old.source, to: new.source)
    if !isSameFormat {
      let name = newer.format.name
      changes.append(
        FormatChange(
          what: .drawingFormat, from: older.format.name,
          to: name == older.format.name ? name + ", other keys" : name))
    } else if isSameContent {
      changes += FormatChange.formatting(from: old, to: new)
    } else {
      changes += FormatChange.layout(from: old, to: new)
    }
    return changes.map(DrawingChange.formatChanged)
  }
}
