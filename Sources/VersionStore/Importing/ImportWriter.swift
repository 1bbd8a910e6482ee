import Files
import Git

/// Writes imported versions: many as one pack, their chains moved when the pack is on the disk.
///
/// A document that was cut off midway is a shorter history; the next import goes on from there.
final class ImportWriter {
  private let library: Library
  private let batch: PackBatch
  private let versions: ImportVersionWriter
  private let report: (ImportReport) -> Void
  private var chains: [Chain] = []
  private var bytes = 0

  /// One document's chain that is not moved yet.
  private struct Chain {
    let plan: ImportPlan
    /// The version the chain ends with in the store, nil for none.
    var expected: Version?
    /// The newest version that was written.
    var newest: Version
    /// What the newest version holds.
    var content: DocumentContent?
    /// The numbers of the versions that were written.
    var added = NumberRanges()
    var paths: [DocumentPath]
    /// Which commits of the batch are its own.
    var commits = 0..<0
    /// Whether nothing more is to come.
    var isComplete = false
  }

  init(_ library: Library, report: @escaping (ImportReport) -> Void) {
    self.library = library
    self.report = report
    batch = PackBatch(library.repository.objects)
    versions = ImportVersionWriter(library, batch)
  }

  /// Writes the next version of a document.
  func append(
    _ version: ForeignVersion, _ content: ForeignContent, to plan: ImportPlan
  ) throws(StoreError) {
    let size = content.content?.size ?? 0
    guard size <= library.settings.sizeLimit else {
      throw StoreError(
        .tooBig,
        "'\(version.path)' has \(size) bytes in a version of the source, and the limit is "
          + "\(library.settings.sizeLimit)",
        hints: ["raise it with: versions config versions.sizeLimit BYTES"])
    }
    var chain: Chain?
    if let last = chains.last, last.plan.id == plan.id { chain = chains.removeLast() }
    let parent = chain?.newest ?? plan.head
    let path = plan.keepsPath ? plan.path : version.path
    let start = chain?.commits.lowerBound ?? batch.commitCount
    let written: Version
    do throws(StoreError) {
      written = try versions.write(version, content, of: plan.id, at: path, after: parent)
    } catch {
      if let chain { chains.append(chain) }
      throw error
    }
    bytes += size
    var next =
      chain
      ?? Chain(
        plan: plan, expected: plan.head, newest: written, content: nil, paths: [])
    next.newest = written
    next.content = content.content
    next.added = next.added.union(NumberRanges([written.number]))
    next.commits = start..<batch.commitCount
    if next.paths.last != path { next.paths.append(path) }
    chains.append(next)
  }

  /// Says that nothing more comes for the last document; moves chains where it is time to.
  func finish(_ plan: ImportPlan) throws(StoreError) {
    if let last = chains.indices.last, chains[last].plan.id == plan.id {
      chains[last].isComplete = true
    }
    try flushIfFull()
  }

  /// Moves chains where enough was gathered.
  func flushIfFull() throws(StoreError) {
    if batch.size > 48 << 20 || bytes > 256 << 20 || batch.count > 300_000 || chains.count >= 2000 {
      try flush()
    }
  }

  /// Puts all that was gathered in place.
  func flush() throws(StoreError) {
    if chains.isEmpty { return }
    let pass = try library.beginWriting()
    defer { pass.end() }
    // Who has a path now comes before who had it.
    let present = try leaveOutChanged()
    let gathered =
      present.filter { !$0.newest.isDeletion } + present.filter { $0.newest.isDeletion }
    let wanted = Set(gathered.map { ReferenceNames.alias(of: $0.newest.path) })
    var aliasBlobs: [UUID: ObjectID] = [:]
    try inStore { () throws(GitError) in
      for chain in gathered {
        aliasBlobs[chain.plan.id] = try batch.write(
          .blob, chain.plan.id.bytes + [UInt8(ascii: "\n")])
      }
    }
    try inStore { () throws(GitError) in try batch.flush() }
    chains = []
    bytes = 0

    let locks = try WriteLock.all(
      paths: gathered.flatMap(\.paths), documents: gathered.map(\.plan.id), in: library)
    defer { for lock in locks { lock.release() } }
    try ReferenceGuard(library).checkAndRemember()
    let marker = ImportMarker(library)
    try marker.set(gathered.map(\.plan.id))
    var aliases: [References.Move] = []
    var moves: [References.Move] = []
    var ready: [Chain] = []
    for chain in gathered {
      do throws(StoreError) {
        try requireUnchanged(chain)
        guard let blob = aliasBlobs[chain.plan.id] else { continue }
        aliases += try self.aliases(of: chain, blob, beside: aliases, wanted)
        moves.append(
          .init(
            ReferenceNames.chain(of: chain.plan.id), to: chain.newest.commit,
            expecting: chain.expected?.commit))
        ready.append(chain)
      } catch {
        report(.failed(error))
      }
    }
    try inStore { () throws(GitError) in
      try library.repository.references.move(aliases)
      try library.repository.references.move(moves)
    }
    let placed = place(ready)
    try marker.set(ready.filter { !$0.isComplete }.map(\.plan.id))
    try Journal(library).record(
      ready.filter(\.isComplete).map {
        Journal.Entry(
          event: "import", version: $0.newest,
          trailers: [("Versions", Array($0.added.description.utf8))])
      })
    for chain in ready where chain.isComplete {
      report(
        .done(
          ImportOutcome(
            version: chain.newest, added: chain.added.count, joined: nil,
            placed: placed.contains(chain.plan.id))))
    }
    // What is still being written goes on from here.
    for chain in ready where !chain.isComplete {
      var rest = chain
      rest.expected = chain.newest
      rest.paths = [chain.newest.path]
      rest.commits = 0..<0
      chains.append(rest)
    }
  }

  /// The chains that go on from where their documents still are.
  ///
  /// What the others go on from may be forgotten since it was looked at, and a version that follows
  /// nothing must not get into the store. From here on nobody removes anything.
  private func leaveOutChanged() throws(StoreError) -> [Chain] {
    var present: [Chain] = []
    for chain in chains {
      do throws(StoreError) {
        try requireUnchanged(chain)
        present.append(chain)
      } catch {
        guard error.kind == .changedMeanwhile else { throw error }
        batch.leaveOut(commits: chain.commits)
        report(.failed(error))
      }
    }
    return present
  }

  private func requireUnchanged(_ chain: Chain) throws(StoreError) {
    if try library.head(of: chain.plan.id)?.commit == chain.expected?.commit { return }
    throw StoreError(
      .changedMeanwhile, "'\(chain.newest.path)' was changed by another program meanwhile",
      hints: ["run the same command again"])
  }

  /// The aliases that a chain needs: its path's, and those of the paths it had before, where nothing
  /// else has them.
  private func aliases(
    of chain: Chain, _ blob: ObjectID, beside others: [References.Move],
    _ wanted: Set<String>
  ) throws(StoreError) -> [References.Move] {
    var moves: [References.Move] = []
    let taken = Set(others.map(\.name))
    for path in Set(chain.paths).sorted() {
      let name = ReferenceNames.alias(of: path)
      if taken.contains(name) || path != chain.newest.path && wanted.contains(name) { continue }
      let current = try inStore { () throws(GitError) in
        try library.repository.references.find(name)
      }
      if current == blob { continue }
      if current != nil {
        guard path == chain.newest.path, !chain.newest.isDeletion else { continue }
        if case .document(let other) = try library.lookUp(path), !other.isDeleted {
          guard other.id != chain.plan.id else { continue }
          throw StoreError(
            .targetExists, "'\(path)' was saved by another program meanwhile",
            hints: ["run the same command again"])
        }
      }
      moves.append(.init(name, to: blob, expecting: current))
    }
    return moves
  }

  /// Puts the newest content of complete documents on disk, where nothing is or what was newest
  /// before.
  private func place(_ chains: [Chain]) -> Set<UUID> {
    var placed: Set<UUID> = []
    var places: [(UUID, DocumentPath, FileStatus)] = []
    for chain in chains where chain.isComplete && !chain.newest.isDeletion {
      guard let content = chain.content else { continue }
      do throws(StoreError) {
        if try library.place(content, of: chain.newest, replacing: chain.plan.head) {
          placed.insert(chain.plan.id)
        }
        let location = library.location(of: chain.newest.path)
        if let status = try? FileStatus(of: location) {
          places.append((chain.plan.id, chain.newest.path, status))
        }
      } catch {
        report(.failed(error))
      }
    }
    Places(library).remember(places)
    return placed
  }
}

extension Library {
  /// Puts a version's content on disk where nothing is, or where the file holds what was newest
  /// before; anything else stays.
  func place(
    _ content: DocumentContent, of version: Version, replacing former: Version?
  ) throws(StoreError) -> Bool {
    if version.path.isReserved { return false }
    if try linkOnTheWay(to: version.path) != nil { return false }
    let present: Snapshot?
    do throws(StoreError) {
      present = try snapshot(of: version.path)
    } catch {
      guard error.kind == .tooBig || error.kind == .notADocument else { throw error }
      return false
    }
    if let present {
      guard let former, try holds(former, present.content), !(try holds(version, present.content))
      else { return false }
    }
    let replacement = try Replacement(
      content, at: location(of: version.path), replacing: present,
      options: .init(
        permissions: RecordedPermissions(version), modified: version.modified.time))
    do throws(StoreError) {
      try replacement.publish()
      return true
    } catch {
      // Somebody else put something there: that stays.
      guard error.kind == .targetExists || error.kind == .changedMeanwhile else { throw error }
      return false
    }
  }
}
