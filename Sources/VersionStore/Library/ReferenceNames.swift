import Git

/// The names of a library's references, as storage format 1 has them.
enum ReferenceNames {
  static let documents = "refs/documents/"
  static let paths = "refs/paths/"
  static let labels = "refs/labels/"
  static let journals = "refs/journal/"

  /// The chain of a document: `refs/documents/ab/…` (30 digits).
  static func chain(of document: UUID) -> String {
    sharded(documents, document.digits)
  }

  /// The alias of a path: `refs/paths/ab/…` (38 digits), the SHA-1 of its bytes.
  static func alias(of path: DocumentPath) -> String {
    sharded(paths, ObjectID.digest(of: path.bytes).hexBytes)
  }

  /// The labels of a document.
  static func labels(of document: UUID) -> String {
    "\(labels)\(document)/"
  }

  /// The document a chain's reference is of, nil where it is no such reference.
  static func document(ofChain name: String) -> UUID? {
    guard name.hasPrefix(documents) else { return nil }
    return UUID(name.utf8.dropFirst(documents.utf8.count).filter { $0 != UInt8(ascii: "/") })
  }

  private static func sharded(_ prefix: String, _ digits: [UInt8]) -> String {
    prefix + String(decoding: digits[..<2], as: UTF8.self) + "/"
      + String(decoding: digits[2...], as: UTF8.self)
  }
}
