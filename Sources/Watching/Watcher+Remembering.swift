import Files
import VersionStore

extension Watcher {
  /// Recalls what an earlier watcher knew.
  /// - Returns: Whether that is enough to know which documents are gone.
  func recall() throws(StoreError) -> Bool {
    guard let known = try library.recall() else { return false }
    for seen in known.folders {
      let folder = tree.makeFolder(at: seen.path)
      for entry in seen.entries {
        folder.files[entry.name] = SeenFile(mark: entry.mark, head: entry.head, isRacy: false)
      }
    }
    for head in known.deleted { deleted[head.document] = head }
    // Versions that others made: their files may be gone already.
    for path in known.moved { settling.touch(path, at: now()) }
    return true
  }

  /// Keeps what is known for the next start, where it can be kept.
  func keep() {
    savedSinceKept = 0
    var folders: [SeenDocuments.Folder] = []
    tree.root.forEachFolder { folder in
      guard folder.package == nil else { return }
      let entries = folder.files.compactMap { name, seen in
        seen.head.map { head in
          // That it was there must be known of each, so that it is missed; what it held only where
          // that is certain.
          SeenDocuments.Entry(name: name, mark: seen.isRacy ? .none : seen.mark, head: head)
        }
      }
      folders.append(SeenDocuments.Folder(path: folder.path, entries: entries))
    }
    // A cache: without it the next start takes longer.
    try? SeenDocuments(folders: folders, deleted: Array(deleted.values)).write(to: library)
  }

  /// Reads the newest versions of all documents beside whatever else is done. What cannot be read is
  /// told when it is read again.
  func readHeads() -> BackgroundWork<[UUID: Document]> {
    let folder = library.folder
    let surroundings = library.surroundings
    return BackgroundWork {
      let library = try? Library(folder, surroundings: surroundings)
      let documents = try? library?.documents(damaged: { (_, _) in })
      return Dictionary((documents ?? []).map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    }
  }

  /// Has every document looked at of which no file was found.
  func touchAllWithoutFile() throws(StoreError) {
    try library.forEachDocument(
      known: headsAtStart,
      damaged: { id, error throws(StoreError) in
        var error = error
        error.hints.insert("the document is id:\(id)", at: 0)
        self.tell(.trouble(.unreadable(nil, error)))
      }
    ) { document in
      if document.isDeleted { self.deleted[document.id] = SeenHead(document.head) }
      if document.isDeleted || self.settling.waiting[document.path] != nil { return }
      self.settling.touch(document.path, at: self.now())
    }
  }
}
