import Files
import VersionStore

extension Watcher {
  /// Makes versions of documents that are due.
  /// - Returns: Those that could not be saved.
  func save(
    _ due: [DocumentPath: Settling.Change]
  ) throws(StoreError) -> [(DocumentPath, StoreError)] {
    refreshLibrary()
    let time = FileTime.now
    let touched = lookAtDue(due)
    if touched.isEmpty { return [] }
    // Put back by the look; what is touched from here on is both due and waiting.
    let putBack = Set(settling.waiting.keys)
    var failed: [DocumentPath: StoreError] = [:]
    var others: [(DocumentPath, StoreError)] = []
    var moved: Set<DocumentPath> = []
    var heads: [DocumentPath: SeenHead] = [:]
    heads.reserveCapacity(touched.count)
    do throws(StoreError) {
      try library.autosave(
        at: touched.map { TouchedPath($0.path, $0.found?.status) },
        besides: putBack, heads: headsAtStart,
        isStill: { isStill($0, due[$0]) }, settled: { heads[$0] = SeenHead($1) }
      ) { outcome in
        switch outcome {
        case .failed(let path, let error):
          if due.keys.contains(path), !putBack.contains(path) {
            failed[path] = error
          } else {
            others.append((path, error))
          }
        case .renamed(let old, _):
          moved.insert(old)
          tell(.outcome(outcome))
        case .deleted(_, let version):
          deleted[version.document] = SeenHead(version)
          tell(.outcome(outcome))
        case .saved: tell(.outcome(outcome))
        }
      }
    } catch {
      // The same for all: it is told once.
      for (path, _) in touched { failed[path] = error }
      if storeTrouble != error { tell(.trouble(.store(error))) }
      storeTrouble = error
    }
    headsAtStart = [:]
    var folders = FolderTree.Cursor(tree)
    // Their history is elsewhere now.
    for path in moved { folders.folder(around: path)?.files[path.name] = nil }
    var marks: [DocumentPath: FileMark] = [:]
    for (path, found) in touched {
      if failed[path] != nil {
        marks[path] = found?.mark
        continue
      }
      if !complaints.isEmpty { complaints[path] = nil }
      let head = heads[path]
      if let head, !deleted.isEmpty { deleted[head.document] = nil }
      // What is no version is looked at again when it is found again: it may be ignored no more.
      remember(head == nil ? nil : found?.mark, head, of: path, in: &folders, takenAt: time)
      if head == nil, found != nil { hold(path) } else { held.remove(path) }
    }
    touchOtherNames(of: touched)
    savedSinceKept += touched.count - failed.count
    if failed.count < touched.count { storeTrouble = nil }
    for (path, error) in others where complaints[path] != error {
      complaints[path] = error
      tell(.outcome(.failed(path, error)))
    }
    var unsaved = others
    for (path, error) in failed.sorted(by: { $0.key < $1.key }) {
      noteFailure(path, error, due[path], marks[path], takenAt: time)
      unsaved.append((path, error))
    }
    return unsaved
  }

  /// Whether nothing happened to a document since it was due: one that was truncated to be written anew
  /// is empty until it is written. After the longest wait it is saved whatever goes on.
  private func isStill(_ path: DocumentPath, _ change: Settling.Change?) -> Bool {
    if let change, now() - change.first >= settling.pace.longestWait { return true }
    // The file system can take long to truncate, and its event comes when that is done.
    if library.isBeingEmptied(path) { return false }
    // What goes wrong with the events is told at the next step.
    try? takeEvents()
    return settling.waiting[path] == nil
  }

  /// Looks at what is due, in the order of the paths; what is not left alone yet is put back.
  private func lookAtDue(
    _ due: [DocumentPath: Settling.Change]
  ) -> [(path: DocumentPath, found: FoundFile?)] {
    var folders = FolderTree.Cursor(tree)
    var touched: [(path: DocumentPath, found: FoundFile?)] = []
    touched.reserveCapacity(due.count)
    for path in due.keys.sorted() {
      guard let change = due[path] else { continue }
      let folder = folders.folder(around: path)
      let isWatched = folder.map { $0.watch != nil && !$0.isShared } ?? false
      // Without an event since it was found, it is as it was.
      if isWatched, let found = change.found {
        touched.append((path, found))
        continue
      }
      let found = FoundFile.find(library.location(of: path))
      // Where there are no events, only a second look tells that it is left alone.
      if let before = change.found, before.mark != found?.mark,
        now() - change.first < settling.pace.longestWait
      {
        settling.putBack(path, change, at: now(), found: found)
      } else {
        touched.append((path, found))
      }
    }
    return touched
  }

  /// Has the other names of files looked at that have several: what is written by one name is no event
  /// of the others.
  private func touchOtherNames(of touched: [(path: DocumentPath, found: FoundFile?)]) {
    var marks: [UInt64: FileMark] = [:]
    for case let found? in touched.map(\.found)
    where found.status.kind == .file && found.status.links > 1 {
      marks[found.status.inode] = found.mark
    }
    if marks.isEmpty { return }
    tree.root.forEachFolder { folder in
      for (name, seen) in folder.files {
        guard let mark = marks[seen.mark.inode], mark != seen.mark, let path = folder.path(of: name)
        else { continue }
        settling.touch(path, at: now())
      }
    }
  }

  private func noteFailure(
    _ path: DocumentPath, _ error: StoreError, _ change: Settling.Change?, _ mark: FileMark?,
    takenAt time: FileTime
  ) {
    switch error.kind {
    case .changedMeanwhile:
      // It is being written: that is no failure yet.
      settling.touch(path, at: now())
      if let change { settling.goOn(path, from: change, at: now()) }
    case .tooBig, .notADocument, .invalid:
      var folders = FolderTree.Cursor(tree)
      remember(mark, nil, of: path, in: &folders, takenAt: time)
      if complaints[path] != error { tell(.outcome(.failed(path, error))) }
      complaints[path] = error
    case .diskFull, .busy, .newerFormat, .libraryNotFound:
      settling.putOff(path, after: change, at: now())
      isRootInDoubt = true
      // The same for every document: once is enough.
      if storeTrouble?.kind != error.kind { tell(.trouble(.store(error))) }
      storeTrouble = error
    default:
      settling.putOff(path, after: change, at: now())
      isRootInDoubt = true
      if storeTrouble == error { return }
      if complaints[path] != error { tell(.outcome(.failed(path, error))) }
      complaints[path] = error
    }
  }

  /// Remembers that what is at a path is looked at, and is its document's newest version where there
  /// is one.
  private func remember(
    _ mark: FileMark?, _ head: SeenHead?, of path: DocumentPath,
    in folders: inout FolderTree.Cursor,
    takenAt time: FileTime
  ) {
    guard let folder = folders.folder(around: path) else { return }
    guard let mark else {
      folder.files[path.name] = nil
      return
    }
    if folder.package != nil { return }
    folder.files[path.name] = SeenFile(
      mark: mark, head: head, isRacy: mark.isRacy(takenAt: time), look: look)
  }

  /// Waits with a document that is locked, and was written all the same, until it is locked no more:
  /// no event tells of that.
  private func hold(_ path: DocumentPath) {
    guard case .document(let document)? = try? library.lookUp(path), document.isLocked else {
      return
    }
    held.insert(path)
    if nextLookAtHeld == nil { nextLookAtHeld = now() + Watcher.lookAtHeldEvery }
  }

  /// Has documents saved that are locked no more.
  func lookAtHeld() {
    for path in held {
      if case .document(let document)? = try? library.lookUp(path), document.isLocked { continue }
      held.remove(path)
      settling.touch(path, at: now())
    }
    nextLookAtHeld = held.isEmpty ? nil : now() + Watcher.lookAtHeldEvery
  }

  private static let lookAtHeldEvery = Duration.seconds(5)

  /// Opens the library anew where its settings were changed.
  ///
  /// Settings that make no sense, perhaps as somebody is writing them, are tried again later.
  func refreshLibrary() {
    let mark = try? FileMark.find(library.store.appending("config"))
    if let mark, let before = settingsMark, mark != before {
      let before = library.settings
      do throws(StoreError) {
        library = try Library(library.folder, surroundings: library.surroundings)
      } catch {
        if error.kind == .libraryNotFound { isRootInDoubt = true }
        if storeTrouble != error { tell(.trouble(.store(error))) }
        storeTrouble = error
        return
      }
      settling.pace = WatchPace(options, library.settings)
      // What was ignored, too big or part of a package can be a document by now.
      if library.settings.ignore != before.ignore || library.settings.packages != before.packages
        || library.settings.sizeLimit != before.sizeLimit
      {
        tree.root.forEachFolder { folder in
          folder.files = folder.files.filter { $0.value.head != nil }
        }
        lookWanted.insert(nil)
      }
    }
    settingsMark = mark ?? settingsMark
  }
}
