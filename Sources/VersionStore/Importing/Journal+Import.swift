import Files
import Git

extension Journal {
  /// Appends several entries at once, synced when it returns.
  /// - Parameter entries: What was done to which versions, with what else is to be known.
  func record(
    _ entries: [(event: String, version: Version, trailers: [VersionMessage.Trailer])]
  ) throws(StoreError) {
    guard !entries.isEmpty, let name = referenceName else { return }
    let lock = try WriteLock.journal(in: library)
    defer { lock.release() }
    try inStore { () throws(GitError) in
      let parent = try library.repository.references.find(name)
      // A pack for a handful is not worth it.
      let batch = entries.count < 8 ? nil : PackBatch(library.repository.objects)
      func write(_ kind: ObjectKind, _ bytes: [UInt8]) throws(GitError) -> ObjectID {
        if let batch { return try batch.write(kind, bytes) }
        return try library.repository.objects.write(kind, bytes)
      }
      _ = try write(.tree, [])
      var newest = parent
      for entry in entries {
        let commit = commit(
          entry.event, of: entry.version, trailers: entry.trailers, after: newest)
        newest = try write(.commit, commit.bytes)
      }
      guard let newest else { return }
      if let batch { try batch.flush() } else { try library.repository.objects.synchronise() }
      try library.repository.references.move(name, to: newest, expecting: parent)
    }
  }
}
