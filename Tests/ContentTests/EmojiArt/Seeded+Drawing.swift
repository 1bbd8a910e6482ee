@testable import Content

/// A drawing as a test knows it, before it is spelled.
struct Sketch: Equatable {
  var emojis: [Emoji]
  var background: DrawingBackground
  var counter: Int
}

extension Seeded {
  static let glyphs = ["🐝", "🌻", "☀️", "👨‍👩‍👧", "👩🏽‍🚒", "", "two words", "e\u{301}", "é"]
  static let years: [DrawingFormat.Year] = [
    .y2017, .y2018, .y2020, .y2021, .y2021Synthesised, .y2023,
  ]

  mutating func emoji(id: Int?) -> Emoji {
    Emoji(
      id: id.map { .number($0) }, text: pick(Seeded.glyphs), x: JSONNumber(below(7) - 3),
      y: JSONNumber(below(7) - 3), size: JSONNumber(pick([10, 20, 40])))
  }

  /// Some emojis; their identifiers are all different, or doubled now and then.
  mutating func sketch(doubled: Bool = false) -> Sketch {
    let count = below(7)
    let emojis = (0..<count).map { index in
      emoji(id: doubled && chance(3) ? 1 : index + 1)
    }
    return Sketch(emojis: emojis, background: background(), counter: count)
  }

  mutating func background() -> DrawingBackground {
    switch below(3) {
    case 0: DrawingBackground()
    case 1: DrawingBackground(url: "https://a.org/\(below(3)).jpg")
    default: DrawingBackground(url: "file:///b/\(below(3)).png")
    }
  }

  mutating func changed(_ sketch: Sketch) -> Sketch {
    var sketch = sketch
    for _ in 0..<below(4) {
      switch below(7) {
      case 0:
        sketch.counter += 1
        sketch.emojis.insert(
          emoji(id: sketch.counter), at: below(sketch.emojis.count + 1))
      case 1 where !sketch.emojis.isEmpty:
        sketch.emojis.remove(at: below(sketch.emojis.count))
      case 2 where !sketch.emojis.isEmpty:
        sketch.emojis[below(sketch.emojis.count)].x = JSONNumber(below(9) - 4)
      case 3 where !sketch.emojis.isEmpty:
        sketch.emojis[below(sketch.emojis.count)].size = JSONNumber(below(90))
      case 4 where !sketch.emojis.isEmpty:
        sketch.emojis[below(sketch.emojis.count)].text = pick(Seeded.glyphs)
      case 5 where sketch.emojis.count > 1:
        sketch.emojis.swapAt(0, below(sketch.emojis.count))
      case 6: sketch.background = background()
      default: break
      }
    }
    return sketch
  }

  /// The document of a sketch in the shape of a year, its keys in any order.
  mutating func document(_ sketch: Sketch, _ year: DrawingFormat.Year) -> [UInt8] {
    spelled(Seeded.tree(sketch, year))
  }

  static func tree(_ sketch: Sketch, _ year: DrawingFormat.Year) -> JSONTree {
    let hasID = year != .y2017 && year != .y2018
    let list = JSONTree.array(
      sketch.emojis.map { emoji in
        let text = JSONTree.string(emoji.text)
        let id = hasID ? emoji.id?.tree : nil
        if year == .y2023 {
          return .members([
            "string": text, "position": .members(["x": .number(emoji.x), "y": .number(emoji.y)]),
            "size": .number(emoji.size), "id": id,
          ])
        }
        return .members([
          (year == .y2018 ? "symbol" : "text"): text, "x": .number(emoji.x),
          "y": .number(emoji.y), "size": .number(emoji.size), "id": id,
        ])
      })
    let url = sketch.background.url.map { JSONTree.string($0) }
    let counter = JSONTree.integer(sketch.counter)
    switch year {
    case .y2017: return .members(["url": url, "emojis": list])
    case .y2018: return .members(["image": .members(["emoji": list, "url": url])])
    case .y2020:
      return .members(["backgroundURL": url, "emojis": list, "uniqueEmojiId": counter])
    case .y2021:
      return .members([
        "background": .members(["theURL": url]), "emojis": list, "uniqueEmojiId": counter,
      ])
    case .y2021Synthesised:
      let background: JSONTree =
        url.map { .members(["url": .members(["_0": $0])]) } ?? .members(["blank": .object([])])
      return .members(["background": background, "emojis": list, "uniqueEmojiId": counter])
    case .y2023:
      return .members(["background": url, "emojis": list, "uniqueEmojiId": counter])
    }
  }
}
