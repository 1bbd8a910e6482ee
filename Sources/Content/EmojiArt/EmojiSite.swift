/// Where an emoji stands in its document, and in which keys its parts are found.
struct EmojiSite: Sendable {
  /// How a drawing spells the place of an emoji.
  enum Position: Hashable, Sendable {
    /// Two numbers, `x` and `y`, beside the text.
    case flat
    /// An object with `x` and `y`, under one of `DrawingKeys.position`.
    case object(key: Int)
    /// An array of two numbers, under one of `DrawingKeys.position`.
    case array(key: Int)
  }

  /// The keys of an emoji; differences mean another format.
  struct Layout: Hashable, Sendable {
    /// The index in `DrawingKeys.text`.
    var text: Int
    var position: Position
    var hasID: Bool
  }

  /// The nodes of the emoji and its parts; `id` is -1 without one, `place` where x and y are flat.
  var node: Int
  var text: Int
  var place: Int
  var x: Int
  var y: Int
  var size: Int
  var id: Int
  var layout: Layout
  /// The count of members that are none of the parts.
  var unknownCount: Int
}
