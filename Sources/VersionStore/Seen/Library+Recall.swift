import Files
import Git

/// What is still true of what was seen before.
public struct RecalledDocuments: Sendable {
  /// The documents on disk; those that got another version since have no mark.
  public internal(set) var folders: [SeenDocuments.Folder]
  /// The documents that are deleted.
  public internal(set) var deleted: [SeenHead] = []
  /// Where documents are that got a version since, or were not known.
  public internal(set) var moved: [DocumentPath] = []
}

extension Library {
  /// Recalls what was seen when the library was last looked through: one look at all references,
  /// and a version read only of documents that got one since.
  /// - Returns: Nil where nothing is known, or the store is damaged and must be looked at whole.
  public func recall() throws(StoreError) -> RecalledDocuments? {
    guard let seen = SeenDocuments.read(from: self) else { return nil }
    try ReferenceGuard(self).check()
    var isDamaged = false
    var unknown: [ObjectID] = []
    // Both are in the order of the identities.
    var isStill = [Bool](repeating: false, count: seen.heads.count)
    var place = 0
    try inStore { () throws(GitError) in
      try repository.references.forEachName(below: ReferenceNames.documents) {
        (name, head) throws(GitError) in
        guard let id = ReferenceNames.document(ofChain: name) else { return true }
        guard case .success(let commit) = head else {
          isDamaged = true
          return false
        }
        while place < seen.heads.count, seen.heads[place].document < id { place += 1 }
        if place < seen.heads.count, seen.heads[place].document == id,
          seen.heads[place].commit == commit.firstWord
        {
          isStill[place] = true
        } else {
          unknown.append(commit)
        }
        return true
      }
    }
    if isDamaged { return nil }
    var recalled = RecalledDocuments(folders: seen.folders)
    var isOnDisk = [Bool](repeating: false, count: seen.heads.count)
    for folder in seen.folders.indices {
      for (index, entry) in seen.folders[folder].entries.enumerated() {
        isOnDisk[entry.place] = true
        if !isStill[entry.place] { recalled.folders[folder].entries[index].mark = .none }
      }
    }
    for (place, head) in seen.heads.enumerated() where isStill[place] && !isOnDisk[place] {
      recalled.deleted.append(head)
    }
    var reader = VersionReader()
    do throws(StoreError) {
      for commit in unknown {
        let head = try version(commit, &reader)
        if head.isDeletion {
          recalled.deleted.append(SeenHead(head))
        } else {
          recalled.moved.append(head.path)
        }
      }
    } catch {
      guard error.kind == .damaged else { throw error }
      return nil
    }
    return recalled
  }
}
