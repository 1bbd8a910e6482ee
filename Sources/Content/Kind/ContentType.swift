/// What a document is: how to compare it, and its uniform type identifier.
public struct ContentType: Hashable, Sendable {
  /// How its content is compared, shown and copied from.
  public let kind: ContentKind
  /// Its type in the vocabulary of the desktop.
  public let identifier: TypeIdentifier

  /// A kind and an identifier that fits it.
  public init(kind: ContentKind, identifier: TypeIdentifier) {
    self.kind = kind
    self.identifier = identifier
  }

  /// A drawing.
  public static let emojiArt = ContentType(kind: .emojiArt, identifier: .emojiArt)
  /// Plain text.
  public static let plainText = ContentType(kind: .text, identifier: .plainText)
  /// Bytes of which nothing more is known.
  public static let data = ContentType(kind: .data, identifier: .data)

  /// A symbolic link, its target being the bytes.
  public static let symbolicLink = ContentType(kind: .data, identifier: .symbolicLink)

  /// The type of a folder that is one document.
  public static func package(name: [UInt8]) -> ContentType {
    ContentType(kind: .package, identifier: PackageExtensions.type(name: name))
  }

  /// The most bytes of content that are read whole; of more, only the outline and samples.
  static let wholeLimit = 128 * 1024
  /// The same for UTF-16, whose outline cannot be read in place.
  static let wideLimit = 2 * 1024 * 1024

  /// What bytes are, told by what they hold; the name decides only where the bytes leave it open.
  ///
  /// The cost is bounded: JSON over 128 kB is judged by the outline of its first megabyte, and text
  /// by a few passes over its bytes, as `TextRecognition` says. Text that happens to be valid JSON stays text where its name says that it
  /// is source code or markup, and an empty file named `*.emojiart` is a new drawing.
  public static func recognise(name: [UInt8], bytes: UnsafeRawBufferPointer) -> ContentType {
    recognise(name: name, bytes: bytes, whole: whole)
  }

  /// What bytes are that were read already, so that they are not read a second time.
  ///
  /// - Parameter structure: What these bytes are as `StructuredContent`.
  static func recognise(
    name: [UInt8], bytes: [UInt8], readAs structure: StructuredContent
  ) -> ContentType {
    bytes.withUnsafeBytes { buffer in
      recognise(name: name, bytes: buffer) { _ in
        switch structure {
        case .drawing: .drawing
        case .json(let document, _): found(document)
        case .unstructured: .none
        }
      }
    }
  }

  private static func recognise(
    name: [UInt8], bytes: UnsafeRawBufferPointer, whole: (UnsafeRawBufferPointer) -> Found
  ) -> ContentType {
    let suffix = FileNameExtension(of: name)?.lowercased ?? ""
    guard !bytes.isEmpty else {
      return suffix == "emojiart" ? .emojiArt : text(suffix)
    }
    let named = FileNameTypes.text[suffix]
    if mayBeJSON(bytes) {
      let limit = isWide(bytes) ? wideLimit : wholeLimit
      let found = bytes.count <= limit ? whole(bytes) : outline(bytes)
      switch found {
      case .drawing: return .emojiArt
      case .container where named == nil || named?.isNeutral == true:
        return ContentType(kind: .json, identifier: named?.jsonType ?? .json)
      case .scalar where named?.jsonType != nil:
        return ContentType(kind: .json, identifier: named?.jsonType ?? .json)
      default: break
      }
    }
    if let signature = FileSignatures.type(of: bytes) {
      return ContentType(kind: .data, identifier: signature)
    }
    // The one rule for what is read as text, so that what is called text can be read as such.
    let known = bytes.bindMemory(to: UInt8.self)
    if case .text = TextRecognition.recognise(known) { return text(suffix) }
    return ContentType(kind: .data, identifier: FileNameTypes.data[suffix] ?? .data)
  }

  /// The same for bytes in an array.
  public static func recognise(name: [UInt8], bytes: [UInt8]) -> ContentType {
    bytes.withUnsafeBytes { recognise(name: name, bytes: $0) }
  }

  private static func text(_ suffix: String) -> ContentType {
    ContentType(kind: .text, identifier: FileNameTypes.text[suffix]?.textType ?? .plainText)
  }

  /// Whether so much content is read whole to tell what it is.
  static func isReadWhole(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { mayBeJSON($0) && $0.count <= (isWide($0) ? wideLimit : wholeLimit) }
  }

  /// Whether the first character, in any encoding that JSON comes in, can begin a JSON value.
  private static func mayBeJSON(_ bytes: UnsafeRawBufferPointer) -> Bool {
    for byte in bytes.prefix(4096) {
      switch byte {
      case 0xEF, 0xBB, 0xBF, 0xFE, 0xFF, 0, 0x20, 0x09, 0x0A, 0x0D: continue
      case JSONByte.openBrace, JSONByte.openBracket, JSONByte.quote, JSONByte.minus, 0x30...0x39,
        UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
        return true
      default: return false
      }
    }
    return false
  }

  private static func isWide(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count >= 2 else { return false }
    let first = (bytes[0], bytes[1])
    return first == (0xFF, 0xFE) || first == (0xFE, 0xFF) || (first.0 == 0) != (first.1 == 0)
  }

  private enum Found {
    case drawing, container, scalar, none
  }

  private static func whole(_ bytes: UnsafeRawBufferPointer) -> Found {
    guard let document = try? JSONDocument(parsing: Array(bytes)) else { return .none }
    return (try? Drawing(document)) == nil ? found(document) : .drawing
  }

  /// What JSON is that is no drawing.
  private static func found(_ document: JSONDocument) -> Found {
    switch document.kind(of: document.root) {
    case .object, .array: .container
    default: .scalar
    }
  }

  private static func outline(_ bytes: UnsafeRawBufferPointer) -> Found {
    let text = bytes.bindMemory(to: UInt8.self)
    var outline = JSONOutline(text)
    guard outline.looksLikeJSON() else { return .none }
    return outline.holdsDrawing() ? .drawing : .container
  }
}
