import Files
import Git

/// A lock of our own: an `flock` on a file in `versions/locks`, which the system gives up when its
/// process ends in whatever way.
final class StoreLock {
  private var file: File?
  /// Another lock that is given up with this one.
  var companion: StoreLock?

  /// Waits for a lock.
  /// - Parameters:
  ///   - name: The name of its file.
  ///   - shared: Whether others may hold it, too, as long as nobody wants it alone.
  ///   - patience: Milliseconds until a lock that another holds is an error.
  init(
    _ name: String, in library: Library, shared: Bool = false, patience: Int = 120_000
  ) throws(StoreError) {
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
    while try !onDisk({ () throws(SystemError) in
      try file.lock(waiting: false, shared: shared)
    }) {
      guard waited < patience else {
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

  /// The number of the open file, for a child that is to hold the lock, too.
  var descriptor: Int32? { file?.descriptor }

  /// Gives the lock up.
  func release() {
    file = nil
    companion = nil
  }
}
