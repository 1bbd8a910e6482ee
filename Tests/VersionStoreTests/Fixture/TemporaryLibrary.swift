import Files
import Git
import Synchronization

@testable import VersionStore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A library in a folder of its own that goes with the value; its clock and zone are the test's.
final class TemporaryLibrary {
  let folder: FilePath
  let library: Library
  let clock: FixedClock

  init(
    now: String = "2026-11-30T12:00:00Z", zone: @escaping @Sendable (Int64) -> Int = { _ in 0 }
  ) throws {
    let clock = FixedClock(now)
    self.clock = clock
    folder = try TemporaryLibrary.makeFolder()
    library = try Library.create(
      folder,
      surroundings: Surroundings(
        now: { clock.time }, zoneOffset: zone,
        person: { Person(name: "Ada", email: "ada@example.org") }, host: "host", app: "tests"))
  }

  deinit {
    try? FileSystem.removeAll(folder)
  }

  /// A new empty folder: in memory where there is room, as nothing here is about power.
  static func makeFolder() throws -> FilePath {
    var place = statvfs()
    let memory = "/dev/shm"
    let fits = statvfs(memory, &place) == 0 && place.f_bavail * place.f_bsize > 512 << 20
    let folder = FilePath("\(fits ? memory : "/tmp")/versions-tests-\(UUID())")
    try Folder.makeAll(folder)
    return try FileSystem.resolved(folder)
  }

  /// Writes a file, with the folders it needs.
  func write(_ text: String = "text", at path: String) throws {
    try write(Array(text.utf8), at: Array(path.utf8))
  }

  /// Writes a file, with the folders it needs.
  func write(_ bytes: [UInt8], at path: [UInt8]) throws {
    let location = folder.appending(path)
    try Folder.makeAll(location.parent)
    try File(location, [.write, .create, .truncate]).write(bytes)
  }

  /// One version that is to be appended.
  struct Given {
    var event: Event
    var time: String
    var label: String?

    init(_ event: Event, _ time: String, _ label: String? = nil) {
      self.event = event
      self.time = time
      self.label = label
    }
  }

  /// Makes a document with versions of different content at given times.
  func document(_ versions: [Given], at path: String = "a.txt") throws -> Document {
    let id = UUID()
    guard let documentPath = DocumentPath(path) else { throw StoreError(.invalid, path) }
    for (index, given) in versions.enumerated() {
      clock.set(given.time)
      _ = try library.append(to: id, alias: documentPath) { (head) throws(StoreError) in
        if given.event == .delete, let head { return [Draft(deleting: head)] }
        do {
          try self.write("version \(index + 1)\n", at: path)
        } catch {
          throw StoreError(.system, "\(error)")
        }
        let location = self.library.location(of: documentPath)
        guard let snapshot = try Snapshot.read(location, isPackage: false, limit: 1 << 20) else {
          throw StoreError(.documentNotFound, path)
        }
        let tree = try inStore { () throws(GitError) in
          try ContentTree.write(
            snapshot.content, name: documentPath.name, to: self.library.repository.objects)
        }
        return [
          Draft(
            given.event, snapshot, tree: tree, at: documentPath, label: given.label,
            library: self.library)
        ]
      }
    }
    return try library.document(documentPath)
  }
}

/// A clock that stands still until it is set.
final class FixedClock: Sendable {
  private let seconds: Mutex<Int64>

  init(_ text: String) {
    seconds = Mutex(seconds1970(text))
  }

  var time: FileTime { FileTime(seconds: seconds.withLock { $0 }, nanoseconds: 500_000_000) }

  func set(_ text: String) {
    seconds.withLock { $0 = seconds1970(text) }
  }
}

/// Seconds since 1970 of an RFC 3339 text.
func seconds1970(_ text: String) -> Int64 {
  Moment(rfc3339: Array(text.utf8))?.time.seconds ?? Int64.min
}
