/// The steps of a merge of drawings.
struct DrawingMergeWalk {
  let base: Drawing
  let ours: Drawing
  let theirs: Drawing
  var editor: JSONEditor
  var conflicts: [DrawingConflict] = []
  let toOurs: EmojiMatch
  let toTheirs: EmojiMatch
  let spelling: EmojiSpelling
  /// Whether each of our emojis stays.
  var stays: [Bool]
  /// Their emojis that come in, and for all of theirs our emoji that is the same one.
  var added: [Int] = []
  var oursOfTheirs: [Int]

  init(base: Drawing, ours: Drawing, theirs: Drawing, document: JSONDocument) {
    let ours = ours.taken(for: theirs)
    self.base = base
    self.ours = ours
    self.theirs = theirs
    editor = JSONEditor(document)
    toOurs = EmojiMatch(
      base.emojis, ours.emojis, doubtsIdentifiers: !base.format.isLike(ours.format))
    toTheirs = EmojiMatch(
      base.emojis, theirs.emojis, doubtsIdentifiers: !base.format.isLike(theirs.format))
    spelling = EmojiSpelling(of: ours)
    stays = ours.emojis.map { _ in true }
    oursOfTheirs = theirs.emojis.map { _ in -1 }
  }

  mutating func run() {
    for index in base.emojis.indices { mergeEmoji(index) }
    mergeBackground()
    addTheirs()
    mergeExtras()
  }

  mutating func note(
    _ part: DrawingConflict.Part, _ emoji: Emoji? = nil, _ values: [JSONTree?],
    at pointer: JSONPointer? = nil
  ) {
    conflicts.append(
      DrawingConflict(
        part: part, emoji: emoji, pointer: pointer, base: values[0], ours: values[1],
        theirs: values[2]))
  }

  private mutating func mergeEmoji(_ index: Int) {
    let emoji = base.emojis[index]
    let (o, t) = (toOurs.newer[index], toTheirs.newer[index])
    if t >= 0 { oursOfTheirs[t] = o }
    switch (o >= 0, t >= 0) {
    case (true, true): mergeParts(emoji, o, t)
    case (true, false):
      let mine = ours.emojis[o]
      if mine.looks(like: emoji), hasSameExtras(index, o) {
        editor.remove(childAt: o, of: JSONDocument.Node(ours.places.list))
        stays[o] = false
      } else {
        note(.removal, emoji, [tree(emoji), tree(mine), nil])
      }
    case (false, true):
      let other = theirs.emojis[t]
      if !other.looks(like: emoji) { note(.removal, emoji, [tree(emoji), nil, tree(other)]) }
    case (false, false): break
    }
  }

  /// Whether we kept what the program keeps with an emoji.
  private func hasSameExtras(_ index: Int, _ o: Int) -> Bool {
    let sites = (base.sites[index], ours.sites[o])
    guard let before = base.document, let mine = ours.document,
      sites.0.unknownCount + sites.1.unknownCount > 0, sites.0.layout == sites.1.layout
    else { return true }
    return before.withView { first in
      mine.withView { JSONEquality.areEqual(sites.0.node, first, sites.1.node, $0) }
    }
  }

  private func tree(_ emoji: Emoji) -> JSONTree {
    .members([
      "text": .string(emoji.text), "x": .number(emoji.x), "y": .number(emoji.y),
      "size": .number(emoji.size),
    ])
  }

  private mutating func mergeParts(_ emoji: Emoji, _ o: Int, _ t: Int) {
    let (mine, other) = (ours.emojis[o], theirs.emojis[t])
    let site = ours.sites[o]
    if !other.hasText(of: emoji), !other.hasText(of: mine) {
      if mine.hasText(of: emoji) {
        editor.replace(JSONDocument.Node(site.text), with: .string(other.text))
      } else {
        note(.text, emoji, [.string(emoji.text), .string(mine.text), .string(other.text)])
      }
    }
    if !other.isAtPlace(of: emoji), !other.isAtPlace(of: mine) {
      if mine.isAtPlace(of: emoji) {
        set(site.x, mine.x, other.x)
        set(site.y, mine.y, other.y)
      } else {
        note(.place, emoji, [place(emoji), place(mine), place(other)])
      }
    }
    if other.size != emoji.size, other.size != mine.size {
      if mine.size == emoji.size {
        set(site.size, mine.size, other.size)
      } else {
        note(.size, emoji, [.number(emoji.size), .number(mine.size), .number(other.size)])
      }
    }
  }

  private func place(_ emoji: Emoji) -> JSONTree {
    .members(["x": .number(emoji.x), "y": .number(emoji.y)])
  }

  private mutating func set(_ node: Int, _ present: JSONNumber, _ value: JSONNumber) {
    let value = spelling.number(value)
    if present != value { editor.replace(JSONDocument.Node(node), with: .number(value)) }
  }

  private mutating func mergeBackground() {
    let (before, mine, other) = (base.background, ours.background, theirs.background)
    if other == before || other == mine { return }
    let values = [before, mine, other].map { $0.longName.map { JSONTree.string($0) } }
    guard mine == before else { return note(.background, nil, values) }
    do throws(PartCopyError) {
      try BackgroundWriter(background: other, target: ours).write(to: &editor)
    } catch {
      note(.background, nil, values)
    }
  }

  /// Adds what they added, unless we added the same.
  private mutating func addTheirs() {
    let mineNew = toOurs.older.indices.filter { toOurs.older[$0] < 0 }
    var sameOurs = Set<Int>()
    var taken = Set(ours.emojis.compactMap(\.id))
    var last = ours.counter
    for (index, emoji) in theirs.emojis.enumerated() where toTheirs.older[index] < 0 {
      let same = mineNew.first { !sameOurs.contains($0) && ours.emojis[$0].looks(like: emoji) }
      if let same {
        sameOurs.insert(same)
        oursOfTheirs[index] = same
        continue
      }
      var copy = emoji
      if !spelling.hasID { copy.id = nil }
      if spelling.hasID, emoji.id.map(taken.contains) ?? true {
        copy.id = fresh(taken, last)
      }
      if let id = copy.id { taken.insert(id) }
      if case .number(let value) = copy.id { last = max(last ?? 0, value) }
      added.append(index)
      editor.insert(
        spelling.tree(copy, extras: theirs.extras(of: index)), at: ours.emojis.count,
        of: JSONDocument.Node(ours.places.list))
    }
    raiseCounter(last)
  }

  private func fresh(_ taken: Set<Emoji.Identifier>, _ last: Int?) -> Emoji.Identifier? {
    var value = max(last ?? 0, 0)
    for case .number(let number) in taken { value = max(value, number) }
    return value < .max ? .number(value + 1) : nil
  }

  private mutating func raiseCounter(_ last: Int?) {
    guard let counter = ours.counter, ours.places.counter >= 0 else { return }
    let isNext = ours.format.counter.map(DrawingKeys.countersOfNext.contains) ?? false
    var value = max(counter, last.map { isNext && $0 >= counter ? $0 + 1 : $0 } ?? counter)
    // A counter of another format counts other identifiers.
    if ours.format.counter == theirs.format.counter, let other = theirs.counter {
      let before = base.format.counter == ours.format.counter ? base.counter : nil
      value = counter == before && added.isEmpty ? other : max(value, other)
    }
    if value != counter {
      editor.replace(JSONDocument.Node(ours.places.counter), with: .integer(value))
    }
  }
}
