import Files
import VersionStore

extension Watcher {
  #if os(Linux)
    /// Takes all events that there are, and notes where something is to be looked at.
    func takeEvents() throws(StoreError) {
      guard let queue = tree.events else { return }
      // Whoever writes faster than this reads is looked at, at the latest, when due.
      for _ in 0..<Watcher.mostReads {
        let events: [FolderEvents.Event]
        do throws(SystemError) {
          events = try queue.next()
        } catch {
          throw StoreError(watching: error)
        }
        if events.isEmpty { return }
        for event in events { take(event, at: now()) }
      }
    }

    private static let mostReads = 64

    /// Notes what one event tells.
    func take(_ event: FolderEvents.Event, at now: Duration) {
      let kinds = event.kinds
      if kinds.contains(.lost) {
        if !lookWanted.contains(nil) { tell(.trouble(.eventsLost)) }
        lookWanted.insert(nil)
        return
      }
      if !kinds.isDisjoint(with: .itself) {
        isRootInDoubt = true
        return
      }
      if event.watch == storeWatch {
        if event.name == Watcher.settingsFile { areSettingsInDoubt = true }
        return
      }
      guard let folder = tree.folder(ofWatch: event.watch) else { return }
      if kinds.contains(.unmounted) { return noteUnmounted(folder) }
      if kinds.contains(.ended) { return tree.forget(event.watch) }
      guard !event.name.isEmpty, let path = folder.path(of: event.name) else { return }
      if let package = folder.package {
        if kinds.contains(.folder) { lookWanted.insert(package) }
        return settling.touch(package, at: now)
      }
      if kinds.contains(.folder) {
        take(kinds, ofFolder: path, in: folder, at: now)
      } else {
        take(kinds, ofFile: path, at: now)
      }
      if event.name.starts(with: Watcher.dot) { noteRules(event.name, kinds, in: folder) }
    }

    private func take(
      _ kinds: FolderEvents.Kinds, ofFolder path: DocumentPath, in parent: WatchedFolder,
      at now: Duration
    ) {
      if !kinds.isDisjoint(with: .went) {
        // What was in it is gone, or elsewhere: a folder that came somewhere is looked through.
        detach(path.name, from: parent, at: now)
        settling.touch(path, at: now)
      }
      if !kinds.isDisjoint(with: [.made, .came]) {
        // Watched first and looked through then, at once: it may be filled already.
        lookThrough(path)
      }
    }

    private func take(_ kinds: FolderEvents.Kinds, ofFile path: DocumentPath, at now: Duration) {
      if !kinds.isDisjoint(with: [.closed, .came, .went]) {
        settling.touch(path, at: now, isOpen: false)
      } else if kinds.contains(.modified) {
        settling.touch(path, at: now, isOpen: true)
      } else if kinds.contains(.made) {
        // A new name of a file that is there already is not open, nor is a link.
        let status = try? FileStatus.find(library.location(of: path))
        settling.touch(path, at: now, isOpen: status?.kind == .file && status?.links == 1)
      }
    }

    /// Looks through a folder anew whose rules changed, or that became a library of its own.
    private func noteRules(
      _ name: [UInt8], _ kinds: FolderEvents.Kinds, in folder: WatchedFolder
    ) {
      guard !kinds.isDisjoint(with: [.closed, .came, .went, .made]) else { return }
      if name == Watcher.ignoreFile || name == Watcher.storeName {
        if name == Watcher.storeName, folder.path == nil {
          isRootInDoubt = true
        } else {
          lookWanted.insert(folder.path)
        }
      }
    }

    private func noteUnmounted(_ folder: WatchedFolder) {
      guard let path = folder.path else {
        isRootInDoubt = true
        return
      }
      guard let parent = tree.folder(at: path.folder), parent.folders[path.name] === folder else {
        return
      }
      // Nothing in it was deleted; only the outermost folder is told of.
      if tree.folder(at: path) != nil { tell(.trouble(.unmounted(path))) }
      tree.remove(path.name, from: parent)
      toldUnmounted.insert(path)
      lookWanted.insert(path)
    }
  #else
    func takeEvents() throws(StoreError) {}
  #endif

  /// Takes a folder out of the tree; the documents that were in it are looked at.
  func detach(_ name: [UInt8], from parent: WatchedFolder, at now: Duration) {
    guard let folder = parent.folders[name] else { return }
    folder.forEachFolder { folder in
      for name in folder.files.keys {
        if let path = folder.path(of: name) { settling.touch(path, at: now) }
      }
    }
    tree.remove(name, from: parent)
  }

  /// Where the library's folder is by now.
  /// - Throws: `libraryNotFound` where it is gone.
  func findRoot() throws(StoreError) {
    isRootInDoubt = false
    do throws(SystemError) {
      if let status = try FileStatus.find(library.folder), status.inode == rootMark.inode,
        status.device == rootMark.device, try FileStatus.find(library.store) != nil
      {
        return
      }
    } catch {
      // Then its new place is looked for.
    }
    guard let place = rootFolder.presentPath, place != library.folder else {
      throw StoreError(
        .libraryNotFound,
        "the library '\(printable(library.folder.bytes))' is gone: it was removed or unmounted",
        hints: ["what was saved before is in its store, wherever that is"])
    }
    let old = library.folder
    library = try Library(place, surroundings: library.surroundings)
    tell(.moved(from: old, to: place))
    lookWanted.insert(nil)
    watchAbove()
  }

  /// Watches whether the library's folder, or one above it, is renamed.
  func watchAbove() {
    #if os(Linux)
      guard let events = tree.events else { return }
      storeWatch = try? events.add(library.store)
      var folder = library.folder
      while true {
        _ = try? events.addItself(folder)
        if folder.parent == folder { return }
        folder = folder.parent
      }
    #endif
  }

  private static let settingsFile = Array("config".utf8)
  private static let dot = [UInt8(ascii: ".")]
  private static let ignoreFile = Array(".versionsignore".utf8)
  private static let storeName = Array(".versions".utf8)
}
