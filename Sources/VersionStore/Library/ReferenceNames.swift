import Git

/// The names of a library's references, as storage format 1 has them.
enum ReferenceNames {
  static let documents = "refs/documents/"
  static let paths = "refs/paths/"
  static let labels = "refs/labels/"
  static let journals = "refs/journal/"
  static let pruned = "refs/pruned/"

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

  /// What a document's chain was before it was pruned, for the first time, the second …
  static func pruned(_ document: UUID, _ count: Int) -> String {
    sharded(pruned, document.digits) + "-\(count)"
  }

  /// The references of what a document's chain was, in one folder with those of others.
  static func prunedFolder(of document: UUID) -> String {
    pruned + String(decoding: document.digits[..<2], as: UTF8.self) + "/"
  }

  /// The document and the count that a reference to a former chain is of, nil for any other.
  static func former(_ name: String) -> (document: UUID, count: Int)? {
    guard name.hasPrefix(pruned), let hyphen = name.utf8.lastIndex(of: UInt8(ascii: "-")),
      let count = Int64(decimal: Array(name.utf8[name.utf8.index(after: hyphen)...])[...]),
      let document = UUID(
        name.utf8[..<hyphen].dropFirst(pruned.utf8.count).filter { $0 != UInt8(ascii: "/") })
    else { return nil }
    return (document, Int(count))
  }

  /// The document a chain's reference is of, nil where it is no such reference.
  static func document(ofChain name: String) -> UUID? {
    Array(name.utf8).withUnsafeBytes { document(ofChain: $0) }
  }

  /// The same of the name's bytes.
  static func document(ofChain name: UnsafeRawBufferPointer) -> UUID? {
    let length = documents.utf8.count
    guard name.count == length + 33, name.prefix(length).elementsEqual(documents.utf8) else {
      return nil
    }
    var words: (UInt64, UInt64) = (0, 0)
    var digits = 0
    for byte in name[length...] where byte != UInt8(ascii: "/") {
      guard let digit = hexDigit(byte) else { return nil }
      if digits < 16 {
        words.0 = words.0 << 4 | UInt64(digit)
      } else {
        words.1 = words.1 << 4 | UInt64(digit)
      }
      digits += 1
    }
    return digits == 32 ? UUID(high: words.0, low: words.1) : nil
  }

  private static func sharded(_ prefix: String, _ digits: [UInt8]) -> String {
    prefix + String(decoding: digits[..<2], as: UTF8.self) + "/"
      + String(decoding: digits[2...], as: UTF8.self)
  }
}
