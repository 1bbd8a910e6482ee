/// Writes an emoji with the keys and in the order that a drawing uses.
struct EmojiSpelling {
  /// A part of an emoji.
  enum Part {
    case text, x, y, position, size, id
  }

  /// The keys in their order.
  private let keys: [(key: [UInt8], part: Part)]
  private let placeIsArray: Bool
  let hasID: Bool
  /// Whether the program keeps whole numbers only.
  private let isWhole: Bool

  /// The spelling of a drawing's last emoji, or of its year where it has none.
  init(of drawing: Drawing) {
    isWhole =
      drawing.format.year != .y2018
      && drawing.emojis.allSatisfy { $0.x.isWhole && $0.y.isWhole && $0.size.isWhole }
    guard let document = drawing.document, let site = drawing.sites.last else {
      let year = drawing.format.year
      placeIsArray = false
      hasID = drawing.format.counter != nil || year != .y2017 && year != .y2018
      keys = EmojiSpelling.usual(year, hasID: hasID)
      return
    }
    placeIsArray = if case .array = site.layout.position { true } else { false }
    hasID = site.layout.hasID
    keys = document.members(of: JSONDocument.Node(site.node)).compactMap { member in
      let part: Part
      switch member.value.index {
      case site.text: part = .text
      case site.x: part = .x
      case site.y: part = .y
      case site.place: part = .position
      case site.size: part = .size
      case site.id: part = .id
      default: return nil
      }
      return (document.characters(of: member.key), part)
    }
  }

  private static func usual(
    _ year: DrawingFormat.Year, hasID: Bool
  ) -> [(key: [UInt8], part: Part)] {
    let id: [(String, Part)] = hasID ? [("id", .id)] : []
    let keys: [(String, Part)] =
      switch year {
      case .y2017: [("x", .x), ("y", .y), ("text", .text), ("size", .size)] + id
      case .y2018: [("x", .x), ("y", .y), ("symbol", .text), ("size", .size)] + id
      case .y2023: [("string", .text), ("position", .position), ("size", .size)] + id
      default: [("text", .text), ("x", .x), ("y", .y), ("size", .size)] + id
      }
    return keys.map { (Array($0.0.utf8), $0.1) }
  }

  /// The emoji as a value, and what else its program kept with it.
  func tree(
    _ emoji: Emoji, extras: [(key: [UInt8], value: JSONTree)] = []
  ) -> JSONTree {
    let members = keys.compactMap { key, part -> (key: [UInt8], value: JSONTree)? in
      value(part, of: emoji).map { (key, $0) }
    }
    let taken = members.map(\.key)
    return .object(members + extras.filter { !taken.contains($0.key) })
  }

  private func value(_ part: Part, of emoji: Emoji) -> JSONTree? {
    switch part {
    case .text: .string(emoji.text)
    case .x: .number(number(emoji.x))
    case .y: .number(number(emoji.y))
    case .size: .number(number(emoji.size))
    case .id: emoji.id?.tree
    case .position:
      placeIsArray
        ? .array([.number(number(emoji.x)), .number(number(emoji.y))])
        : .members(["x": .number(number(emoji.x)), "y": .number(number(emoji.y))])
    }
  }

  /// A fraction is rounded where the program could not read the document with it.
  func number(_ number: JSONNumber) -> JSONNumber {
    guard isWhole, !number.isWhole else { return number }
    let value = number.double
    return JSONNumber(Int(value < 0 ? value - 0.5 : value + 0.5))
  }
}

extension Emoji.Identifier {
  var tree: JSONTree {
    switch self {
    case .number(let value): .integer(value)
    case .text(let text): .string(text)
    }
  }
}
