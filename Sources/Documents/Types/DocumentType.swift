import Content

/// A kind of documents, as an application declares it.
public struct DocumentType: Sendable {
  /// Its uniform type identifier, one's own in reverse-domain form.
  public let identifier: TypeIdentifier
  /// What people call it.
  public let name: String
  /// Extensions without dot, the preferred one first.
  public let extensions: [String]
  /// The types it is a kind of, directly.
  public let conformsTo: [TypeIdentifier]
  /// Whether it is a folder of parts.
  public let isPackage: Bool
  /// Makes the thumbnail's data from contents; nil for a type without thumbnails.
  public let preview: (@Sendable (FileContents) -> [UInt8]?)?
  /// Makes a document of the type, whose ``Document/preview`` a browser shows; nil where `preview`
  /// tells it all.
  public let document: Maker?

  /// Makes a document for a file; it is not opened.
  public typealias Maker = @MainActor @Sendable (FileURL, DocumentSettings) -> Document

  /// Declares a type.
  public init(
    _ identifier: TypeIdentifier, name: String = "", extensions: [String] = [],
    conformsTo: [TypeIdentifier] = [.data], isPackage: Bool = false,
    preview: (@Sendable (FileContents) -> [UInt8]?)? = nil, document: Maker? = nil
  ) {
    self.identifier = identifier
    self.name = name
    self.extensions = extensions
    self.conformsTo = conformsTo
    self.isPackage = isPackage
    self.preview = preview
    self.document = document
  }
}

extension TypeIdentifier {
  /// Everything that has contents a person sees.
  public static let content = TypeIdentifier("public.content")
  /// Whatever can be a file or folder.
  public static let item = TypeIdentifier("public.item")
  /// Text of any kind.
  public static let text = TypeIdentifier("public.text")
}
