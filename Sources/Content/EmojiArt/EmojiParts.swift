/// The meaning of a key inside an emoji.
enum EmojiKey {
  /// A key for the text, the index counting in `DrawingKeys.text`.
  case text(Int)
  /// A key for the place, the index counting in `DrawingKeys.position`.
  case position(Int)
  case x, y, size, id, unknown

  private static let texts = DrawingKeys.text.map { JSONView.pack($0.utf8) }
  private static let positions = DrawingKeys.position.map { JSONView.pack($0.utf8) }
  private static let sizeKey = JSONView.pack(DrawingKeys.size.utf8)
  private static let idKey = JSONView.pack(DrawingKeys.id.utf8)

  /// The meaning of a packed key.
  init(_ packed: UInt64) {
    switch packed {
    case 0: self = .unknown
    case UInt64(UInt8(ascii: "x")): self = .x
    case UInt64(UInt8(ascii: "y")): self = .y
    case EmojiKey.sizeKey: self = .size
    case EmojiKey.idKey: self = .id
    default:
      if let index = EmojiKey.texts.firstIndex(of: packed) {
        self = .text(index)
      } else if let index = EmojiKey.positions.firstIndex(of: packed) {
        self = .position(index)
      } else {
        self = .unknown
      }
    }
  }
}

/// The values found under the known keys of one emoji, -1 where there is none.
struct EmojiParts {
  private var texts = (-1, -1, -1, -1, -1)
  private var positions = (-1, -1, -1)
  var x = -1
  var y = -1
  var size = -1
  var id = -1
  var usesFlatPosition = false

  /// Takes a value; false where the key was there before.
  mutating func take(_ key: EmojiKey, _ value: Int) -> Bool {
    func set(_ place: inout Int) -> Bool {
      defer { place = value }
      return place < 0
    }
    switch key {
    case .x: return set(&x)
    case .y: return set(&y)
    case .size: return set(&size)
    case .id: return set(&id)
    case .text(0): return set(&texts.0)
    case .text(1): return set(&texts.1)
    case .text(2): return set(&texts.2)
    case .text(3): return set(&texts.3)
    case .text: return set(&texts.4)
    case .position(0): return set(&positions.0)
    case .position(1): return set(&positions.1)
    case .position: return set(&positions.2)
    case .unknown: return true
    }
  }

  /// The first of the keys for the text that is there.
  var bestText: (key: Int, node: Int)? {
    if texts.0 >= 0 { return (0, texts.0) }
    if texts.1 >= 0 { return (1, texts.1) }
    if texts.2 >= 0 { return (2, texts.2) }
    if texts.3 >= 0 { return (3, texts.3) }
    return texts.4 >= 0 ? (4, texts.4) : nil
  }

  /// The first of the keys for the place that is there.
  var bestPosition: (key: Int, node: Int)? {
    if positions.0 >= 0 { return (0, positions.0) }
    if positions.1 >= 0 { return (1, positions.1) }
    return positions.2 >= 0 ? (2, positions.2) : nil
  }

  /// The count of members that the drawing's model uses.
  var usedCount: Int {
    1 + (usesFlatPosition ? 2 : 1) + (size >= 0 ? 1 : 0) + (id >= 0 ? 1 : 0)
  }
}
