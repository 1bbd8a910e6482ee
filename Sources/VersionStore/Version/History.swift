import Files
import Git

/// The versions of one document, newest first, read as they are asked for.
///
/// Where a commit cannot be read, the versions below it that are whole are found by looking
/// through the store, and the damage is told when they have all been given.
public struct History {
  private let library: Library
  private let document: UUID
  private var upcoming: ObjectID?
  private var labels: Labels?
  private var reader = VersionReader()
  private var rest: [Version] = []
  private var damage: StoreError?
  private var last: Int?

  /// Begins at a version's commit.
  init(_ library: Library, document: UUID, from commit: ObjectID?) throws(StoreError) {
    self.init(
      library, document: document, from: commit, labels: try Labels(document, in: library))
  }

  /// Begins at a version's commit, the labels that were given later being known.
  init(_ library: Library, document: UUID, from commit: ObjectID?, labels: Labels?) {
    self.library = library
    self.document = document
    upcoming = commit
    self.labels = labels
  }

  /// The next older version, nil at the end.
  /// - Throws: `damaged`, once all that could be read was given.
  public mutating func next() throws(StoreError) -> Version? {
    if let commit = upcoming {
      do throws(StoreError) {
        let version = try library.version(commit, &reader)
        if version.number >= last ?? .max || version.document != document {
          try library.requireGenuine(commit)
        }
        upcoming = version.parent
        last = version.number
        return try labelled(version)
      } catch {
        guard error.kind == .damaged else { throw error }
        upcoming = nil
        damage = error
        let limit = last ?? Int.max
        rest = try library.wholeVersions(of: document).filter { $0.number < limit }.reversed()
      }
    }
    if let version = rest.popLast() { return try labelled(version) }
    if let damage {
      self.damage = nil
      throw damage
    }
    return nil
  }

  /// A version of the document with the label it got later.
  func labelled(_ version: Version) throws(StoreError) -> Version {
    guard let labels, let given = labels.text(of: version) else { return version }
    var version = version
    version.label = given.isEmpty ? nil : given
    return version
  }
}

extension Library {
  /// The versions of a document, newest first.
  public func history(of document: Document) throws(StoreError) -> History {
    try History(self, document: document.id, from: document.head.commit)
  }

  /// The versions of a document whose head cannot be read: those that are whole.
  public func history(ofDamaged id: UUID) throws(StoreError) -> History {
    let commit = try? inStore { () throws(GitError) in
      try repository.references.find(ReferenceNames.chain(of: id))
    }
    if let commit { return try History(self, document: id, from: commit) }
    return try History(self, document: id, from: try wholeVersions(of: id).first?.commit)
  }

  /// The versions of the document at a path whose chain is damaged; nil where the path is unknown.
  public func history(ofDamaged path: DocumentPath) throws(StoreError) -> History? {
    guard let id = try? alias(of: path) else { return nil }
    return try history(ofDamaged: id)
  }

  /// Every whole version of a document there is in the store, newest first, found by reading all
  /// commits rather than following the chain; bounded, for a store that is damaged.
  func wholeVersions(of id: UUID) throws(StoreError) -> [Version] {
    var names: [ObjectID] = []
    try inStore { () throws(GitError) in
      try repository.objects.forEachName { name in
        names.append(name)
        return names.count < Library.scanLimit
      }
    }
    var found: [Int: Version] = [:]
    for name in names {
      guard let header = try? repository.objects.readHeader(name), header.kind == .commit,
        header.size < 1 << 20, let object = try? repository.objects.read(name),
        let version = Version(commit: name, bytes: object.bytes), version.document == id,
        !version.isJournalEntry,
        ObjectDatabase.name(of: object.kind, object.bytes) == name
      else { continue }
      found[version.number] = version
    }
    return found.values.sorted { $0.number > $1.number }
  }

  /// Objects looked at in a damaged store before giving up: about a second's work.
  private static let scanLimit = 40_000
}
