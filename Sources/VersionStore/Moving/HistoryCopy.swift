import Files
import Git

/// Copies versions from one library's store to another's, with all that they hold, byte for byte.
///
/// A version that follows the same commit there as here is the same commit. One that follows another,
/// as chains were pruned differently, is written anew as pruning does it.
struct HistoryCopy {
  private let source: Library
  private let target: Library
  /// What many objects are gathered in; few are files of their own.
  private let pack: PackBatch?
  private var copied: Set<ObjectID> = []

  /// More versions than these are worth a pack.
  private static let few = 16

  /// - Parameter count: How many versions are to be copied.
  init(of count: Int, from source: Library, to target: Library) {
    self.source = source
    self.target = target
    pack = count > HistoryCopy.few ? PackBatch(target.repository.objects) : nil
  }

  /// Makes what was copied durable; references may lead to it then.
  func finish() throws(StoreError) {
    try inStore { () throws(GitError) in
      if let pack { try pack.flush() } else { try target.repository.objects.synchronise() }
    }
  }

  /// Writes an object of the target's own.
  @discardableResult
  func put(_ kind: ObjectKind, _ bytes: [UInt8]) throws(StoreError) -> ObjectID {
    try inStore { () throws(GitError) in
      guard let pack else { return try target.repository.objects.write(kind, bytes) }
      let id = try pack.write(kind, bytes)
      if pack.size > 48 << 20 { try pack.flush() }
      return id
    }
  }

  /// Copies versions of a document, oldest first.
  /// - Parameter head: What the first of them follows there; nil where it is the first of all.
  /// - Returns: The last of them as it is there.
  mutating func write(_ versions: [Version], after head: Version?) throws(StoreError) -> Version? {
    var last = head
    for version in versions {
      last = try write(version, after: last?.commit)
    }
    return last
  }

  /// Copies versions, oldest first, as those of another document that keeps their numbers.
  mutating func write(_ versions: [Version], as id: UUID) throws(StoreError) -> Version? {
    var last: Version?
    for version in versions {
      try copyTree(version.tree)
      last = try copy(version, as: id, after: last)
    }
    return last
  }

  /// Copies a commit and all that it leads to, back to its first one.
  mutating func writeChain(from head: ObjectID) throws(StoreError) {
    var rest = [head]
    while let id = rest.popLast() {
      if copied.contains(id) || id == .zero { continue }
      let object = try read(id)
      guard object.kind == .commit, let commit = Commit(bytes: object.bytes) else {
        throw StoreError(.damaged, "the store is damaged: \(id) is no version")
      }
      try copyTree(commit.tree)
      try put(.commit, object.bytes)
      copied.insert(id)
      rest += commit.parents
    }
  }

  private mutating func write(
    _ version: Version, after parent: ObjectID?
  ) throws(StoreError) -> Version {
    try copyTree(version.tree)
    let object = try read(version.commit)
    // Another line that was joined here comes along.
    for other in Commit(bytes: object.bytes)?.parents.dropFirst() ?? [] {
      try writeChain(from: other)
    }
    var bytes = object.bytes
    if version.parent != parent {
      bytes = try inStore { () throws(GitError) in
        try ChainRewriting.bytes(
          of: object.bytes, commit: version.commit, parent: parent,
          gap: ChainRewriting.Gap(of: version), original: version.original ?? version.commit)
      }
    }
    let id = try put(.commit, bytes)
    guard let written = Version(commit: id, bytes: bytes) else {
      throw StoreError(.damaged, "the store is damaged: \(version.commit) is no version")
    }
    return written
  }

  private mutating func copyTree(_ id: ObjectID) throws(StoreError) {
    if id == Version.emptyTree {
      try put(.tree, [])
      return
    }
    guard copied.insert(id).inserted else { return }
    let object = try read(id)
    guard object.kind == .tree, let tree = Tree(bytes: object.bytes) else {
      throw StoreError(.damaged, "the store is damaged: \(id) is no tree")
    }
    for entry in tree.entries {
      if entry.isTree {
        try copyTree(entry.id)
      } else if copied.insert(entry.id).inserted {
        try put(.blob, try read(entry.id).bytes)
      }
    }
    try put(.tree, object.bytes)
  }

  /// An object that is what its name says; nothing damaged goes to another store.
  private func read(_ id: ObjectID) throws(StoreError) -> GitObject {
    let object = try inStore { () throws(GitError) in try source.repository.objects.read(id) }
    guard ObjectDatabase.name(of: object.kind, object.bytes) == id else {
      throw StoreError(
        .damaged, "the store is damaged: object \(id) holds other bytes than were saved")
    }
    return object
  }

  private func copy(
    _ version: Version, as id: UUID, after parent: Version?
  ) throws(StoreError) -> Version {
    let (document, number) = (version.document, version.number)
    guard let pack else {
      return try source.copy(
        version, from: document, as: id, number: number, after: parent,
        to: target.repository.objects)
    }
    return try source.copy(
      version, from: document, as: id, number: number, after: parent, to: pack)
  }
}
