import Files
import Git
import VersionStore

/// Autosaves whatever other programs write in a library, from its start until it is stopped.
///
/// Events only tell where to look; what is saved, renamed or deleted is decided as
/// `Library.autosave` decides, from what is on disk by then. A watcher is used by one thread, and
/// reads and writes its library with it; other threads and processes open their own.
///
///     let watcher = try Watcher(library) { event in … }
///     let unsaved = try watcher.run { stopIsWanted }
public final class Watcher {
  /// The library; another value after its folder was renamed or its settings were changed.
  public internal(set) var library: Library
  let options: WatchOptions
  let tell: (WatchEvent) -> Void
  /// Time of a clock that nobody sets; a test's own.
  let now: () -> Duration

  let tree: FolderTree
  var settling: Settling
  /// Folders that are to be looked through: nil is the whole library.
  var lookWanted: Set<DocumentPath?> = []
  /// The number of the latest look.
  var look: UInt32 = 0
  /// How many documents the latest look found.
  var documentsFound = 0
  /// When all that has no events is looked at again; nil where there is nothing of that kind.
  var nextPoll: Duration?
  /// Whether a watch was refused because of the system's limit, and that was told.
  var limitFolders: [DocumentPath?] = []
  var toldLimit = false
  /// What was told already, and is not told again until it has changed.
  var complaints: [DocumentPath?: StoreError] = [:]
  var storeTrouble: StoreError?
  var isRootInDoubt = false
  var isCaughtUp = false
  /// The documents as the start found them, until they were first saved: they are read once.
  var headsAtStart: [UUID: Document] = [:]
  /// Documents that are locked and were written all the same.
  var held: Set<DocumentPath> = []
  /// When those are looked at again.
  var nextLookAtHeld: Duration?
  #if os(Linux)
    /// The mounted file systems, nil where the system does not tell; no event tells of those.
    private let mounts = try? MountTable()
    private var mountPoints: Set<[UInt8]> = []
    private var areMountsInDoubt = false
    /// Where an event told already that a file system is gone.
    var toldUnmounted: Set<DocumentPath> = []
  #endif
  /// The watch of the store's own folder, where its settings are.
  var storeWatch: Int32?
  var areSettingsInDoubt = false
  /// The documents that were deleted, with the versions that say so.
  var deleted: [UUID: SeenHead] = [:]
  /// How many documents were saved since what is known of them was last kept.
  var savedSinceKept = 0

  private let watchGuard: WatchGuard
  /// The library's folder itself, wherever it is renamed to.
  var rootFolder: File
  var rootMark: FileStatus
  var settingsMark: FileMark?

  /// Begins to guard a library; `run` begins to watch.
  /// - Throws: `busy` where another process watches it, and what opening it throws.
  public init(
    _ library: Library, options: WatchOptions = WatchOptions(),
    now: @escaping () -> Duration = { Waiting.now }, telling: @escaping (WatchEvent) -> Void
  ) throws(StoreError) {
    self.library = library
    self.options = options
    self.now = now
    tell = telling
    settling = Settling(WatchPace(options, library.settings))
    // Before the settings can change behind what was read of them.
    settingsMark = try? FileMark.find(library.store.appending("config"))
    try library.requireWritable()
    do throws(SystemError) {
      rootFolder = try File(library.folder, [.read, .folder])
      rootMark = try rootFolder.status()
    } catch {
      throw StoreError(watching: error)
    }
    let time = library.surroundings.now()
    watchGuard = try WatchGuard(
      library,
      WatchStatus(
        process: Int(ProcessID.current), host: library.surroundings.host,
        since: Moment(
          FileTime(seconds: time.seconds), offset: library.surroundings.zoneOffset(time.seconds)),
        polls: options.polls || rootFolder.fileSystem.nameOfShared != nil))
    #if os(Linux)
      var events: FolderEvents?
      if !options.polls {
        do throws(SystemError) {
          events = try FolderEvents()
        } catch {
          guard error.code == .tooManyOpen else { throw StoreError(watching: error) }
          telling(.trouble(.queueLimit(every: options.pollInterval)))
        }
      }
      tree = FolderTree(events)
    #else
      tree = FolderTree()
    #endif
  }

  /// Watches until it is to stop; then saves what waits.
  /// - Parameter isToStop: Asked after each wait, which a signal that `Waiting` knows ends.
  /// - Returns: The documents that could not be saved at the end.
  /// - Throws: What ends watching: the library is gone.
  public func run(until isToStop: () -> Bool) throws(StoreError) -> [(DocumentPath, StoreError)] {
    try start()
    while !isToStop() {
      try step()
      if isToStop() { break }
      wait(atMost: timeToNext())
    }
    return try stop()
  }

  /// Finds out what changed before the start, and watches from here on.
  func start() throws(StoreError) {
    #if os(Linux)
      mountPoints = (try? mounts?.points(below: library.folder)) ?? []
    #endif
    if try recall() {
      lookAround()
    } else {
      let heads = readHeads()
      lookAround()
      headsAtStart = heads.result()
      try touchAllWithoutFile()
    }
    var folders = 0
    tree.root.forEachFolder { _ in folders += 1 }
    tell(
      .started(
        folders: folders, documents: documentsFound, changed: settling.waiting.count))
    if settling.waiting.isEmpty { catchUp() }
  }

  /// Does all that can be done now.
  func step() throws(StoreError) {
    try takeEvents()
    if isRootInDoubt { try findRoot() }
    if areSettingsInDoubt {
      areSettingsInDoubt = false
      refreshLibrary()
    }
    lookAtMounts()
    if !lookWanted.isEmpty { lookAgain() }
    if let nextLookAtHeld, nextLookAtHeld <= now() { lookAtHeld() }
    if let nextPoll, nextPoll <= now() { poll() }
    let due = settling.takeDue(at: now())
    if !due.isEmpty { _ = try save(due) }
    if settling.waiting.isEmpty { rest() }
  }

  /// Saves what waits, and keeps what is known for the next start.
  func stop() throws(StoreError) -> [(DocumentPath, StoreError)] {
    try takeEvents()
    if isRootInDoubt { try findRoot() }
    lookAtMounts()
    if !lookWanted.isEmpty { lookAgain() }
    let waiting = settling.takeAll(at: now())
    let unsaved = waiting.isEmpty ? [] : try save(waiting)
    keep()
    return unsaved
  }

  /// How long there is nothing to do but for events; nil for ever.
  func timeToNext() -> Duration? {
    let next = [settling.next, nextPoll, nextLookAtHeld].compactMap { $0 }.min()
    return next.map { max($0 - now(), .zero) }
  }

  /// Nothing waits: the moment for what is better done when nobody is writing.
  ///
  /// Packing the store when it has many loose objects belongs here: it takes long, and whoever
  /// writes meanwhile is only saved a little later.
  private func rest() {
    if !isCaughtUp {
      catchUp()
      if savedSinceKept > 0 { keep() }
    }
    if savedSinceKept >= Watcher.worthKeeping { keep() }
  }

  private static let worthKeeping = 1000

  private func catchUp() {
    isCaughtUp = true
    tell(.caughtUp(documents: documentsFound))
  }

  private func wait(atMost limit: Duration?) {
    #if os(Linux)
      let end = Waiting.wait(
        for: tree.events?.descriptor, mounts: mounts?.descriptor, atMost: limit)
      if case .mounted = end {
        areMountsInDoubt = true
        isRootInDoubt = true
      }
    #else
      _ = Waiting.wait(atMost: limit)
    #endif
  }

  /// Looks through folders that are others by now, as a file system was mounted there, or is gone.
  private func lookAtMounts() {
    #if os(Linux)
      guard areMountsInDoubt, let points = try? mounts?.points(below: library.folder) else {
        return
      }
      areMountsInDoubt = false
      for point in points.symmetricDifference(mountPoints) {
        guard let path = DocumentPath(point) else { continue }
        lookWanted.insert(path)
        // What is covered or gone now was not deleted.
        guard toldUnmounted.remove(path) == nil, let parent = tree.folder(at: path.folder) else {
          continue
        }
        if !points.contains(point), tree.folder(at: path) != nil {
          tell(.trouble(.unmounted(path)))
        }
        tree.remove(path.name, from: parent)
      }
      mountPoints = points
      toldUnmounted = []
    #endif
  }
}
