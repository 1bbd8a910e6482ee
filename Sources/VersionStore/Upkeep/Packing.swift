import Files
import Git

/// The work on a store that git does: packing, and removing for good.
///
/// One process at a time does it, by the lock `compact`, which the running git holds, too: one that
/// outlives this process still keeps others out.
final class Packing {
  private let library: Library
  private let git: GitProcess
  private let lock: StoreLock
  private let mark: FilePath

  /// Waits until nobody else is at it.
  /// - Parameters:
  ///   - git: The program.
  ///   - patience: Milliseconds to wait before that is an error.
  init(_ library: Library, _ git: GitProcess, patience: Int = 600_000) throws(StoreError) {
    self.library = library
    lock = try StoreLock("compact", in: library, patience: patience)
    mark = library.store.appending("versions/git-at-work")
    var git = git
    if let descriptor = lock.descriptor { git.inherited = [descriptor] }
    self.git = git
    let wasKilled = try onDisk { () throws(SystemError) in try FileStatus.find(mark) != nil }
    if wasKilled { try removeStaleLocks() }
    try onDisk { () throws(SystemError) in _ = try File(mark, [.write, .create]) }
    try ReplacedPacks(library).finish()
  }

  /// Says that git has done its work, and lets others do theirs.
  func finish() {
    try? FileSystem.remove(mark)
    lock.release()
  }

  /// Packs references: first all into the packed file, and only when that is on the disk the files
  /// of their own go.
  func packReferences() throws(StoreError) {
    try inStore { () throws(GitError) in try git.require(["pack-refs", "--all", "--no-prune"]) }
    try onDisk { () throws(SystemError) in try Folder.synchronise(library.store) }
    let references = library.repository.references
    for kind in ["documents", "pruned", "paths", "labels"] {
      let folder = library.store.appending("refs/\(kind)")
      for entry in (try? Folder.entries(of: folder)) ?? [] {
        let path = folder.appending(entry.name)
        guard let files = try? Folder.entries(of: path), !files.isEmpty else { continue }
        let name = String(decoding: entry.name, as: UTF8.self)
        let lock = try WriteLock.shard(name, ofPaths: kind == "paths", in: library)
        defer { lock.release() }
        try inStore { () throws(GitError) in
          try references.removeFilesOfPacked(below: "refs/\(kind)/\(name)/")
        }
        // Folders that are named by two digits stay, as the next reference needs them.
        if kind == "labels" { try? Folder.remove(path) }
      }
    }
    let lock = try WriteLock.journal(in: library)
    defer { lock.release() }
    try inStore { () throws(GitError) in
      try references.removeFilesOfPacked(below: "refs/journal/")
    }
  }

  /// How much of the objects is packed anew.
  enum Extent {
    /// What lies in files of its own goes into one more pack.
    case loose
    /// All goes into one pack, with the differences that there are.
    case all
    /// All goes into one pack, with differences looked for anew: smallest, and slow.
    case smallest
  }

  /// Packs objects; none is removed that is in no pack, whatever refers to it.
  func packObjects(_ extent: Extent, threads: Int? = nil) throws(StoreError) {
    var git = git
    if let threads { git.settings = ["pack.threads=\(threads)"] }
    if extent != .loose, try packByDocument(git, anew: extent == .smallest) { return }
    var options = ["repack", "-d", "-q"]
    switch extent {
    case .loose: break
    // What nothing refers to may be what a save is about to refer to: kept, at the end of the pack.
    case .all: options += ["-a", "--keep-unreachable"]
    case .smallest: options += ["-a", "-f", "--keep-unreachable"]
    }
    let packer = git
    try inStore { () throws(GitError) in try packer.require(options) }
    try settle()
  }

  /// Puts one pack in the place of all, in which the versions of each document are told as
  /// differences from each other.
  /// - Parameter anew: Whether differences that there are already are looked for again.
  /// - Returns: False where that cannot be done, as with damage: git does what it can then.
  private func packByDocument(_ git: GitProcess, anew: Bool) throws(StoreError) -> Bool {
    let objects = library.repository.objects
    let packs = PackFiles(folder: objects.folder)
    guard let replaced = try inStore({ () throws(GitError) in try packs.replaceable() }) else {
      return false
    }
    let list: ObjectsByDocument
    do throws(StoreError) {
      list = try ObjectsByDocument(library, packs, replaced: replaced)
    } catch {
      if error.kind == .damaged { return false }
      throw error
    }
    let path = objects.folder.appending("pack/pack").bytes
    let base = String(decoding: path, as: UTF8.self)
    guard path == Array(base.utf8) else { return false }
    var output: [UInt8] = []
    let outcome = try inStore { () throws(GitError) in
      try git.stream(
        [
          "pack-objects", "-q", "--delta-base-offset", "--depth=50", "--window=10", "--non-empty",
          "--honor-pack-keep",
        ] + (anew ? ["--no-reuse-delta"] : []) + [base],
        input: { list.next() },
        output: { bytes in
          output += bytes
          return true
        })
    }
    if list.failure != nil || outcome.status != 0 { return false }
    if output.isEmpty { return true }
    let pack = "pack-" + String(decoding: output.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    try settle()
    // Only what is whole in the new one goes: nothing rests on what was told to git.
    var going: [String] = []
    for old in replaced where old != pack {
      let isWhole = try inStore { () throws(GitError) in try packs.isWhole(pack, besides: old) }
      if isWhole { going.append(old) }
    }
    try ReplacedPacks(library).remove(going, replacedBy: pack)
    try inStore { () throws(GitError) in try git.require(["prune-packed", "-q"]) }
    try settle()
    return true
  }

  /// Deletes references; the caller has closed the gate.
  func delete(_ references: [(name: String, id: ObjectID)]) throws(StoreError) {
    if references.isEmpty { return }
    // In this order a stop between any two of these is no damage.
    try ReferenceGuard(library).allow(losing: references.count)
    try inStore { () throws(GitError) in
      try library.repository.references.delete(references)
    }
    try ReferenceGuard(library).checkAndRemember()
  }

  /// Removes all objects that nothing refers to, packed or not, for good; the caller has closed the
  /// gate.
  func removeGarbage() throws(StoreError) {
    try inStore { () throws(GitError) in
      try git.require(["repack", "-a", "-d", "-q"])
      try git.require(["prune", "--expire=now"])
    }
    try StoreFiles(store: library.store).removeTemporary(olderThan: 0)
    try settle()
  }

  private func settle() throws(StoreError) {
    try onDisk { () throws(SystemError) in
      try Folder.synchronise(library.store.appending("objects/pack"))
    }
    library.repository.objects.refreshIfChanged()
  }

  /// Removes lock files of a git that was killed at its work: those that nobody touches any more.
  private func removeStaleLocks() throws(StoreError) {
    let before = locks()
    if before.isEmpty { return }
    // Git holds these for moments. Ours have a mark of their own and are dealt with by the next save.
    sleep(milliseconds: 1000)
    for (path, status) in before {
      if let now = try? FileStatus.find(path), now.isSameState(as: status) {
        try onDisk { () throws(SystemError) in try FileSystem.remove(path) }
      }
    }
  }

  private func locks() -> [(FilePath, FileStatus)] {
    var found: [(FilePath, FileStatus)] = []
    for name in ["packed-refs.lock", "packed-refs.new"] {
      let path = library.store.appending(name)
      if let status = try? FileStatus.find(path), !References.isOurs(status) {
        found.append((path, status))
      }
    }
    return found
  }
}
