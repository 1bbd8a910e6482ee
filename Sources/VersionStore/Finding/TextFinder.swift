import Git

/// Goes through versions, newest first, and tells in which of them a text appeared or vanished.
///
/// Content is read as it is asked for, and never twice where neighbouring versions share it.
public struct TextFinder {
  /// What became of the text in a version.
  public enum Change: String, Sendable {
    /// The version before did not have it.
    case appeared
    /// Only the version before had it.
    case vanished
  }

  private let library: Library
  private let search: TextSearch
  private var log: LibraryLog
  /// For each document, what is known of the version to come.
  private var known: [UUID: Known] = [:]
  private var damage: StoreError?

  private struct Known {
    var tree: ObjectID
    var occurs: Bool
    /// Its blobs, and whether the text is in them.
    var blobs: [ObjectID: Bool]
  }

  /// Begins with the newest versions.
  /// - Parameters:
  ///   - folder: Only documents below this folder.
  ///   - document: Only this document.
  ///   - problem: Called for documents that cannot be read.
  public init(
    _ search: TextSearch, in library: Library, below folder: DocumentPath? = nil,
    document: Document? = nil, problem: (UUID, StoreError) -> Void
  ) throws(StoreError) {
    self.library = library
    self.search = search
    log = try LibraryLog(library, below: folder, document: document, problem: problem)
  }

  /// The next older version and what became of the text in it; nil at the end.
  /// - Throws: `damaged`, once all that could be read was given.
  public mutating func next() throws(StoreError) -> (version: Version, change: Change?)? {
    guard let (version, older) = try log.nextWithOlder() else {
      guard let damage else { return nil }
      self.damage = nil
      throw damage
    }
    let mine = try look(at: version, knowing: known[version.document])
    guard let older else {
      known[version.document] = nil
      return (version, mine?.occurs == true ? .appeared : nil)
    }
    let before = try look(at: older, knowing: mine)
    known[version.document] = before
    guard let mine, let before, mine.occurs != before.occurs else { return (version, nil) }
    return (version, mine.occurs ? .appeared : .vanished)
  }

  /// Whether the text is in a version; nil where the content is damaged, which is told at the end.
  private mutating func look(
    at version: Version, knowing other: Known?
  ) throws(StoreError) -> Known? {
    if let other, other.tree == version.tree { return other }
    var found = Known(tree: version.tree, occurs: false, blobs: [:])
    if version.isDeletion { return found }
    do throws(StoreError) {
      try look(in: version.tree, knowing: other, &found)
    } catch {
      guard error.kind == .damaged else { throw error }
      damage = damage ?? error
      return nil
    }
    return found
  }

  private func look(
    in tree: ObjectID, knowing other: Known?, _ found: inout Known
  ) throws(StoreError) {
    for entry in try library.tree(tree).entries {
      if entry.isTree {
        try look(in: entry.id, knowing: other, &found)
        continue
      }
      let occurs: Bool
      if let answer = other?.blobs[entry.id] ?? found.blobs[entry.id] {
        occurs = answer
      } else {
        occurs = try inStore { () throws(GitError) in
          try library.repository.objects.withBytes(of: entry.id) {
            search.occurs(in: $0.bindMemory(to: UInt8.self))
          }
        }
      }
      found.blobs[entry.id] = occurs
      if occurs { found.occurs = true }
    }
  }
}
