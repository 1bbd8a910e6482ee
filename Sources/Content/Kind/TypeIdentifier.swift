/// A uniform type identifier: what a document is, in the vocabulary of the desktop.
///
/// Compared byte for byte, as identifiers are ASCII. The names are those that Apple's
/// UniformTypeIdentifiers declares, and for others those that the formats' makers declare.
public struct TypeIdentifier: RawRepresentable, Hashable, Sendable {
  /// The identifier itself, such as `public.plain-text`.
  public let rawValue: String

  /// An identifier, known or not.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// An identifier, known or not.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// Text without markup, in any encoding.
  public static let plainText = TypeIdentifier("public.plain-text")
  /// A drawing of the emoji-art courses.
  public static let emojiArt = TypeIdentifier("edu.stanford.cs193p.emojiart")
  /// JSON of any other shape.
  public static let json = TypeIdentifier("public.json")
  /// Bytes of which nothing more is known.
  public static let data = TypeIdentifier("public.data")
  /// A symbolic link.
  public static let symbolicLink = TypeIdentifier("public.symlink")
  /// A folder that is one document.
  public static let package = TypeIdentifier("com.apple.package")
}

extension TypeIdentifier: CustomStringConvertible {
  /// The identifier itself.
  public var description: String { rawValue }
}
