import Files
import VersionStore

/// The side of a document that touches disks. A library is opened for each piece of work and gone
/// when that ends: nothing of it is ever held while a task waits.
actor DocumentStorage {
  private let executor = StorageExecutor()
  nonisolated let surroundings: Surroundings
  /// The draft that this document has open.
  var held: HeldDraft?

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(_ surroundings: Surroundings) {
    self.surroundings = surroundings
  }

  /// Does a piece of work.
  func perform<Value: Sendable>(_ body: @Sendable () throws -> Value) throws -> Value {
    try body()
  }

  /// Does a piece of work in the library of a document.
  func perform<Value: Sendable>(
    at url: FileURL, _ body: @Sendable (Library, DocumentPath) throws -> Value
  ) throws -> Value {
    let (library, path) = try locate(url, surroundings)
    return try body(library, path)
  }
}

/// The library of a document, and its path there.
func locate(
  _ url: FileURL, _ surroundings: Surroundings
) throws -> (library: Library, path: DocumentPath) {
  let location = try Location(of: url.path, from: "/", surroundings: surroundings)
  guard case .document(let path) = location.place else {
    throw DocumentError(
      .notADocument, "'\(printable(url.path.bytes))' is a folder, not a document")
  }
  return (location.library, path)
}
