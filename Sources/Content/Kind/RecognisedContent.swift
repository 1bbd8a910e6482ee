/// Bytes with what they are, read once where that takes reading all of them.
public struct RecognisedContent: Sendable {
  /// What they are.
  public let type: ContentType
  private let name: [UInt8]
  private let bytes: [UInt8]
  /// What was read to tell the type.
  private let known: StructuredContent?

  /// Recognises a document's bytes, as `ContentType.recognise` does.
  public init(name: [UInt8], bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
    if ContentType.isReadWhole(bytes) {
      let structure = StructuredContent(name: name, bytes: bytes)
      known = structure
      type = ContentType.recognise(name: name, bytes: bytes, readAs: structure)
    } else {
      known = nil
      type = ContentType.recognise(name: name, bytes: bytes)
    }
  }

  /// The bytes as a drawing or JSON, as far as they are one.
  public var structure: StructuredContent { known ?? StructuredContent(name: name, bytes: bytes) }
}
