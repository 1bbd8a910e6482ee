import Files
import Git

/// Locks of our own that keep two processes from writing the same alias or chain at once.
///
/// A lock is an `flock` on a file in `versions/locks`, which the system gives up when its process
/// ends in whatever way. Paths are always locked before documents, and of each kind several only
/// in the order of their names, so that nobody waits in a ring.
final class WriteLock {
  private var file: File?

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
    file = nil
  }

  // One of 256 files serves the paths, or documents, that share their first two digits.
  private static func name(of path: DocumentPath) -> String {
    "path-" + ObjectID.digest(of: path.bytes).hex.prefix(2)
  }

  private static func name(of document: UUID) -> String {
    "document-" + document.description.prefix(2)
  }

  private init(_ name: String, in library: Library) throws(StoreError) {
    let folder = library.store.appending("versions/locks")
    let path = folder.appending(name)
    let file = try onDisk { () throws(SystemError) in
      do throws(SystemError) {
        return try File(path, [.readWrite, .create], permissions: 0o600)
      } catch {
        guard error.code == .noSuchFile else { throw error }
        try Folder.makeAll(folder, permissions: 0o700)
        return try File(path, [.readWrite, .create], permissions: 0o600)
      }
    }
    // Polling rather than waiting: a process that was stopped must not stop all others for ever.
    var waited = 0
    while try !onDisk({ () throws(SystemError) in try file.lock(waiting: false) }) {
      guard waited < WriteLock.patience else {
        throw StoreError(
          .busy, "the store is busy: another program holds '\(printable(path.bytes))'",
          hints: ["see which one with: fuser -v '\(printable(path.bytes))'"])
      }
      let pause = min(1 + waited / 8, 20)
      sleep(milliseconds: pause)
      waited += pause
    }
    self.file = consume file
  }

  /// Milliseconds until a lock that another holds is an error.
  private static let patience = 30_000
}
