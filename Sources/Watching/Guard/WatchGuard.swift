import Files
import VersionStore

/// Makes sure that a library is watched by one process only, and says by which.
///
/// It is an `flock` on `versions/watcher` in the store, which the system gives up however its
/// process ends; the file says who holds it.
struct WatchGuard: ~Copyable {
  private let file: File

  /// Takes the guard.
  /// - Throws: `busy` where another process watches.
  init(_ library: Library, _ status: WatchStatus) throws(StoreError) {
    file = try WatchGuard.take(library, status)
  }

  private static func take(
    _ library: Library, _ status: WatchStatus
  ) throws(StoreError) -> File {
    do throws(SystemError) {
      let path = path(in: library)
      try Folder.makeAll(path.parent, permissions: 0o700)
      let file = try File(path, [.readWrite, .create], permissions: 0o600)
      // Somebody may just be asking whether it is held.
      for _ in 0..<20 {
        if try file.lock(waiting: false) {
          try file.truncate(to: 0)
          try file.write(status.line)
          return file
        }
        _ = Waiting.wait(atMost: .milliseconds(10))
      }
    } catch {
      throw StoreError(watching: error)
    }
    throw try refusal(library)
  }

  /// Who holds the guard.
  static func holder(of library: Library) throws(StoreError) -> WatchStatus? {
    do throws(SystemError) {
      let file = try open(path(in: library))
      if try file.lock(waiting: false) { return nil }
      // Written straight after it was taken.
      for _ in 0..<50 {
        if let status = WatchStatus(line: try file.readToEnd(expecting: 100)) { return status }
        file.rewind()
        _ = Waiting.wait(atMost: .milliseconds(10))
      }
      return nil
    } catch {
      if error.code == .noSuchFile || error.code == .notAFolder { return nil }
      throw StoreError(watching: error)
    }
  }

  /// Some file systems of networks lock only what is open for writing.
  private static func open(_ path: FilePath) throws(SystemError) -> File {
    do throws(SystemError) {
      return try File(path, .readWrite)
    } catch {
      guard error.code == .permissionDenied || error.code == .readOnlyFileSystem else {
        throw error
      }
      return try File(path, .read)
    }
  }

  private static func path(in library: Library) -> FilePath {
    library.store.appending("versions/watcher")
  }

  private static func refusal(_ library: Library) throws(StoreError) -> StoreError {
    let name = printable(library.folder.bytes)
    guard let status = try holder(of: library) else {
      return StoreError(.busy, "'\(name)' is watched by another process")
    }
    return StoreError(
      .busy,
      "'\(name)' is watched already, by process \(status.process) on \(status.host) since "
        + status.since.rfc3339(fraction: false),
      hints: ["one watcher is enough; stop that one with: kill \(status.process)"])
  }
}

extension StoreError {
  /// The words for what the system refused a watcher.
  init(watching error: SystemError) {
    let path = error.path.map { " '\(printable($0.bytes))'" } ?? ""
    switch error.code {
    case .noSpace, .quotaExceeded:
      self.init(.diskFull, "cannot \(error.operation.rawValue)\(path): the disk is full")
    case .permissionDenied, .notPermitted, .readOnlyFileSystem:
      self.init(.permission, "cannot \(error.operation.rawValue)\(path): permission denied")
    default:
      self.init(.system, "cannot \(error.operation.rawValue)\(path): \(error.code)")
    }
  }
}
