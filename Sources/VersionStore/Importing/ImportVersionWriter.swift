import Files
import Git

/// Writes one imported version: as it was where a library made it, else with all that its source
/// tells.
struct ImportVersionWriter {
  private let library: Library
  private let batch: PackBatch

  init(_ library: Library, _ batch: PackBatch) {
    self.library = library
    self.batch = batch
  }

  /// Writes a version into the batch.
  func write(
    _ version: ForeignVersion, _ content: ForeignContent, of document: UUID, at path: DocumentPath,
    after parent: Version?
  ) throws(StoreError) -> Version {
    try inStore { () throws(GitError) in
      try writeNow(version, content, of: document, at: path, after: parent)
    }
  }

  private func writeNow(
    _ version: ForeignVersion, _ content: ForeignContent, of document: UUID, at path: DocumentPath,
    after parent: Version?
  ) throws(GitError) -> Version {
    let tree =
      if let content = content.content {
        try ContentTree.write(content, name: path.name, to: batch)
      } else {
        try batch.write(.tree, [])
      }
    let parents = parent.map { [$0.commit] } ?? []
    if version.own != nil, var commit = content.commit {
      // As the library made it: with the same parent it is the same commit.
      commit.tree = tree
      commit.parents = parents
      commit.restoreCommitter()
      let bytes = commit.bytes
      let id = ObjectDatabase.name(of: .commit, bytes)
      if let read = Version(commit: id, bytes: bytes), read.document == document,
        read.number > parent?.number ?? 0, read.size ?? 0 == content.content?.size ?? 0
      {
        return try writeExplained(read, bytes, after: parent)
      }
    }
    let number = (parent?.number ?? 0) + 1
    let name = document.bytes + version.source + Array("\n\(number)".utf8)
    var trailers: [VersionMessage.Trailer] = [
      ("Document", document.bytes),
      ("Version", Array(String(number).utf8)),
      ("Version-Id", UUID(naming: name).bytes),
      ("Event", Array((version.isDeletion ? Event.delete : .import).rawValue.utf8)),
      ("Path", PercentEncoding.encodeForMessage(path.bytes)),
      ("Size", Array(String(content.content?.size ?? 0).utf8)),
    ]
    if let type = content.content?.type(name: path.name) {
      trailers.append(("Type", Array(type.utf8)))
      trailers.append(("Permissions", Array(content.permissions.utf8)))
    }
    trailers.append(("Modified", Array(version.modified.rfc3339(fraction: true).utf8)))
    trailers.append(("Saved", Array(version.saved.rfc3339(fraction: true).utf8)))
    trailers.append(("Source", version.source))
    if let replica = library.settings.replica { trailers.append(("Replica", replica.bytes)) }
    func signature(_ moment: Moment) -> Signature {
      Signature(
        name: Array(version.author.name.utf8), email: Array(version.author.email.utf8),
        seconds: moment.time.seconds, offset: moment.offset)
    }
    let commit = Commit(
      tree: tree, parents: parents, author: signature(version.modified),
      committer: signature(version.saved),
      message: VersionMessage.encode(
        event: version.isDeletion ? .delete : .import, path: path, label: version.label,
        trailers: trailers))
    guard let written = try write(commit.bytes) else { throw unreadable }
    return written
  }

  private var unreadable: GitError {
    .objectDamaged(.zero, reason: "the version could not be read back")
  }

  /// Writes a version that a library made, with the numbers before it that the source lost.
  ///
  /// `git am` leaves out a version that kept its content, and a shallow clone the oldest ones; a gap
  /// that nothing explains would be damage.
  private func writeExplained(
    _ version: Version, _ bytes: [UInt8], after parent: Version?
  ) throws(GitError) -> Version {
    var gap = ChainRewriting.Gap(of: version)
    let said = gap.pruned.union(gap.purged)
    let lost = NumberRanges(
      (((parent?.number ?? 0) + 1)..<version.number).lazy.filter { !said.contains($0) })
    if lost.isEmpty {
      _ = try batch.write(.commit, bytes)
      return version
    }
    gap.add(.init(pruned: lost))
    let explained = try ChainRewriting.bytes(
      of: bytes, commit: version.commit, parent: parent?.commit, gap: gap,
      original: version.original ?? version.commit)
    guard let written = try write(explained) else { throw unreadable }
    return written
  }

  private func write(_ bytes: [UInt8]) throws(GitError) -> Version? {
    let id = try batch.write(.commit, bytes)
    return Version(commit: id, bytes: bytes)
  }
}

extension Commit {
  /// Gives a version its committer again, where `git am` took who applied the patch for one.
  fileprivate mutating func restoreCommitter() {
    var saved: Moment?
    message.withUnsafeBufferPointer { message in
      _ = VersionMessage.decode(message) { key, value in
        if TrailerKey(key) == .saved { saved = Moment(rfc3339: Array(value)) }
      }
    }
    guard let saved else { return }
    committer = author
    committer.seconds = saved.time.seconds
    committer.offset = saved.offset
  }
}

extension ForeignContent {
  /// Permissions as a source tells them that knows only who may execute.
  fileprivate var permissions: String {
    switch content {
    case .flat(_, let executable): executable ? "0755" : "0644"
    case .link: "0777"
    case .package: "0755"
    case nil: "0644"
    }
  }
}
