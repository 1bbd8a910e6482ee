/// How content is compared, shown and copied from.
public enum ContentKind: String, Hashable, Sendable, CaseIterable {
  /// Lines of text in any encoding.
  case text
  /// A drawing of the emoji-art courses, in any of its shapes.
  case emojiArt
  /// JSON of any other shape.
  case json
  /// A folder that is one document.
  case package
  /// Anything else.
  case data
}
