import Files
import Git

/// Locks of our own that keep two processes from writing the same alias or chain at once.
///
/// A lock is an `flock` on a file in `versions/locks`, which the system gives up when its process
/// ends in whatever way. Paths are always locked before documents, so that nobody waits in a ring.
struct WriteLock: ~Copyable {
  private let file: File

  /// Waits for the lock on a path's alias.
  static func path(_ path: DocumentPath, in library: Library) throws(StoreError) -> WriteLock {
    let digits = ObjectID.digest(of: path.bytes).hexBytes
    return try WriteLock("path-", digits, library)
  }

  /// Waits for the lock on a document's chain.
  static func document(_ document: UUID, in library: Library) throws(StoreError) -> WriteLock {
    try WriteLock("document-", document.digits, library)
  }

  private init(_ kind: String, _ digits: [UInt8], _ library: Library) throws(StoreError) {
    let folder = library.store.appending("versions/locks")
    let path = folder.appending(Array(kind.utf8) + digits[..<2])
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
    self.file = file
  }

  /// Milliseconds until a lock that another holds is an error.
  private static let patience = 30_000
}

extension WriteLock {
  /// True; asked where the lock must live to the end of a scope.
  var isHeld: Bool { file.descriptor >= 0 }
}
