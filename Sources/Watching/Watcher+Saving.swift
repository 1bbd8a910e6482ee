import Files
import VersionStore

extension Watcher {
  /// Makes versions of documents that are due.
  /// - Returns: Those that could not be saved.
  func save(
    _ due: [DocumentPath: Settling.Change]
  ) throws(StoreError) -> [(DocumentPath, StoreError)] {
    try refreshLibrary()
    var marks: [DocumentPath: FileMark] = [:]
    let time = FileTime.now
    var paths: Set<DocumentPath> = []
    for (path, change) in due {
      let mark = try? FileMark.find(library.location(of: path))
      // Where there are no events, only a second look tells that it is left alone.
      if let before = change.mark, before != mark, !isWatched(path) {
        settling.touch(path, at: now(), mark: mark)
        continue
      }
      marks[path] = mark
      paths.insert(path)
    }
    if paths.isEmpty { return [] }
    var failed: [DocumentPath: StoreError] = [:]
    var others: [(DocumentPath, StoreError)] = []
    var moved: [DocumentPath] = []
    do throws(StoreError) {
      try library.autosave(at: paths, besides: Set(settling.waiting.keys)) { outcome in
        switch outcome {
        case .failed(let path, let error):
          if paths.contains(path) {
            failed[path] = error
          } else {
            others.append((path, error))
          }
        case .renamed(let old, _):
          moved.append(old)
          tell(.outcome(outcome))
        case .saved, .deleted: tell(.outcome(outcome))
        }
      }
    } catch {
      // The same for all: it is told once.
      for path in paths { failed[path] = error }
      if storeTrouble != error { tell(.trouble(.store(error))) }
      storeTrouble = error
    }
    // Its history has gone elsewhere; nothing is left to be done here.
    for path in moved where marks[path] == nil { forget(path) }
    for path in paths where failed[path] == nil {
      complaints[path] = nil
      remember(marks[path], of: path, takenAt: time, isRefused: false)
    }
    savedSinceKept += paths.count - failed.count
    if failed.count < paths.count { storeTrouble = nil }
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

  private func isWatched(_ path: DocumentPath) -> Bool {
    guard let folder = tree.folder(at: path.folder) else { return false }
    return folder.watch != nil && !folder.isShared
  }

  private func noteFailure(
    _ path: DocumentPath, _ error: StoreError, _ change: Settling.Change?, _ mark: FileMark?,
    takenAt time: FileTime
  ) {
    switch error.kind {
    case .changedMeanwhile:
      // It is being written: that is no failure yet.
      settling.touch(path, at: now())
    case .tooBig, .notADocument, .invalid:
      remember(mark, of: path, takenAt: time, isRefused: true)
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

  /// Remembers that what is at a path is a version.
  private func remember(
    _ mark: FileMark?, of path: DocumentPath, takenAt time: FileTime, isRefused: Bool
  ) {
    guard let mark else { return forget(path) }
    guard let folder = tree.folder(at: path.folder), folder.package == nil else { return }
    folder.files[path.name] = SeenFile(
      mark: mark, isRacy: mark.isRacy(takenAt: time), isRefused: isRefused, look: look)
  }

  private func forget(_ path: DocumentPath) {
    tree.folder(at: path.folder)?.files[path.name] = nil
  }

  /// Opens the library anew where its settings were changed.
  private func refreshLibrary() throws(StoreError) {
    let mark = try? FileMark.find(library.store.appending("config"))
    if let mark, let before = settingsMark, mark != before {
      library = try Library(library.folder, surroundings: library.surroundings)
    }
    settingsMark = mark ?? settingsMark
  }
}
