extension Drawing {
  /// Copies an emoji on top of another drawing, written as that drawing writes emojis.
  ///
  /// It gets a fresh identifier where the target has them, and the counter is raised; what the
  /// source's program kept with the emoji comes along. With `replacesSame` an emoji of the target
  /// that is the same one is set back instead, its identifier kept.
  public func copyEmoji(
    at index: Int, into target: Drawing, replacesSame: Bool = false
  ) throws(PartCopyError) -> PartCopy {
    guard emojis.indices.contains(index) else { throw .notThere("emoji #\(index)") }
    guard let document = target.document else { return newDrawing(with: emojis[index]) }
    let target = target.taken(for: self)
    var editor = JSONEditor(document)
    if replacesSame {
      let match = EmojiMatch(
        emojis, target.emojis, doubtsIdentifiers: !format.isLike(target.format))
      if match.newer[index] >= 0 {
        target.setBack(match.newer[index], to: emojis[index], in: &editor)
        return PartCopy(editor)
      }
    }
    try target.put(emojis[index], extras: extras(of: index), onTopIn: &editor)
    return PartCopy(editor)
  }

  /// Copies an emoji between the bytes of two drawings; see `index(named:)` for names.
  public static func copyEmoji(
    named name: String, from source: [UInt8], into target: [UInt8], replacesSame: Bool = false
  ) throws(PartCopyError) -> PartCopy {
    let (source, target) = try drawings(source, target)
    return try source.copyEmoji(
      at: source.index(named: name), into: target, replacesSame: replacesSame)
  }

  /// Reads both sides of a copy.
  static func drawings(
    _ source: [UInt8], _ target: [UInt8]
  ) throws(PartCopyError) -> (source: Drawing, target: Drawing) {
    let from: Drawing
    let into: Drawing
    do throws(DrawingError) { from = try Drawing(source) } catch {
      throw .sourceIsNotADrawing(error)
    }
    do throws(DrawingError) { into = try Drawing(target) } catch {
      throw .targetIsNotADrawing(error)
    }
    return (from, into)
  }

  /// Writes an emoji behind all others of the list, which is on top, with a fresh identifier.
  func put(
    _ emoji: Emoji, extras: [(key: [UInt8], value: JSONTree)] = [],
    onTopIn editor: inout JSONEditor
  ) throws(PartCopyError) {
    let spelling = EmojiSpelling(of: self)
    var emoji = emoji
    emoji.id = nil
    if spelling.hasID {
      let fresh = try freshIdentifier()
      emoji.id = fresh.id
      if let counter = fresh.counter, places.counter >= 0, counter != self.counter {
        editor.replace(JSONDocument.Node(places.counter), with: .integer(counter))
      }
    }
    editor.insert(
      spelling.tree(emoji, extras: extras), at: emojis.count, of: JSONDocument.Node(places.list))
  }

  /// Gives an emoji of this drawing the looks of another one, part by part.
  func setBack(_ index: Int, to emoji: Emoji, in editor: inout JSONEditor) {
    let present = emojis[index]
    let site = sites[index]
    let spelling = EmojiSpelling(of: self)
    if !present.hasText(of: emoji) {
      editor.replace(JSONDocument.Node(site.text), with: .string(emoji.text))
    }
    let numbers = [
      (present.x, emoji.x, site.x), (present.y, emoji.y, site.y),
      (present.size, emoji.size, site.size),
    ]
    for (now, then, node) in numbers where now != spelling.number(then) {
      editor.replace(JSONDocument.Node(node), with: .number(spelling.number(then)))
    }
  }

  /// The members of an emoji that are no part of the courses' model.
  func extras(of index: Int) -> [(key: [UInt8], value: JSONTree)] {
    guard let document, sites[index].unknownCount > 0 else { return [] }
    let site = sites[index]
    let known = [site.text, site.place, site.x, site.y, site.size, site.id]
    return document.members(of: JSONDocument.Node(site.node)).compactMap { member in
      let key = document.characters(of: member.key)
      if known.contains(member.value.index) || key == Array(DrawingKeys.id.utf8) { return nil }
      return (key, document.tree(member.value))
    }
  }

  /// An identifier that no emoji has, and the counter after giving it.
  func freshIdentifier() throws(PartCopyError) -> (id: Emoji.Identifier, counter: Int?) {
    if case .text = emojis.last?.id { return (.text(freshText()), nil) }
    var greatest = -1
    for emoji in emojis {
      if case .number(let value) = emoji.id { greatest = max(greatest, value) }
    }
    let countsNext = format.counter.map(DrawingKeys.countersOfNext.contains) ?? false
    guard let counter else {
      guard greatest < .max else { throw .noIdentifierLeft }
      return (.number(max(greatest + 1, 1)), nil)
    }
    // A counter that an emoji has as its identifier holds the last one given, whatever its name.
    if countsNext, greatest < counter {
      guard counter < .max else { throw .noIdentifierLeft }
      return (.number(counter), counter + 1)
    }
    let last = max(counter, greatest)
    guard last < .max - 1 else { throw .noIdentifierLeft }
    return (.number(last + 1), countsNext && greatest != counter ? last + 2 : last + 1)
  }

  /// A UUID made from the document, so that the same copy gives the same bytes.
  private func freshText() -> String {
    var seed = UInt64(emojis.count)
    while true {
      let high = (document?.text ?? []).withUnsafeBufferPointer { ByteRun.hash64($0, seed: seed) }
      let low = ByteRun.mixed(high ^ seed)
      var bytes: [UInt8] = []
      for shift in stride(from: 56, through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: high >> UInt64(shift)))
      }
      for shift in stride(from: 56, through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: low >> UInt64(shift)))
      }
      bytes[6] = bytes[6] & 0x0F | 0x40
      bytes[8] = bytes[8] & 0x3F | 0x80
      let digits = Array("0123456789ABCDEF")
      var text = ""
      for (index, byte) in bytes.enumerated() {
        if [4, 6, 8, 10].contains(index) { text.append("-") }
        text.append(digits[Int(byte >> 4)])
        text.append(digits[Int(byte & 0x0F)])
      }
      if !emojis.contains(where: { $0.id == .text(text) }) { return text }
      seed &+= 1
    }
  }

  /// A document with one emoji in this drawing's format, for a target of no bytes.
  func newDrawing(with emoji: Emoji) -> PartCopy {
    var format = DrawingFormat()
    format.year = self.format.year
    let hasID = format.year != .y2017 && format.year != .y2018
    var empty = Drawing()
    empty.setFormat(format)
    var emoji = emoji
    emoji.id = hasID ? .number(1) : nil
    let list = [EmojiSpelling(of: empty).tree(emoji)]
    let bytes = Drawing.newDocument(of: format.year, emojis: list).bytes
    return PartCopy(bytes: bytes, splices: [JSONSplice(range: 0..<0, replacement: bytes)])
  }

  /// A new document as the course of a year writes it, its emojis numbered from 1.
  static func newDocument(of year: DrawingFormat.Year, emojis: [JSONTree]) -> JSONTree {
    let list = JSONTree.array(emojis)
    let counter = JSONTree.integer(emojis.count)
    return switch year {
    case .y2017: .members(["emojis": list])
    case .y2018: .members(["image": .members(["emoji": list])])
    case .y2020, .y2023: .members(["emojis": list, "uniqueEmojiId": counter])
    case .y2021:
      .members(["background": .object([]), "emojis": list, "uniqueEmojiId": counter])
    case .y2021Synthesised:
      .members([
        "background": .members(["blank": .object([])]), "emojis": list, "uniqueEmojiId": counter,
      ])
    }
  }
}
