/// A piece of explanation that help and the manual page each set in their own way.
enum Prose: Sendable, ExpressibleByStringLiteral {
  /// Sentences that are filled to the width of the page.
  case paragraph(String)
  /// Terms with what they mean.
  case terms([(term: String, meaning: String)])
  /// Lines that stand as they are.
  case lines([String])

  init(stringLiteral text: String) { self = .paragraph(text) }
}
