/// One emoji of a drawing.
public struct Emoji: Sendable {
  /// How programs tell emojis apart.
  public enum Identifier: Sendable {
    /// The courses' counters.
    case number(Int)
    /// A UUID, or any other text.
    case text(String)
  }

  /// The identifier, where the drawing's shape has one.
  public var id: Identifier?
  /// The emoji itself; it may be empty or several characters.
  public var text: String
  /// How far right of the centre it stands.
  public var x: JSONNumber
  /// How far below the centre it stands, as screens of these programs count.
  public var y: JSONNumber
  /// The size of its font.
  public var size: JSONNumber

  /// An emoji.
  public init(
    id: Identifier? = nil, text: String, x: JSONNumber, y: JSONNumber, size: JSONNumber
  ) {
    self.id = id
    self.text = text
    self.x = x
    self.y = y
    self.size = size
  }
}

extension Emoji: Hashable {
  /// Whether all parts are equal, the text byte for byte, the numbers by value.
  public static func == (left: Emoji, right: Emoji) -> Bool {
    left.id == right.id && left.looks(like: right)
  }

  /// Whether all but the identifiers are equal.
  public func looks(like other: Emoji) -> Bool {
    hasText(of: other) && isAtPlace(of: other) && size == other.size
  }

  func hasText(of other: Emoji) -> Bool { text.utf8.elementsEqual(other.text.utf8) }

  func isAtPlace(of other: Emoji) -> Bool { x == other.x && y == other.y }

  /// Hashes what is compared.
  public func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
    hasher.combine(x)
    hasher.combine(y)
    hasher.combine(size)
  }
}

extension Emoji.Identifier: Hashable {
  /// Whether both are the same, text byte for byte.
  public static func == (left: Emoji.Identifier, right: Emoji.Identifier) -> Bool {
    switch (left, right) {
    case (.number(let left), .number(let right)): left == right
    case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
    default: false
    }
  }

  /// Hashes what is compared.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .number(let value): hasher.combine(value)
    case .text(let text): for byte in text.utf8 { hasher.combine(byte) }
    }
  }
}

extension Emoji.Identifier: CustomStringConvertible {
  /// The identifier as people would type it.
  public var description: String {
    switch self {
    case .number(let value): String(value)
    case .text(let text): text
    }
  }
}
