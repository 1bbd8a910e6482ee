import Files
import Testing
import VersionStore

@testable import Watching

/// A library in a folder of its own with a watcher whose clock is the test's: events are the real
/// ones, and no time is waited for.
final class WatchedLibrary {
  let folder: FilePath
  let library: Library
  private(set) var time = Duration.seconds(1000)
  private(set) var events: [WatchEvent] = []
  private var watcher: Watcher?

  init(options: WatchOptions = WatchOptions(), starting: Bool = true) throws {
    let root = FilePath("/tmp/versions-watching-\(UInt64.random(in: 0 ... .max))")
    try Folder.makeAll(root)
    folder = try FileSystem.resolved(root)
    library = try Library.create(folder, surroundings: WatchedLibrary.surroundings)
    if starting { try start(options) }
  }

  deinit {
    watcher = nil
    try? FileSystem.removeAll(folder)
  }

  static var surroundings: Surroundings {
    Surroundings(
      zoneOffset: { _ in 0 }, person: { Person(name: "Ada", email: "ada@example.org") },
      host: "host", app: "tests")
  }

  /// Starts watching, as another process does.
  func start(_ options: WatchOptions = WatchOptions()) throws {
    watcher = nil
    let opened = try Library(folder, surroundings: WatchedLibrary.surroundings)
    let watcher = try Watcher(opened, options: options, now: { [unowned self] in time }) {
      [unowned self] in events.append($0)
    }
    self.watcher = watcher
    try watcher.start()
  }

  /// Stops watching.
  func stop() throws {
    _ = try running.stop()
    watcher = nil
  }

  /// Stops watching as a killed process does.
  func kill() { watcher = nil }

  var running: Watcher {
    get throws { try #require(watcher) }
  }

  /// Lets the watcher do what it does when it wakes.
  func step() throws { try running.step() }

  /// Lets time pass, the watcher working at each tenth of a second.
  func pass(_ duration: Duration) throws {
    try step()
    let end = time + duration
    while time < end {
      time = min(time + .milliseconds(100), end)
      try step()
    }
  }

  /// Lets pass what settles everything.
  func settle() throws { try pass(.seconds(1)) }

  // MARK: What other programs do

  func write(_ text: String, at path: String) throws {
    try write(Array(text.utf8), at: path)
  }

  func write(_ bytes: [UInt8], at path: String) throws {
    let location = folder.appending(path)
    try Folder.makeAll(location.parent)
    try File(location, [.write, .create, .truncate]).write(bytes)
  }

  func move(_ old: String, to new: String) throws {
    try Folder.makeAll(folder.appending(new).parent)
    try FileSystem.rename(folder.appending(old), to: folder.appending(new))
  }

  func remove(_ path: String) throws { try FileSystem.removeAll(folder.appending(path)) }

  /// Sets a setting of the library, or its default.
  func set(_ name: String, _ value: String?) throws {
    let library = try Library(folder, surroundings: WatchedLibrary.surroundings)
    try library.set(try Setting.named(Array(name.utf8)), to: value)
  }

  // MARK: What is in the store

  /// The versions of the document that has, or had, a path, oldest first: `autosave rename:b.txt`.
  func history(_ path: String) throws -> String {
    let versions = try versions(path)
    var last: DocumentPath?
    return versions.map { version in
      defer { last = version.path }
      return last == nil || last == version.path
        ? "\(version.event)" : "\(version.event):\(version.path)"
    }.joined(separator: " ")
  }

  func versions(_ path: String) throws -> [Version] {
    let reader = try Library(folder, surroundings: WatchedLibrary.surroundings)
    let document = try reader.document(try #require(DocumentPath(path)))
    var history = try reader.history(of: document)
    var versions: [Version] = []
    while let version = try history.next() { versions.append(version) }
    return versions.reversed()
  }

  /// What the versions of a document hold, oldest first.
  func texts(_ path: String) throws -> [String] {
    try versions(path).filter { !$0.isDeletion }.map { version in
      guard case .flat(let bytes, _) = try library.content(of: version) else { return "no text" }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  /// All paths that ever had a version.
  func paths() throws -> [String] {
    try Library(folder, surroundings: WatchedLibrary.surroundings).documents()
      .map { "\($0.path)" }.sorted()
  }

  /// What went wrong, in the words of the watcher.
  var troubles: [WatchTrouble] {
    events.compactMap { if case .trouble(let trouble) = $0 { trouble } else { nil } }
  }

  /// The documents that could not be saved.
  var failures: [StoreError] {
    events.compactMap {
      if case .outcome(.failed(_, let error)) = $0 { error } else { nil }
    }
  }
}
