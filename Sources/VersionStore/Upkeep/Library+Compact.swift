import Files
import Git

/// What compacting a store did.
public struct CompactOutcome: Sendable {
  /// Whether git is there and packed; without it objects and references stay in single files.
  public var packed = false
  /// Bytes that the objects took before.
  public var bytesBefore: Int64 = 0
  /// Bytes that they take now.
  public var bytesAfter: Int64 = 0
  /// Versions that had been pruned and cannot be brought back any more.
  public var expired = 0
  /// Purges that had been interrupted, and are done now.
  public var finishedPurges: [FinishedPurge] = []
}

extension Library {
  /// Packs the store: objects, references, and what killed writers left.
  ///
  /// Safe beside writers and readers, and safe to be killed at any moment. No object is removed
  /// unless pruned versions are let go.
  /// - Parameters:
  ///   - expiring: Whether versions that were pruned are let go for good.
  ///   - beforePacking: Called when nobody has to wait any more for what follows, which may take long: the
  ///     moment to let others go first.
  /// - Throws: `gitMissing` where versions are to be let go without git, `busy`, `damaged`.
  public func compact(
    expiring: Bool = false, beforePacking: () -> Void = {}
  ) throws(StoreError) -> CompactOutcome {
    try requireWritable()
    var outcome = CompactOutcome()
    let files = StoreFiles(store: store)
    outcome.bytesBefore = try files.objectBytes()
    try files.removeTemporary(olderThan: Library.temporaryAge)
    if expiring || PendingPurge.isThere(in: self) {
      _ = try requireGit("to remove anything for good")
    }
    if let git = gitProcess() {
      let packing = try Packing(self, git)
      defer { packing.finish() }
      outcome.finishedPurges = try finishPurges(packing)
      try ReferenceGuard(self).checkAndRemember()
      if expiring { outcome.expired = try expire(packing) }
      beforePacking()
      try packing.packReferences()
      try ReferenceGuard(self).checkAndRemember()
      try packing.packObjects(.smallest)
      outcome.packed = true
      stampCompaction()
    }
    outcome.bytesAfter = try files.objectBytes()
    return outcome
  }

  /// Packs what lies in single files, as cheaply as can be, where nobody else is at it.
  public func compactInBackground() throws(StoreError) {
    try requireWritable()
    guard let git = gitProcess() else { return }
    stampCompaction()
    let packing: Packing
    do throws(StoreError) {
      packing = try Packing(self, git, patience: 0)
    } catch {
      if error.kind == .busy { return }
      throw error
    }
    defer { packing.finish() }
    try StoreFiles(store: store).removeTemporary(olderThan: Library.temporaryAge)
    try ReferenceGuard(self).checkAndRemember()
    try packing.packReferences()
    try ReferenceGuard(self).checkAndRemember()
    try packing.packObjects(packCount() > Library.packLimit ? .all : .loose, threads: 1)
  }

  /// Whether the store has so many single files that it should be compacted; a look at two folders.
  ///
  /// False for a while after it was tried: what keeps it from helping is not to be tried at each save.
  public func isCompactionDue() -> Bool {
    guard settings.compactAfter > 0 else { return false }
    // Objects spread evenly over 256 folders, so that one tells of all.
    let sample = (try? Folder.entries(of: store.appending("objects/17")))?.count ?? 0
    guard sample * 256 > settings.compactAfter || packCount() > Library.packLimit else {
      return false
    }
    if let stamp = try? FileStatus.find(compactionStamp),
      (0..<Library.compactionPause).contains(FileTime.now.seconds - stamp.modified.seconds)
    {
      return false
    }
    return ChildProcess.find("git", in: surroundings.programFolders) != nil
  }

  // MARK: -

  /// Packs above which all go into one: each makes reading slower.
  private static let packLimit = 50
  /// Seconds between two tries.
  private static let compactionPause: Int64 = 600
  /// Seconds after which nobody can still be at work on a file.
  private static let temporaryAge: Int64 = 2 * 86400

  private var compactionStamp: FilePath { store.appending("versions/compacted") }

  private func stampCompaction() {
    guard let file = try? File(compactionStamp, [.write, .create], permissions: 0o600) else {
      return
    }
    try? file.setModified(.now)
  }

  private func packCount() -> Int {
    let entries = (try? Folder.entries(of: store.appending("objects/pack"))) ?? []
    return entries.count { $0.name.suffix(5).elementsEqual(".pack".utf8) }
  }

  /// Lets go what chains were before they were pruned.
  /// - Returns: How many versions cannot be brought back any more.
  private func expire(_ packing: Packing) throws(StoreError) -> Int {
    let pass = try gate.close()
    defer { pass.end() }
    let former = try FormerChains(self).all()
    if former.isEmpty { return 0 }
    var entries: [Journal.Entry] = []
    var count = 0
    for (id, chains) in Dictionary(grouping: former, by: \.document).sorted(by: { $0.key < $1.key })
    {
      guard let head = try head(of: id) else { continue }
      let present = Set(try chain(from: head.commit, of: id).map(\.number))
      var lost: Set<Int> = []
      for former in chains {
        for version in try chain(from: former.head, of: id) where !present.contains(version.number)
        {
          lost.insert(version.number)
        }
      }
      count += lost.count
      entries.append(
        Journal.Entry(
          event: "expire", version: head,
          trailers: lost.isEmpty ? [] : [("Expired", Array(NumberRanges(lost).description.utf8))]))
    }
    try Journal(self).record(entries)
    try packing.delete(former.map { ($0.name, $0.head) })
    try packing.removeGarbage()
    return count
  }
}
