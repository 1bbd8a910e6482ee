import Files
import Git

extension Library {
  /// Appends versions to a document's chain: durable when it returns, or not there at all.
  ///
  /// - Parameters:
  ///   - id: The document.
  ///   - alias: A path that is to find this document, its lock held by the caller; it is set
  ///     before the chain grows.
  ///   - decide: Gets the newest version, nil for a document that has none yet, and gives what is
  ///     to follow it; asked again where another program was faster.
  ///   - publish: Called when all is written and synced and only the reference is to move: the
  ///     moment for a change on disk that belongs to the version. What it throws stops the move.
  /// - Returns: The new versions, oldest first.
  func append(
    to id: UUID, alias: DocumentPath? = nil,
    decide: (Version?) throws(StoreError) -> [Draft],
    publish: () throws(StoreError) -> Void = {}
  ) throws(StoreError) -> [Version] {
    let pass = try beginWriting()
    defer { pass.end() }
    let lock = try WriteLock.document(id, in: self)
    defer { lock.release() }
    let name = ReferenceNames.chain(of: id)
    for _ in 0..<Library.attempts {
      let head = try head(of: id)
      let drafts = try decide(head)
      if drafts.isEmpty { return [] }
      var versions: [Version] = []
      try ReferenceGuard(self).checkAndRemember()
      try inStore { () throws(GitError) in
        for draft in drafts {
          // What a deletion holds is an object, too.
          if draft.tree == Version.emptyTree { try repository.objects.write(.tree, []) }
          versions.append(
            try write(draft, of: id, after: versions.last ?? head, to: repository.objects))
        }
      }
      guard let newest = versions.last else { return [] }
      let aliasBlob = try alias.map { (_) throws(StoreError) in
        try inStore { () throws(GitError) in
          try repository.objects.write(.blob, id.bytes + [UInt8(ascii: "\n")])
        }
      }
      try inStore { () throws(GitError) in try repository.objects.synchronise() }
      if let alias, let aliasBlob { try setAlias(of: alias, to: aliasBlob) }
      if try move(name, to: newest.commit, expecting: head?.commit, publish: publish) {
        return versions
      }
    }
    throw StoreError(
      .busy, "'\(alias?.description ?? id.description)' is being saved by others all the time")
  }

  private static let attempts = 20

  /// Moves a reference, after a change on disk that belongs to it; what that throws stops the move.
  /// - Returns: False where the reference was moved by another program meanwhile.
  func move(
    _ name: String, to commit: ObjectID, expecting expected: ObjectID?,
    publish: () throws(StoreError) -> Void
  ) throws(StoreError) -> Bool {
    var stopped: StoreError?
    do throws(GitError) {
      try repository.references.move(name, to: commit, expecting: expected) {
        do throws(StoreError) {
          try publish()
          return true
        } catch {
          stopped = error
          return false
        }
      }
      return true
    } catch {
      if let stopped { throw stopped }
      guard case .referenceMoved = error else { throw StoreError(error) }
      return false
    }
  }

  /// Lets a path find a document; the caller holds the lock of the path.
  private func setAlias(of path: DocumentPath, to blob: ObjectID) throws(StoreError) {
    let name = ReferenceNames.alias(of: path)
    try inStore { () throws(GitError) in
      var current: ObjectID?
      do throws(GitError) {
        current = try repository.references.find(name)
      } catch {
        // What it is to say is known from the histories, whatever is left of it.
        guard case .referenceDamaged(name, _) = error else { throw error }
        try repository.references.discardDamaged(name)
        current = try repository.references.find(name)
      }
      if current != blob {
        try repository.references.move(name, to: blob, expecting: current)
      }
    }
  }
}
