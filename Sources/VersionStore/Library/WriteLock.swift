import Git

/// Locks of our own that keep two processes from writing the same alias or chain at once.
///
/// Paths are always locked before documents, and of each kind several only
/// in the order of their names, so that nobody waits in a ring.
final class WriteLock {
  private let lock: StoreLock

  /// Waits for the lock on a path's alias.
  static func path(_ path: DocumentPath, in library: Library) throws(StoreError) -> WriteLock {
    try WriteLock(name(of: path), in: library)
  }

  /// Waits for the lock on a document's chain.
  static func document(_ document: UUID, in library: Library) throws(StoreError) -> WriteLock {
    try WriteLock(name(of: document), in: library)
  }

  /// Waits for the lock on this copy's journal, which is taken last of all.
  static func journal(in library: Library) throws(StoreError) -> WriteLock {
    try WriteLock("journal", in: library)
  }

  /// Waits until no other import is at work on the library; taken before all others.
  static func importing(in library: Library) throws(StoreError) -> WriteLock {
    try WriteLock("import", in: library)
  }

  /// Waits for the lock on all aliases, or on all chains and what belongs to them, whose names
  /// begin with the same two digits as one does.
  static func shard(
    _ name: String, ofPaths: Bool, in library: Library
  ) throws(StoreError) -> WriteLock {
    try WriteLock((ofPaths ? "path-" : "document-") + name.prefix(2), in: library)
  }

  /// Waits for the locks on several aliases and chains.
  static func all(
    paths: [DocumentPath], documents: [UUID], in library: Library
  ) throws(StoreError) -> [WriteLock] {
    let names =
      Set(paths.map { name(of: $0) }).sorted() + Set(documents.map { name(of: $0) }).sorted()
    var locks: [WriteLock] = []
    for name in names { locks.append(try WriteLock(name, in: library)) }
    return locks
  }

  /// Gives the lock up.
  func release() {
    lock.release()
  }

  // One of 256 files serves the paths, or documents, that share their first two digits.
  private static func name(of path: DocumentPath) -> String {
    "path-" + ObjectID.digest(of: path.bytes).hex.prefix(2)
  }

  private static func name(of document: UUID) -> String {
    "document-" + document.description.prefix(2)
  }

  private init(_ name: String, in library: Library) throws(StoreError) {
    lock = try StoreLock(name, in: library, patience: WriteLock.patience)
  }

  /// Milliseconds until a lock that another holds is an error.
  private static let patience = 30_000
}
