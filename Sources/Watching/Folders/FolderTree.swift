import Files
import VersionStore

/// All watched folders of a library, and the watches they have.
final class FolderTree {
  private(set) var root = WatchedFolder(nil)
  private var byWatch: [Int32: WatchedFolder] = [:]
  #if os(Linux)
    /// Nil where nothing is watched, and all is looked at.
    let events: FolderEvents?

    init(_ events: FolderEvents?) {
      self.events = events
    }
  #endif

  /// What became of watching a folder.
  enum WatchResult {
    case watched
    /// The system's limit is reached.
    case limit
    /// It is gone, or nothing can be watched.
    case unwatched
  }

  /// The folder at a path, nil where it is none that is watched.
  func folder(at path: DocumentPath?) -> WatchedFolder? {
    guard let path else { return root }
    var folder = root
    for name in path.bytes.split(separator: UInt8(ascii: "/")) {
      guard let next = folder.folders[Array(name)] else { return nil }
      folder = next
    }
    return folder
  }

  /// A way to find the folders of paths that mostly lie in the same one as the path before.
  struct Cursor {
    private let tree: FolderTree
    private var last: (path: DocumentPath?, folder: WatchedFolder?)?

    init(_ tree: FolderTree) {
      self.tree = tree
    }

    /// The folder that a path lies in, nil where it is none that is watched.
    mutating func folder(around path: DocumentPath) -> WatchedFolder? {
      let above = path.folder
      if let last, last.path == above { return last.folder }
      let folder = tree.folder(at: above)
      last = (above, folder)
      return folder
    }
  }

  /// The folder at a path, made where it is missing, with those above it.
  func makeFolder(at path: DocumentPath?) -> WatchedFolder {
    guard let path else { return root }
    let parent = makeFolder(at: path.folder)
    return makeFolder(path.name, in: parent)
  }

  /// An entry of a folder as a watched folder.
  func makeFolder(
    _ name: [UInt8], in parent: WatchedFolder, package: DocumentPath? = nil
  ) -> WatchedFolder {
    if let folder = parent.folders[name], folder.package == package { return folder }
    if let old = parent.folders[name] { unwatch(old) }
    let folder = WatchedFolder(parent.path(of: name), package: package)
    parent.folders[name] = folder
    return folder
  }

  /// Takes a folder out, with all below it.
  func remove(_ name: [UInt8], from parent: WatchedFolder) {
    guard let folder = parent.folders.removeValue(forKey: name) else { return }
    unwatch(folder)
  }

  private func unwatch(_ folder: WatchedFolder) {
    folder.forEachFolder { folder in
      guard let watch = folder.watch else { return }
      folder.watch = nil
      guard byWatch[watch] === folder else { return }
      byWatch[watch] = nil
      #if os(Linux)
        events?.remove(watch)
      #endif
    }
  }

  #if os(Linux)
    /// The folder that a watch is of; nil where it is none any more.
    func folder(ofWatch watch: Int32) -> WatchedFolder? { byWatch[watch] }

    /// Forgets a watch that the system has ended.
    func forget(_ watch: Int32) {
      guard let folder = byWatch.removeValue(forKey: watch) else { return }
      if folder.watch == watch { folder.watch = nil }
    }

    /// Watches a folder, whatever was known of it before.
    func watch(_ folder: WatchedFolder, at location: FilePath) -> WatchResult {
      guard let events else { return .unwatched }
      let watch: Int32
      do throws(SystemError) {
        watch = try events.add(location)
      } catch {
        if let old = folder.watch { drop(old, of: folder) }
        return error.code == .noSpace ? .limit : .unwatched
      }
      if let old = folder.watch, old != watch { drop(old, of: folder) }
      // The same folder under another name: that name's events are still to come.
      if let other = byWatch[watch], other !== folder { other.watch = nil }
      byWatch[watch] = folder
      folder.watch = watch
      return .watched
    }

    private func drop(_ watch: Int32, of folder: WatchedFolder) {
      folder.watch = nil
      guard byWatch[watch] === folder else { return }
      byWatch[watch] = nil
      events?.remove(watch)
    }
  #endif
}
