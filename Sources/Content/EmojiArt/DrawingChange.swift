/// One difference between two drawings.
public enum DrawingChange: Sendable {
  /// An emoji is new.
  case added(Emoji, index: Int)
  /// An emoji is gone; the index is that in the older drawing.
  case removed(Emoji, index: Int)
  /// An emoji stands elsewhere.
  case moved(EmojiChange)
  /// An emoji has another size.
  case resized(EmojiChange)
  /// An emoji became another one.
  case textChanged(EmojiChange)
  /// There is another background.
  case backgroundChanged(from: DrawingBackground, to: DrawingBackground)
  /// Emojis lie in another order upon each other; those that moved among the others.
  case reordered([EmojiChange])
  /// The drawing is only written otherwise.
  case formatChanged(FormatChange)
  /// Something that is no part of a drawing as the courses know it.
  case other(DrawingExtraChange)
}

/// An emoji in both drawings.
public struct EmojiChange: Sendable {
  /// The emoji in the older drawing.
  public let old: Emoji
  /// Its index there.
  public let oldIndex: Int
  /// The emoji in the newer drawing.
  public let new: Emoji
  /// Its index there.
  public let newIndex: Int

  /// How far it moved to the right, exact.
  public var dx: JSONNumber { new.x - old.x }
  /// How far it moved down, exact.
  public var dy: JSONNumber { new.y - old.y }
}

/// A difference in what programs keep beside the drawing.
public struct DrawingExtraChange: Sendable {
  /// What happened.
  public let kind: JSONChange.Kind
  /// Where.
  public let pointer: JSONPointer
  /// The older value; `nil` where it was added.
  public let from: JSONTree?
  /// The newer value; `nil` where it was removed.
  public let to: JSONTree?
}
