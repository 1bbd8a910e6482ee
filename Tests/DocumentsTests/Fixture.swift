import Content
import Documents
import Files
import Synchronization
import VersionStore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A document of text with what its hooks were asked.
final class TextDocument: Documents.Document {
  var text = ""
  var errors: [(error: any Error, isPermitted: Bool)] = []
  var recoveries: [ErrorRecovery] = []
  var safety: (any Error)?
  var moves: [FileURL?] = []
  var disabledWhileLoading: [Bool] = []
  var loadFailure: (any Error)?

  func edit(_ text: String) {
    let old = self.text
    self.text = text
    undoManager.register("Typing") { [unowned self] in edit(old) }
  }

  override func contents(forType type: TypeIdentifier) throws -> FileContents {
    .file(Array(text.utf8))
  }

  override func load(fromContents contents: FileContents, ofType type: TypeIdentifier) throws {
    disabledWhileLoading.append(documentState.contains(.editingDisabled))
    if let loadFailure { throw loadFailure }
    guard let bytes = contents.bytes else {
      throw DocumentError(.unreadable, "a text is a file")
    }
    text = String(decoding: bytes, as: UTF8.self)
  }

  override func handleError(
    _ error: any Error, userInteractionPermitted: Bool
  ) async -> ErrorRecovery {
    errors.append((error, userInteractionPermitted))
    return recoveries.isEmpty ? .giveUp : recoveries.removeFirst()
  }

  override func checkAutosavingSafety() throws {
    if let safety { throw safety }
  }

  override var preview: [UInt8]? {
    super.preview ?? Array("<\(text.prefix(3))>".utf8)
  }

  override func fileURLDidChange() { moves.append(fileURL) }
}

/// A library in a folder of its own, which goes with the value.
@MainActor
final class Shelf {
  let folder: FilePath
  let clock = HandClock()
  let open = OpenDocuments()
  let settings: DocumentSettings

  init(timing: AutosaveTiming = AutosaveTiming(), types: [DocumentType] = []) throws {
    folder = try Shelf.makeFolder()
    let surroundings = Surroundings(
      zoneOffset: { _ in 0 }, person: { Person(name: "Ada", email: "ada@example.org") },
      host: "host", app: "tests")
    settings = DocumentSettings(
      surroundings, types: DocumentTypes(types), timing: timing, clock: clock,
      openDocuments: open)
    _ = try Library.create(folder, surroundings: surroundings)
  }

  deinit {
    try? FileSystem.removeAll(folder)
  }

  nonisolated static func makeFolder() throws -> FilePath {
    var place = statvfs()
    let memory = "/dev/shm"
    let fits = statvfs(memory, &place) == 0 && place.f_bavail * place.f_bsize > 512 << 20
    let folder = FilePath("\(fits ? memory : "/tmp")/versions-documents-\(UUID())")
    try Folder.makeAll(folder)
    return try FileSystem.resolved(folder)
  }

  func url(_ name: String) -> FileURL { FileURL(folder.appending(name)) }

  func write(_ text: String, at name: String) throws {
    let place = folder.appending(name)
    try Folder.makeAll(place.parent)
    try File(place, [.write, .create, .truncate]).write(Array(text.utf8))
  }

  func read(_ name: String) throws -> String {
    String(decoding: try File(folder.appending(name)).readToEnd(), as: UTF8.self)
  }

  func exists(_ name: String) -> Bool {
    (try? FileStatus.find(folder.appending(name))) ?? nil != nil
  }

  var library: Library {
    get throws { try Library(folder, surroundings: settings.surroundings) }
  }

  /// Saves what is on disk, as the command does.
  func save(_ name: String, as event: Event = .save, label: String? = nil) throws {
    guard let path = DocumentPath(name) else { return }
    _ = try library.save(path, as: event, label: label)
  }

  /// The versions of a document, oldest first: event and content.
  func history(_ name: String) throws -> [String] {
    guard let path = DocumentPath(name) else { return [] }
    let library = try library
    guard case .document(let document) = try library.lookUp(path) else { return [] }
    var history = try library.history(of: document)
    var found: [String] = []
    while let version = try history.next() {
      var text = ""
      if !version.isDeletion, case .flat(let bytes, _) = try library.content(of: version) {
        text = String(decoding: bytes, as: UTF8.self)
      }
      found.append("\(version.event) \(text)")
    }
    return found.reversed()
  }

  /// A text document that is open.
  func text(_ name: String, _ content: String = "one") async throws -> TextDocument {
    try write(content, at: name)
    let document = TextDocument(fileURL: url(name), settings: settings)
    try await document.open()
    return document
  }
}

/// A clock that stands still until a test turns it.
final class HandClock: AutosaveClock {
  private struct State {
    var now = Duration.zero
    var sleepers: [Int: (until: Duration, continuation: CheckedContinuation<Void, any Error>)] = [:]
    var count = 0
    var early: Set<Int> = []
  }
  private let state = Mutex(State())

  var now: Duration { state.withLock { $0.now } }

  func sleep(until time: Duration) async throws {
    let number = state.withLock { state in
      state.count += 1
      return state.count
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isDone = state.withLock { state in
          if state.early.remove(number) != nil || time <= state.now { return true }
          state.sleepers[number] = (time, continuation)
          return false
        }
        if isDone { continuation.resume() }
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        let sleeper = state.sleepers.removeValue(forKey: number)
        if sleeper == nil { state.early.insert(number) }
        return sleeper
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Turns the clock on, and wakes whoever slept until then.
  func advance(by duration: Duration) {
    let woken = state.withLock { state in
      state.now += duration
      let due = state.sleepers.filter { $0.value.until <= state.now }
      for number in due.keys { state.sleepers[number] = nil }
      return due.values.map(\.continuation)
    }
    for continuation in woken { continuation.resume() }
  }

  /// How many sleep.
  var sleepers: Int { state.withLock { $0.sleepers.count } }
}

/// Lets all other tasks run until something is so.
@MainActor
func settle(_ isSo: @MainActor () throws -> Bool) async rethrows -> Bool {
  for _ in 0..<20_000 {
    if try isSo() { return true }
    try? await Task.sleep(for: .microseconds(200))
  }
  return try isSo()
}
