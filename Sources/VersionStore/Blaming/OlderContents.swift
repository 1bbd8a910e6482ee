import Git

/// The contents of the versions below one, newest first, as far as they are asked for.
///
/// Of versions in a row that hold the same, only the oldest is given, and the content is read once.
struct OlderContents {
  private let library: Library
  private let since: Int64?
  /// The file of a package that is followed; nil for a document that is a file.
  private let part: [UInt8]?
  private var history: History
  private var waiting: (version: Version, blob: ObjectID)?
  private var isAtEnd = false
  /// The blob of the content given last.
  private var lastBlob: ObjectID?
  private var lastBytes: [UInt8] = []

  /// Begins with the versions older than one.
  init(
    _ library: Library, below version: Version, part: [UInt8]?, since: Int64?
  ) {
    self.library = library
    self.part = part
    self.since = since
    history = History(
      library, document: version.document, from: version.parent, labels: nil)
    lastBlob = nil
    isAtEnd = since == .max
  }

  /// Begins with a version itself.
  init(
    _ library: Library, from version: Version, part: [UInt8]?, since: Int64?
  ) {
    self.library = library
    self.part = part
    self.since = since
    history = History(
      library, document: version.document, from: version.commit, labels: nil)
  }

  /// The next older version with its content, nil at the end.
  mutating func next() throws(StoreError) -> (version: BlamedVersion, bytes: [UInt8])? {
    guard var found = try nextFlat() else { return nil }
    // A version that is older than asked for is the last one looked at.
    var isBoundary = isTooOld(found.version)
    while !isBoundary, let further = try nextFlat() {
      guard further.blob == found.blob else {
        waiting = further
        break
      }
      found = further
      isBoundary = isTooOld(found.version)
    }
    if isBoundary { isAtEnd = true }
    if found.blob != lastBlob {
      // Whose bytes these are was checked where they are shown; here they are only compared.
      let object = try inStore { () throws(GitError) in
        try library.repository.objects.read(found.blob)
      }
      lastBytes = object.bytes
      lastBlob = found.blob
    }
    return (BlamedVersion(version: found.version, isBoundary: isBoundary), lastBytes)
  }

  private func isTooOld(_ version: Version) -> Bool {
    since.map { version.time.time.seconds < $0 } ?? false
  }

  /// The next older version that has the file.
  private mutating func nextFlat() throws(StoreError) -> (version: Version, blob: ObjectID)? {
    if let waiting {
      self.waiting = nil
      return waiting
    }
    while !isAtEnd, let version = try history.next() {
      if version.isDeletion { continue }
      if let blob = try library.blob(of: version, part: part) { return (version, blob) }
    }
    return nil
  }
}

extension Library {
  /// The blob of a version that is a file, or of a file in a package; nil for all else.
  fileprivate func blob(of version: Version, part: [UInt8]?) throws(StoreError) -> ObjectID? {
    let entries = try tree(version.tree).entries
    guard entries.count == 1 else { return nil }
    guard let part else { return entries[0].isFile ? entries[0].id : nil }
    var found = entries[0]
    for component in part.split(separator: UInt8(ascii: "/")) {
      guard found.isTree else { return nil }
      let next = try tree(found.id).entries.first {
        PercentEncoding.decode($0.name) == Array(component)
      }
      guard let next else { return nil }
      found = next
    }
    return found.isFile ? found.id : nil
  }
}

extension Tree.Entry {
  fileprivate var isFile: Bool { mode & 0o170000 == 0o100000 }
}
