import Files
import Git

/// What is still true of what was seen before.
public struct RecalledDocuments: Sendable {
  /// The documents on disk; those that got another version since have no mark.
  public internal(set) var seen: SeenDocuments
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
    var heads: [UUID: ObjectID] = [:]
    var isDamaged = false
    try inStore { () throws(GitError) in
      try repository.references.forEach(below: ReferenceNames.documents) {
        (name, head) throws(GitError) in
        guard let id = ReferenceNames.document(ofChain: name) else { return true }
        if case .success(let commit) = head { heads[id] = commit } else { isDamaged = true }
        return !isDamaged
      }
    }
    if isDamaged { return nil }
    var recalled = RecalledDocuments(seen: seen)
    var unknown: [ObjectID] = []
    func isStill(_ head: SeenHead) -> Bool {
      guard let commit = heads.removeValue(forKey: head.document) else { return false }
      if commit.firstWord == head.commit { return true }
      unknown.append(commit)
      return false
    }
    for folder in seen.folders.indices {
      for (index, entry) in seen.folders[folder].entries.enumerated() where !isStill(entry.head) {
        recalled.seen.folders[folder].entries[index].mark = .none
      }
    }
    recalled.seen.deleted = seen.deleted.filter(isStill)
    unknown += heads.values
    var reader = VersionReader()
    do throws(StoreError) {
      for commit in unknown {
        let head = try version(commit, &reader)
        if head.isDeletion {
          recalled.seen.deleted.append(SeenHead(head))
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
