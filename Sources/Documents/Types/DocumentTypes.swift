import Content
import VersionStore

/// The types an application knows: its own, and those that everybody knows.
public struct DocumentTypes: Sendable {
  private var types: [TypeIdentifier: DocumentType] = [:]
  private var order: [TypeIdentifier] = []

  /// The application's types; one with a known identifier takes the place of that one.
  public init(_ own: [DocumentType] = []) {
    for type in own + DocumentTypes.known where types[type.identifier] == nil {
      types[type.identifier] = type
      order.append(type.identifier)
    }
  }

  /// A declared type.
  public subscript(identifier: TypeIdentifier) -> DocumentType? { types[identifier] }

  /// Whether a type is another one or a kind of it, however far.
  public func conforms(_ type: TypeIdentifier, to other: TypeIdentifier) -> Bool {
    var seen: Set<TypeIdentifier> = []
    var open = [type]
    while let next = open.popLast() {
      if next == other { return true }
      guard seen.insert(next).inserted else { continue }
      open += types[next]?.conformsTo ?? [.data]
    }
    return false
  }

  /// The type that declares an extension, the application's own first; nil where none does.
  public func type(forExtension suffix: [UInt8]) -> DocumentType? {
    let suffix = String(decoding: suffix, as: UTF8.self).lowercased()
    if suffix.isEmpty { return nil }
    for identifier in order {
      if let type = types[identifier], type.extensions.contains(where: { $0 == suffix }) {
        return type
      }
    }
    return nil
  }

  /// The type of a document: by its extension, or by what it holds.
  public func type(of name: FileName, _ contents: FileContents) -> TypeIdentifier {
    if let type = type(forExtension: name.extension) { return type.identifier }
    switch contents {
    case .file(let bytes, _):
      return ContentType.recognise(name: name.bytes, bytes: bytes).identifier
    case .link: return .symbolicLink
    case .folder: return ContentType.package(name: name.bytes).identifier
    }
  }

  /// The name a document of a type has in a folder: the stem with the preferred extension.
  public func name(_ stem: String, for type: TypeIdentifier) -> FileName {
    let suffix = types[type]?.extensions.first ?? ""
    return FileName(stem: Array(stem.utf8), extension: Array(suffix.utf8))
  }

  /// Types that need no declaration.
  public static let known: [DocumentType] = [
    DocumentType(.item, name: "item", conformsTo: []),
    DocumentType(.content, name: "content", conformsTo: []),
    DocumentType(.data, name: "data", conformsTo: [.item]),
    DocumentType(.package, name: "package", conformsTo: [.item], isPackage: true),
    DocumentType(.text, name: "text", conformsTo: [.data, .content]),
    DocumentType(.plainText, name: "text", extensions: ["txt", "text"], conformsTo: [.text]),
    DocumentType(.json, name: "JSON", extensions: ["json"], conformsTo: [.text]),
    DocumentType(
      .emojiArt, name: "drawing", extensions: ["emojiart"], conformsTo: [.json, .content]),
  ]
}
