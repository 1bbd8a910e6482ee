import Files
import VersionStore

extension Watcher {
  /// Looks through the whole library for the first time.
  func lookAround() {
    watchAbove()
    lookThrough(nil)
  }

  /// Looks through the folders in which something cannot be told by events.
  func lookAgain() {
    let wanted = lookWanted
    lookWanted = []
    if wanted.contains(nil) || wanted.count > Watcher.manyLooks { return lookThrough(nil) }
    for folder in wanted.compactMap({ $0 }).sorted() { lookThrough(folder) }
  }

  /// Looks at what has no events, and says when to do it again.
  func poll() {
    let began = now()
    areSettingsInDoubt = true
    if let folders = foldersWithoutEvents(), folders.count <= Watcher.manyLooks {
      for folder in folders { lookThrough(folder) }
    } else {
      lookThrough(nil)
    }
    let ended = now()
    // Looking takes no more than a twentieth of the processor's time.
    nextPoll = ended + max(options.pollInterval, (ended - began) * 20)
    if let folders = foldersWithoutEvents(), folders.isEmpty { nextPoll = nil }
  }

  /// Above so many folders, all are looked at.
  private static let manyLooks = 64

  /// The outermost folders that have no events; nil for the whole library.
  private func foldersWithoutEvents() -> [DocumentPath]? {
    if !hasEvents { return nil }
    var found: [DocumentPath] = []
    func collect(_ folder: WatchedFolder) {
      if folder.watch == nil || folder.isShared {
        if let path = folder.path { found.append(path) }
        return
      }
      for inner in folder.folders.values { collect(inner) }
    }
    let root = tree.root
    if root.watch == nil || root.isShared { return nil }
    collect(root)
    return found
  }

  private var hasEvents: Bool {
    #if os(Linux)
      return tree.events != nil
    #else
      return false
    #endif
  }

  /// Looks through a folder and all below it, or at a single document; nil for the whole library.
  ///
  /// Each folder is watched before it is read, so that what comes after is an event. Whatever is
  /// not as it was when it became a version is to be saved.
  func lookThrough(_ top: DocumentPath?) {
    look &+= 1
    if top == nil { documentsFound = 0 }
    let time = now()
    var stack: [WatchedFolder] = []
    if let top {
      // Where the folder above is none that is watched, it is ignored, or its own event is to come.
      guard let parent = tree.folder(at: top.folder), parent.package == nil else { return }
      stack.append(parent)
    }
    let scan = LibraryScan(library, below: top).telling(
      entering: { path in
        let folder: WatchedFolder
        if let path, let parent = stack.last {
          folder = self.tree.makeFolder(path.name, in: parent)
        } else {
          folder = self.tree.root
        }
        self.enter(folder, below: stack.last)
        stack.append(folder)
      },
      leaving: { _ in
        if let folder = stack.popLast() { self.leave(folder, at: time) }
      })
    try? scan.forEach { (finding) in
      switch finding {
      case .document(let document):
        if let folder = stack.last { self.note(document, in: folder, at: time) }
      case .ignored(let path, let isFolder, _):
        // Found out only when it was entered: nothing in it is a document.
        if isFolder, let folder = stack.last, folder.path == path { folder.look = 0 }
      case .otherName: break
      case .problem(let path, let error):
        if let folder = stack.last, folder.path == path { folder.isUnreadable = true }
        self.complain(of: path, error) { .unreadable(path, $0) }
      }
    }
    if let top, let parent = tree.folder(at: top.folder) { finish(top, in: parent, at: time) }
    tellLimit()
  }

  /// What is gone from the place that was looked at is looked at as such.
  private func finish(_ top: DocumentPath, in parent: WatchedFolder, at time: Duration) {
    let name = top.name
    if let folder = parent.folders[name], folder.look != look {
      detach(name, from: parent, at: time)
    }
    if let seen = parent.files[name], seen.look != look { settling.touch(top, at: time) }
  }

  private func enter(_ folder: WatchedFolder, below parent: WatchedFolder?) {
    folder.look = look
    folder.isUnreadable = false
    let location = folder.path.map(library.location) ?? library.folder
    findDevice(of: folder, at: location, below: parent)
    watch(folder, at: location)
  }

  private func watch(_ folder: WatchedFolder, at location: FilePath) {
    #if os(Linux)
      switch tree.watch(folder, at: location) {
      case .watched: if folder.isShared { pollSoon() }
      case .limit:
        limitFolders.append(folder.path)
        pollSoon()
      case .unwatched: if tree.events == nil { pollSoon() }
      }
    #else
      pollSoon()
    #endif
  }

  private func pollSoon() {
    if nextPoll == nil { nextPoll = now() + options.pollInterval }
  }

  /// Finds out whether a folder's file system tells what happens in it.
  private func findDevice(
    of folder: WatchedFolder, at location: FilePath, below parent: WatchedFolder?
  ) {
    let device = (try? FileStatus.find(location))?.device
    let isKnown = folder.device != nil && folder.device == device
    folder.device = device
    if let parent, parent.device == device, device != nil {
      folder.isShared = parent.isShared
      return
    }
    if isKnown { return }
    guard let file = try? File(location, [.read, .folder]) else { return }
    let name = file.fileSystem.nameOfShared
    folder.isShared = name != nil
    if let name, !options.polls {
      tell(.trouble(.noEvents(fileSystem: name, folder.path, every: options.pollInterval)))
    }
  }

  private func leave(_ folder: WatchedFolder, at time: Duration) {
    if folder.isUnreadable { return }
    for (name, seen) in folder.files where seen.look != look {
      guard let path = folder.path(of: name), settling.waiting[path] == nil else { continue }
      settling.touch(path, at: time)
    }
    for (name, inner) in folder.folders where inner.look != look {
      detach(name, from: folder, at: time)
    }
  }

  private func note(_ document: FoundDocument, in folder: WatchedFolder, at time: Duration) {
    let path = document.path
    let name = path.name
    documentsFound += 1
    var found = FoundFile(status: document.status, mark: FileMark(document.status))
    if document.kind == .package {
      guard let whole = FoundFile.find(library.location(of: path)) else { return }
      found = whole
      watchPackage(tree.makeFolder(name, in: folder, package: path), path, below: folder)
    }
    if let place = folder.files.index(forKey: name) {
      folder.files.values[place].look = look
      let seen = folder.files.values[place]
      if seen.mark == found.mark, !seen.isRacy { return }
    }
    guard let waiting = settling.waiting[path] else {
      return settling.touch(path, at: time, found: found)
    }
    if waiting.found == nil {
      settling.remember(found, of: path)
    } else if waiting.found?.mark != found.mark {
      settling.touch(path, at: time, found: found)
    }
  }

  /// Watches all folders of a package.
  private func watchPackage(
    _ folder: WatchedFolder, _ package: DocumentPath, below parent: WatchedFolder
  ) {
    enter(folder, below: parent)
    guard let path = folder.path else { return }
    for entry in (try? Folder.entries(of: library.location(of: path))) ?? []
    where entry.kind == .folder {
      watchPackage(
        tree.makeFolder(entry.name, in: folder, package: package), package, below: folder)
    }
    for (name, inner) in folder.folders where inner.look != look {
      tree.remove(name, from: folder)
    }
  }

  private func tellLimit() {
    if limitFolders.isEmpty { return }
    defer { limitFolders = [] }
    // Told once; that others follow is what it says.
    if toldLimit { return }
    toldLimit = true
    #if os(Linux)
      tell(
        .trouble(
          .watchLimit(
            FolderEvents.watchLimit, folders: limitFolders, every: options.pollInterval)))
    #endif
  }

  /// Tells of something unless it was told already.
  func complain(
    of path: DocumentPath?, _ error: StoreError, _ trouble: (StoreError) -> WatchTrouble
  ) {
    if complaints[path] == error { return }
    complaints[path] = error
    tell(.trouble(trouble(error)))
  }
}
