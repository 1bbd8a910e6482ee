extension DrawingChange {
  /// The change for people, such as `🐝 moved right 50`; control characters are made visible.
  public var sentence: String {
    switch self {
    case .added(let emoji, _): "\(emoji.name) added"
    case .removed(let emoji, _): "\(emoji.name) removed"
    case .moved(let change): "\(change.new.name) moved \(change.direction)"
    case .resized(let change): change.sizeSentence
    case .textChanged(let change):
      "\(change.old.name) became \(change.new.name)" + HiddenDifference.remark(change.hidden)
    case .backgroundChanged(let from, let to): Self.backgroundSentence(from, to)
    case .reordered: "order changed"
    case .formatChanged(let change): change.sentence
    case .other(let change): change.sentence
    }
  }

  private static func backgroundSentence(
    _ from: DrawingBackground, _ to: DrawingBackground
  ) -> String {
    var names = [from.shortName, to.shortName]
    if names[0] == names[1] { names = [from.longName ?? "none", to.longName ?? "none"] }
    return "background \(Visible.revealed(names[0])) → \(Visible.revealed(names[1]))"
      + HiddenDifference.remark(from.hidden(to: to))
  }
}

extension DrawingDiff {
  /// The changes for people, one line each; nothing for drawings that are the same.
  public var sentences: [String] { changes.map(\.sentence) }

  /// What to say first where only the form differs: `no change in the drawing`.
  public var headline: String? {
    !isEmpty && isSameButForm ? "no change in the drawing" : nil
  }
}

extension EmojiChange {
  /// Where it moved: x grows to the right and y downward, from the centre.
  fileprivate var direction: String {
    let parts = [
      Self.part(dx, positive: "right", negative: "left"),
      Self.part(dy, positive: "down", negative: "up"),
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }

  private static func part(
    _ distance: JSONNumber, positive: String, negative: String
  ) -> String? {
    if distance.isZero { return nil }
    let spelling = distance.spelling
    return spelling.utf8.first == JSONByte.minus
      ? "\(negative) \(spelling.dropFirst())" : "\(positive) \(spelling)"
  }

  fileprivate var sizeSentence: String {
    let verb = new.size.double < old.size.double ? "shrank" : "grew"
    return "\(new.name) \(verb) \(old.size) → \(new.size)"
  }
}

extension Emoji {
  /// The emoji as it is named to people; long texts are cut.
  var name: String {
    if text.utf8.isEmpty { return "emoji without text" }
    return Visible.revealed(text, limit: 40)
  }
}

extension DrawingBackground {
  /// The last part of the address, as people know pictures by it.
  fileprivate var shortName: String {
    guard let url else { return image?.name ?? "none" }
    let path = url.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    guard !url.utf8.starts(with: "data:".utf8) else { return "picture in its address" }
    let last = path.split(separator: UInt8(ascii: "/")).last
    return last.map { String(decoding: $0, as: UTF8.self) } ?? url
  }
}

extension DrawingExtraChange {
  fileprivate var sentence: String { JSONDiff.sentence(pointer, from: from, to: to) }
}
