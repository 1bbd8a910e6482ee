/// Finds a drawing in JSON, whatever year's keys it uses.
struct DrawingReader {
  let view: JSONView

  /// An emoji and where it was found.
  struct Found {
    let emoji: Emoji
    let site: EmojiSite
  }

  /// Reads a single emoji, as a check.
  static func emoji(
    _ node: JSONDocument.Node, at index: Int, in document: JSONDocument
  ) throws(DrawingError) -> Emoji {
    try document.withView { (view) throws(DrawingError) in
      try DrawingReader(view: view).emoji(node.index) { "/emojis/\(index)" }.emoji
    }
  }

  /// The emojis of a list.
  func emojis(
    in list: Int, pointer: String
  ) throws(DrawingError) -> (emojis: [Emoji], sites: [EmojiSite]) {
    var emojis: [Emoji] = []
    var sites: [EmojiSite] = []
    var index = list + 1
    let end = view.end(list)
    while index < end {
      let place = emojis.count
      let found = try emoji(index) { "\(pointer)/\(place)" }
      emojis.append(found.emoji)
      sites.append(found.site)
      index = view.after(index)
    }
    return (emojis, sites)
  }

  /// Whether a value looks as if it were meant as an emoji: text, and a place or a size.
  func looksLikeEmoji(_ index: Int) -> Bool {
    guard view.kind(index) == .object else { return false }
    var hasText = false
    var hasPlace = false
    view.forEachMember(of: index) { key, _ in
      switch EmojiKey(view.packed(key)) {
      case .text: hasText = true
      case .x, .y, .position, .size: hasPlace = true
      default: break
      }
    }
    return hasText && hasPlace
  }

  private func emoji(
    _ index: Int, pointer: () -> String
  ) throws(DrawingError) -> Found {
    guard view.kind(index) == .object else { throw .damaged(.wrongType, pointer: pointer()) }
    var parts = EmojiParts()
    var members = 0
    var doubled: Int?
    view.forEachMember(of: index) { key, value in
      members += 1
      if !parts.take(EmojiKey(view.packed(key)), value) { doubled = key }
    }
    if let doubled {
      let name = String(decoding: view.characters(doubled), as: UTF8.self)
      throw .damaged(.doubledKey, pointer: pointer() + "/" + name)
    }
    func damage(_ damage: DrawingError.Damage, _ name: String) -> DrawingError {
      .damaged(damage, pointer: pointer() + "/" + name)
    }
    guard let (textKey, textNode) = parts.bestText, view.kind(textNode) == .string else {
      throw damage(.wrongType, parts.bestText.map { DrawingKeys.text[$0.key] } ?? "text")
    }
    guard let text = string(textNode) else {
      throw damage(.halfCharacter, DrawingKeys.text[textKey])
    }
    let place = try position(&parts, damage)
    let x = try number(place.x) { damage($0, "x") }
    let y = try number(place.y) { damage($0, "y") }
    let size = try number(parts.size) { damage($0, DrawingKeys.size) }
    let id = try identifier(parts.id) { damage($0, DrawingKeys.id) }
    return Found(
      emoji: Emoji(id: id, text: text, x: x, y: y, size: size),
      site: EmojiSite(
        node: index, text: textNode, place: place.node, x: place.x, y: place.y, size: parts.size,
        id: id == nil ? -1 : parts.id,
        layout: EmojiSite.Layout(text: textKey, position: place.style, hasID: id != nil),
        unknownCount: members - parts.usedCount + place.unknownCount))
  }

  private struct Place {
    var x: Int
    var y: Int
    var style: EmojiSite.Position
    var node = -1
    var unknownCount = 0
  }

  private func position(
    _ parts: inout EmojiParts, _ damage: (DrawingError.Damage, String) -> DrawingError
  ) throws(DrawingError) -> Place {
    if parts.x >= 0, parts.y >= 0 {
      parts.usesFlatPosition = true
      return Place(x: parts.x, y: parts.y, style: .flat)
    }
    guard let (key, node) = parts.bestPosition else {
      throw damage(.wrongType, parts.x < 0 ? "x" : "y")
    }
    let name = DrawingKeys.position[key]
    if view.kind(node) == .array {
      let numbers = view.elements(node)
      guard numbers.count == 2 else { throw damage(.wrongType, name) }
      return Place(x: numbers[0], y: numbers[1], style: .array(key: key), node: node)
    }
    guard view.kind(node) == .object else { throw damage(.wrongType, name) }
    var place = Place(x: -1, y: -1, style: .object(key: key), node: node)
    var isDoubled = false
    view.forEachMember(of: node) { key, value in
      switch EmojiKey(view.packed(key)) {
      case .x:
        isDoubled = isDoubled || place.x >= 0
        place.x = value
      case .y:
        isDoubled = isDoubled || place.y >= 0
        place.y = value
      default: place.unknownCount += 1
      }
    }
    guard !isDoubled else { throw damage(.doubledKey, name) }
    guard place.x >= 0, place.y >= 0 else { throw damage(.wrongType, name) }
    return place
  }

  private func number(
    _ index: Int, _ damage: (DrawingError.Damage) -> DrawingError
  ) throws(DrawingError) -> JSONNumber {
    guard index >= 0, view.kind(index) == .number else { throw damage(.wrongType) }
    let decimal = view.number(index)
    if decimal.integer == nil {
      let spelling = String(decoding: view.bytes(index), as: UTF8.self)
      guard let value = Double(spelling), abs(value) < 9.2e18 else { throw damage(.numberTooBig) }
      return JSONNumber(spelling: spelling)
    }
    return JSONNumber(spelling: String(decoding: view.bytes(index), as: UTF8.self))
  }

  private func identifier(
    _ index: Int, _ damage: (DrawingError.Damage) -> DrawingError
  ) throws(DrawingError) -> Emoji.Identifier? {
    guard index >= 0 else { return nil }
    switch view.kind(index) {
    case .number:
      let decimal = view.number(index)
      guard let value = decimal.integer else {
        throw damage(decimal.isWhole ? .numberTooBig : .wrongType)
      }
      return .number(value)
    case .string:
      guard let text = string(index) else { throw damage(.halfCharacter) }
      return .text(text)
    case .null: return nil
    default: throw damage(.wrongType)
    }
  }

  /// A string, `nil` where it holds half a surrogate pair.
  func string(_ index: Int) -> String? {
    if !view.hasEscapes(index) {
      return String(validating: view.inside(index), as: UTF8.self)
    }
    return String(validating: view.characters(index), as: UTF8.self)
  }
}
