import Git

/// What a check remembers of the objects it has read: who refers to whom, and the facts of versions.
///
/// A store has hundreds of thousands of objects, so each takes a few dozen bytes here, and paths and
/// names, which repeat, are kept once.
struct StoreFacts: ObjectFacts {
  /// An object that is whole.
  struct Object: Sendable {
    let id: ObjectID
    let kind: ObjectKind
    let size: Int
    /// Bytes that it takes in the store, and whether that is in a pack.
    let stored: Int
    let isPacked: Bool
    /// Where in `links` its own begin.
    let firstLink: Int
    let linkCount: Int
    /// Where in `commits` a version, or entry of the journal, is; where in `names` the name of a
    /// tree's only entry is; -1 for neither.
    let detail: Int32
  }

  /// An object that another refers to.
  struct Link: Sendable {
    let id: ObjectID
    /// What it must be; nil for any kind.
    let kind: ObjectKind?
  }

  /// What a version's commit says.
  struct CommitFacts: Sendable {
    let document: UUID
    let number: Int
    let identifier: UUID?
    let event: Event
    /// Where in `paths` it is.
    let path: Int32
    let seconds: Int64
    /// Months since the year 0, where it was saved.
    let month: Int32
    let size: Int?
    let type: String?
    let isDeletion: Bool
    /// Numbers that are gone before it, as its trailers say.
    let gap: String?
    let original: ObjectID?
    let isSigned: Bool
  }

  private(set) var objects: [Object] = []
  private(set) var links: [Link] = []
  private(set) var commits: [CommitFacts] = []
  private(set) var paths: [DocumentPath] = []
  private(set) var names: [[UInt8]] = []
  /// Documents that blobs name, as aliases do.
  private(set) var identities: [ObjectID: UUID] = [:]
  /// Labels, by their tags.
  private(set) var tags: [ObjectID: Tag] = [:]
  private(set) var damaged: [(id: ObjectID, reason: String, pack: String?)] = []
  private(set) var damagedFiles: [(path: String, reason: String)] = []
  /// Objects of a form that git or this store refuses.
  private(set) var misshapen: [(id: ObjectID, kind: ObjectKind, problem: String)] = []

  private var reader = VersionReader()
  private var pathNumbers: [DocumentPath: Int32] = [:]
  private var nameNumbers: [[UInt8]: Int32] = [:]
  private var lastPath: (DocumentPath, Int32)?
  private var lastName: ([UInt8], Int32)?

  // MARK: Gathering

  mutating func take(
    _ id: ObjectID, _ kind: ObjectKind, _ bytes: [UInt8], stored: Int, isPacked: Bool
  ) {
    let firstLink = links.count
    var detail: Int32 = -1
    var problem: String?
    switch kind {
    case .blob:
      if bytes.count == 37, bytes.last == UInt8(ascii: "\n"), let identity = UUID(bytes.dropLast())
      {
        identities[id] = identity
      }
    case .tree:
      problem = ObjectForm.problem(ofTree: bytes)
      if let tree = Tree(bytes: bytes) { detail = take(tree, &problem) }
    case .commit:
      problem = ObjectForm.problem(ofCommit: bytes)
      detail = takeCommit(id, bytes)
    case .tag:
      problem = ObjectForm.problem(ofTag: bytes)
      if let tag = Tag(bytes: bytes) {
        links.append(Link(id: tag.target, kind: tag.kind))
        tags[id] = tag
      }
    }
    if let problem { misshapen.append((id, kind, problem)) }
    objects.append(
      Object(
        id: id, kind: kind, size: bytes.count, stored: stored, isPacked: isPacked,
        firstLink: firstLink,
        linkCount: links.count - firstLink, detail: detail))
  }

  mutating func takeDamaged(_ id: ObjectID, reason: String, pack: String?) {
    damaged.append((id, reason, pack))
  }

  mutating func takeDamagedFile(_ path: String, reason: String) {
    damagedFiles.append((path, reason))
  }

  private mutating func take(_ tree: Tree, _ problem: inout String?) -> Int32 {
    for entry in tree.entries {
      // A module of another repository is not looked for, as git has it.
      if entry.mode == 0o160000 { continue }
      links.append(Link(id: entry.id, kind: entry.isTree ? .tree : .blob))
      if problem == nil, PercentEncoding.isSpecial(entry.name) {
        problem = "the name '\(printable(entry.name))' means something to git"
      }
    }
    guard tree.entries.count == 1 else { return -1 }
    let name = tree.entries[0].name
    if let lastName, lastName.0 == name { return lastName.1 }
    let number = nameNumbers[name] ?? Int32(names.count)
    if number == names.count {
      names.append(name)
      nameNumbers[name] = number
    }
    lastName = (name, number)
    return number
  }

  private mutating func takeCommit(_ id: ObjectID, _ bytes: [UInt8]) -> Int32 {
    guard let version = reader.read(id, bytes) else {
      // An entry of the journal, or a stranger's; what it refers to counts all the same.
      if let commit = Commit(bytes: bytes) {
        links.append(Link(id: commit.tree, kind: .tree))
        links += commit.parents.map { Link(id: $0, kind: .commit) }
      }
      return -1
    }
    links.append(Link(id: version.tree, kind: .tree))
    var isSigned = false
    var original: ObjectID?
    var parents = 0
    bytes.forEachLine { line, isHeader in
      if isHeader {
        if line.starts(with: "parent ".utf8) {
          if let parent = ObjectID(hex: line.dropFirst(7)) {
            links.append(Link(id: parent, kind: .commit))
          }
          parents += 1
        } else if line.starts(with: "gpgsig".utf8) {
          isSigned = true
        }
      } else if line.starts(with: "Original: ".utf8) {
        original = ObjectID(hex: line.dropFirst(10))
      }
    }
    commits.append(
      CommitFacts(
        document: version.document, number: version.number, identifier: version.identifier,
        event: version.event, path: number(of: version.path),
        seconds: version.time.time.seconds, month: StoreFacts.month(of: version.time),
        size: version.size, type: version.type, isDeletion: version.isDeletion,
        gap: version.pruned ?? version.purged, original: original, isSigned: isSigned))
    return Int32(commits.count - 1)
  }

  private static func month(of time: Moment) -> Int32 {
    let date = CalendarDate(seconds: time.time.seconds, offset: time.offset)
    return Int32(date.year * 12 + date.month - 1)
  }

  private mutating func number(of path: DocumentPath) -> Int32 {
    if let lastPath, lastPath.0 == path { return lastPath.1 }
    let number = pathNumbers[path] ?? Int32(paths.count)
    if number == paths.count {
      paths.append(path)
      pathNumbers[path] = number
    }
    lastPath = (path, number)
    return number
  }
}

extension [UInt8] {
  /// Calls a function with each line, and whether it is in the header of a commit.
  fileprivate func forEachLine(_ body: (ArraySlice<UInt8>, Bool) -> Void) {
    var position = 0
    var isHeader = true
    withUnsafeBufferPointer { buffer in
      while position < count {
        let end = buffer.position(of: UInt8(ascii: "\n"), from: position, to: count) ?? count
        if end == position { isHeader = false }
        body(self[position..<end], isHeader)
        position = end + 1
      }
    }
  }
}
