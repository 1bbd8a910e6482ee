/// The kinds of object, by their names in a loose object's header.
public enum ObjectKind: String, Sendable {
  case commit, tree, blob, tag
}

/// An object as it is stored: its kind and its bytes without header.
public struct GitObject: Sendable {
  /// Commit, tree, blob or tag.
  public let kind: ObjectKind
  /// The bytes.
  public let bytes: [UInt8]

  /// Makes an object.
  public init(kind: ObjectKind, bytes: [UInt8]) {
    self.kind = kind
    self.bytes = bytes
  }
}
