import Content
import Git

extension Library {
  /// Tells for each line, emoji or element of a document which version made it what it is.
  ///
  /// Versions are read from the newest to older ones, no further than it takes; those that only say
  /// that the document was deleted are passed over, and renames change nothing.
  /// - Parameters:
  ///   - selected: The version asked about, or the file as it is on disk.
  ///   - document: The document it is of.
  /// - Throws: `wrongKind` for packages, links and data; `partNotFound` for lines that there are
  ///   not; `damaged` where the answer would lie behind a version that cannot be read.
  public func blame(
    _ selected: SelectedVersion, of document: Document, options: BlameOptions = BlameOptions()
  ) throws(StoreError) -> DocumentBlame {
    let content: DocumentContent
    let name: String
    let start: BlamedVersion
    var older: OlderContents
    switch selected {
    case .version(let version):
      content = try self.content(of: version)
      name = "version \(version.number) of '\(version.path)'"
      let isOld = options.since.map { version.time.time.seconds < $0 } ?? false
      start = BlamedVersion(version: version, isBoundary: isOld)
      older = try OlderContents(self, below: version, since: isOld ? .max : options.since)
    case .current:
      guard let snapshot = try snapshot(of: document.path) else {
        throw StoreError(
          .versionNotFound, "'\(document.path)' is not on disk, so it has no 'current'")
      }
      content = snapshot.content
      name = "'\(document.path)'"
      start = BlamedVersion(version: nil, isBoundary: false)
      older = try OlderContents(self, from: document.head, since: options.since)
    }
    guard case .flat(let bytes, _) = content else {
      throw StoreError(.wrongKind, "\(name) is no text, drawing or JSON document")
    }
    func text() throws(StoreError) -> DocumentBlame {
      guard let text = TextContent(recognising: bytes) else {
        throw StoreError(.wrongKind, "\(name) is no text, drawing or JSON document")
      }
      var range: Range<Int>?
      if let lines = options.lines {
        guard lines.lowerBound <= text.lines.count else {
          throw StoreError(
            .partNotFound,
            "\(name) has no line \(lines.lowerBound); it has \(text.lines.count) lines")
        }
        range = (lines.lowerBound - 1)..<min(lines.upperBound, text.lines.count)
      }
      let blame = try LineBlame(of: (start, text), range: range) { () throws(StoreError) in
        try older.next().map { ($0.version, TextContent($0.bytes)) }
      }
      return .text(blame, text)
    }
    if options.lines != nil { return try text() }
    switch ContentType.recognise(name: document.path.name, bytes: bytes).kind {
    case .emojiArt:
      guard let drawing = try? Drawing(bytes) else { return try text() }
      return .drawing(
        try DrawingBlame(drawing, version: start) { () throws(StoreError) in try older.next() },
        background: drawing.background)
    case .json:
      guard let json = try? JSONDocument(parsing: bytes) else { return try text() }
      return .json(
        try JSONBlame(json, version: start) { () throws(StoreError) in try older.next() })
    case .text, .data, .package: return try text()
    }
  }
}

/// The contents of the versions below one, newest first, as far as they are asked for.
///
/// Of versions in a row that hold the same, only the oldest is given, and the content is read once.
struct OlderContents {
  private let library: Library
  private let since: Int64?
  private var history: History
  private var waiting: (version: Version, blob: ObjectID)?
  private var isAtEnd = false
  /// The blob of the content given last.
  private var lastBlob: ObjectID?
  private var lastBytes: [UInt8] = []

  /// Begins with the versions older than one.
  init(_ library: Library, below version: Version, since: Int64?) throws(StoreError) {
    self.library = library
    self.since = since
    history = try History(
      library, document: version.document, from: version.parent, unlabelled: true)
    lastBlob = nil
    isAtEnd = since == .max
  }

  /// Begins with a version itself.
  init(_ library: Library, from version: Version, since: Int64?) throws(StoreError) {
    self.library = library
    self.since = since
    history = try History(
      library, document: version.document, from: version.commit, unlabelled: true)
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

  /// The next older version that is a file.
  private mutating func nextFlat() throws(StoreError) -> (version: Version, blob: ObjectID)? {
    if let waiting {
      self.waiting = nil
      return waiting
    }
    while !isAtEnd, let version = try history.next() {
      if version.isDeletion { continue }
      if let blob = try library.flatBlob(of: version) { return (version, blob) }
    }
    return nil
  }
}

extension Library {
  /// The blob of a version that is a file; nil for packages, links and deletions.
  func flatBlob(of version: Version) throws(StoreError) -> ObjectID? {
    let entries = try tree(version.tree).entries
    guard entries.count == 1, entries[0].mode & 0o170000 == 0o100000 else { return nil }
    return entries[0].id
  }
}
