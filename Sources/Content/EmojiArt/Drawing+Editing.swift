extension Drawing {
  /// The drawing with another emoji on top, spelled as it spells its own, with a fresh identifier
  /// where it has them.
  public func adding(_ emoji: Emoji) throws(PartCopyError) -> PartCopy {
    guard let document else { return newDrawing(with: emoji) }
    var editor = JSONEditor(document)
    try put(emoji, onTopIn: &editor)
    return PartCopy(editor)
  }

  /// The drawing with an emoji that looks otherwise; identifier, order and unknown keys stay.
  public func changing(
    _ index: Int, to emoji: Emoji
  ) throws(PartCopyError) -> PartCopy {
    guard let document, emojis.indices.contains(index) else { throw .notThere("emoji #\(index)") }
    var editor = JSONEditor(document)
    setBack(index, to: emoji, in: &editor)
    return PartCopy(editor)
  }

  /// The drawing without an emoji.
  public func removing(_ index: Int) throws(PartCopyError) -> PartCopy {
    guard let document, emojis.indices.contains(index) else { throw .notThere("emoji #\(index)") }
    var editor = JSONEditor(document)
    editor.remove(childAt: index, of: JSONDocument.Node(places.list))
    return PartCopy(editor)
  }

  /// The drawing with another background, or none.
  public func withBackground(
    _ background: DrawingBackground
  ) throws(PartCopyError) -> PartCopy {
    guard let document else {
      // The smallest drawing there is, which says nothing of how a background is spelled.
      guard let empty = try? Drawing(Array(#"{"emojis":[]}"#.utf8)) else {
        throw .targetIsNotADrawing(.notADrawing)
      }
      return try empty.withBackground(background)
    }
    var editor = JSONEditor(document)
    if background != self.background {
      try BackgroundWriter(background: background, target: self).write(to: &editor)
    }
    return PartCopy(editor)
  }
}
