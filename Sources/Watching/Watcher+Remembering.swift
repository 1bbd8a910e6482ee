import Files
import VersionStore

extension Watcher {
  /// Recalls what an earlier watcher knew.
  /// - Returns: Whether that is enough to know which documents are gone.
  func recall() throws(StoreError) -> Bool {
    guard let known = SeenFiles.read(library.store.appending(SeenFiles.name)) else { return false }
    for (path, entries) in known.folders {
      let folder = tree.makeFolder(at: path)
      for entry in entries {
        folder.files[entry.name] = SeenFile(mark: entry.mark, isRacy: false)
      }
    }
    guard let saved = try library.paths(savedSince: known.mark) else { return false }
    // Versions that others made: their files may be gone already.
    for path in saved { settling.touch(path, at: now()) }
    return true
  }

  /// Keeps what is known for the next start, where it can be kept.
  func keep() {
    savedSinceKept = 0
    do throws(StoreError) {
      let mark = try library.mark()
      try? SeenFiles.write(tree.root, mark, to: library.store.appending(SeenFiles.name))
    } catch {
      // A cache: the next start takes longer.
    }
  }

  /// Has every document looked at of which no file was found.
  func touchAllWithoutFile() throws(StoreError) {
    try library.forEachDocument(damaged: { id, error throws(StoreError) in
      var error = error
      error.hints.insert("the document is id:\(id)", at: 0)
      self.tell(.trouble(.unreadable(nil, error)))
    }) { document in
      self.headsAtStart[document.id] = document
      if document.isDeleted || self.settling.waiting[document.path] != nil { return }
      self.settling.touch(document.path, at: self.now())
    }
  }
}
