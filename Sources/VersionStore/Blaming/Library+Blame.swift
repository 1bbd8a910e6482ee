import Content

extension Library {
  /// Tells for each line, emoji or element of a document which version made it what it is.
  ///
  /// Versions are read from the newest to older ones, no further than it takes; those that only say
  /// that the document was deleted are passed over, as are those in which a package does not have
  /// the part. Renames change nothing.
  /// - Parameters:
  ///   - selected: The version asked about, or the file as it is on disk.
  ///   - document: The document it is of.
  /// - Throws: `wrongKind` for links and data, and for a package in which nothing else is;
  ///   `partNotFound` for lines and parts that there are not; `damaged` where the answer would lie
  ///   behind a version that cannot be read.
  public func blame(
    _ selected: SelectedVersion, of document: Document, options: BlameOptions = BlameOptions()
  ) throws(StoreError) -> DocumentBlame {
    let content: DocumentContent
    let name: String
    switch selected {
    case .version(let version):
      content = try self.content(of: version)
      name = "version \(version.number) of '\(version.path)'"
    case .current:
      guard let snapshot = try snapshot(of: document.path) else {
        throw StoreError(
          .versionNotFound, "'\(document.path)' is not on disk, so it has no 'current'")
      }
      content = snapshot.content
      name = "'\(document.path)'"
    }
    let question = BlameQuestion(
      library: self, document: document, selected: selected, options: options, name: name)
    switch content {
    case .flat(let bytes, _):
      guard options.part == nil else {
        throw StoreError(.wrongKind, "\(name) is no package and has no parts")
      }
      return try question.blame(bytes, named: document.path.name, part: nil)
    case .link: throw question.wrongKind(name)
    case .package(let parts): return try question.blame(parts)
    }
  }
}

/// What is asked about one state of a document.
private struct BlameQuestion {
  let library: Library
  let document: Document
  let selected: SelectedVersion
  let options: BlameOptions
  /// The state in words.
  let name: String

  func wrongKind(_ name: String) -> StoreError {
    StoreError(.wrongKind, "\(name) is no text, drawing or JSON document")
  }

  /// The state itself, and what is older.
  private func start(
    _ part: [UInt8]?
  ) throws(StoreError) -> (version: BlamedVersion, older: OlderContents) {
    switch selected {
    case .version(let version):
      let isOld = options.since.map { version.time.time.seconds < $0 } ?? false
      return (
        BlamedVersion(version: version, isBoundary: isOld),
        OlderContents(
          library, below: version, part: part, since: isOld ? .max : options.since)
      )
    case .current:
      return (
        BlamedVersion(version: nil, isBoundary: false),
        OlderContents(library, from: document.head, part: part, since: options.since)
      )
    }
  }

  /// The parts of a package that were asked about.
  func blame(_ parts: [DocumentContent.Part]) throws(StoreError) -> DocumentBlame {
    var asked = parts
    if let part = options.part {
      let path = part.last == UInt8(ascii: "/") ? Array<UInt8>(part.dropLast()) : part
      asked = parts.filter { $0.path == path || $0.path.starts(with: path + [UInt8(ascii: "/")]) }
      if asked.isEmpty {
        throw StoreError(
          .partNotFound, "\(name) has no part '\(printable(path))'",
          hints: parts.filter { $0.kind != .folder }.prefix(10).map {
            "it has '\(printable($0.path))'"
          })
      }
    }
    // One file that was asked for by its name is told of, or refused, for what it is.
    let isNamed = asked.count == 1 && options.part != nil
    var files: [(path: [UInt8], bytes: [UInt8])] = []
    var skipped: [[UInt8]] = []
    for part in asked {
      guard case .file(let bytes, _) = part.kind else { continue }
      if isNamed || isReadable(bytes, part.path) {
        files.append((part.path, bytes))
      } else {
        skipped.append(part.path)
      }
    }
    if files.isEmpty { throw StoreError(.wrongKind, "\(name) has no text, drawing or JSON in it") }
    if files.count > 1, options.lines != nil {
      throw StoreError(
        .invalid, "the lines of which file? \(name) is a package",
        hints: files.prefix(10).map { "say: --part '\(printable($0.path))'" })
    }
    var blamed: [PartBlame] = []
    for (path, bytes) in files {
      blamed.append(PartBlame(path: path, blame: try blame(bytes, named: path, part: path)))
    }
    return .parts(blamed, skipped: skipped)
  }

  private func isReadable(_ bytes: [UInt8], _ path: [UInt8]) -> Bool {
    ContentType.recognise(name: path, bytes: bytes).kind != .data
  }

  /// A file: the document itself, or a part of it.
  func blame(
    _ bytes: [UInt8], named fileName: [UInt8], part: [UInt8]?
  ) throws(StoreError) -> DocumentBlame {
    var (start, older) = try start(part)
    let name = part.map { "'\(printable($0))' in \(self.name)" } ?? self.name
    func text() throws(StoreError) -> DocumentBlame {
      guard let text = TextContent(recognising: bytes) else { throw wrongKind(name) }
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
    switch ContentType.recognise(name: fileName, bytes: bytes).kind {
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
