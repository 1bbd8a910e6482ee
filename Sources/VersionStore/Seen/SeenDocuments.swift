import Files

/// What was known of all documents when a library was last looked through, kept in `versions/seen` in
/// the store, so that the next look reads only files that may have changed.
///
/// A cache, rebuilt where it is lost. All numbers are of 8 bytes, the least first: the length of the
/// file; the count of documents, and of each its identity and the beginning of its newest commit, in
/// the order of the identities; then each folder with its path, the count of its entries, and of
/// each its name, its mark and the place of its document among them, in the order of the names.
public struct SeenDocuments: Sendable {
  /// A document whose file held what its newest version held.
  public struct Entry: Sendable, Equatable {
    /// The file's name.
    public let name: [UInt8]
    /// What the file system said of it; `none` where that may stand for other content by now.
    public internal(set) var mark: FileMark
    /// Its newest version then.
    public let head: SeenHead
    /// Where its head is among all.
    var place = 0

    /// A document.
    public init(name: [UInt8], mark: FileMark, head: SeenHead) {
      self.name = name
      self.mark = mark
      self.head = head
    }
  }

  /// The documents of one folder.
  public struct Folder: Sendable {
    /// Where it is, nil for the library's own.
    public let path: DocumentPath?
    /// Its documents, in the order of their names.
    public internal(set) var entries: [Entry]

    /// A folder.
    public init(path: DocumentPath?, entries: [Entry]) {
      self.path = path
      self.entries = entries
    }
  }

  /// The documents on disk.
  public internal(set) var folders: [Folder]
  /// All heads, of deleted documents too, whose files nobody misses; in order.
  private(set) var heads: [SeenHead]

  /// What is known.
  /// - Parameter deleted: The documents that were deleted.
  public init(folders: [Folder], deleted: [SeenHead]) {
    self.folders = folders
    heads = deleted + folders.flatMap { $0.entries.map(\.head) }
    heads.sort { $0.document < $1.document }
    var places: [UUID: Int] = [:]
    places.reserveCapacity(heads.count)
    for (place, head) in heads.enumerated() { places[head.document] = place }
    for folder in folders.indices {
      for entry in folders[folder].entries.indices {
        let document = folders[folder].entries[entry].head.document
        self.folders[folder].entries[entry].place = places[document] ?? 0
      }
      self.folders[folder].entries.sort { $0.name.lexicographicallyPrecedes($1.name) }
    }
  }

  private init(_ folders: [Folder], heads: [SeenHead]) {
    self.folders = folders
    self.heads = heads
  }

  /// The documents on disk by where they are.
  func entriesByPath() -> [DocumentPath: Entry] {
    var entries: [DocumentPath: Entry] = [:]
    entries.reserveCapacity(folders.reduce(0) { $0 + $1.entries.count })
    for folder in folders {
      for entry in folder.entries {
        if let path = DocumentPath.entry(entry.name, of: folder.path) { entries[path] = entry }
      }
    }
    return entries
  }

  private static let name = "versions/seen"
  private static let heading = Array("versions seen 2\n".utf8)

  /// Writes what is known, in place of what was.
  public func write(to library: Library) throws(SystemError) {
    var bytes = SeenDocuments.heading
    SeenDocuments.append(0, to: &bytes)
    SeenDocuments.append(UInt64(heads.count), to: &bytes)
    for head in heads {
      SeenDocuments.append(head.document.words.high, to: &bytes)
      SeenDocuments.append(head.document.words.low, to: &bytes)
      SeenDocuments.append(head.commit, to: &bytes)
    }
    for folder in folders where !folder.entries.isEmpty {
      SeenDocuments.append(folder.path?.bytes ?? [], to: &bytes)
      SeenDocuments.append(UInt64(folder.entries.count), to: &bytes)
      for entry in folder.entries {
        SeenDocuments.append(entry.name, to: &bytes)
        SeenDocuments.append(entry.mark.inode, to: &bytes)
        SeenDocuments.append(UInt64(bitPattern: entry.mark.size), to: &bytes)
        for time in [entry.mark.modified, entry.mark.changed] {
          SeenDocuments.append(UInt64(bitPattern: time.seconds), to: &bytes)
          SeenDocuments.append(UInt64(UInt32(bitPattern: time.nanoseconds)), to: &bytes)
        }
        SeenDocuments.append(UInt64(entry.place), to: &bytes)
      }
    }
    var length: [UInt8] = []
    SeenDocuments.append(UInt64(bytes.count), to: &length)
    let start = SeenDocuments.heading.count
    bytes.replaceSubrange(start..<start + 8, with: length)
    try OwnFile(path: library.store.appending(SeenDocuments.name)).replace(with: bytes, .whole)
  }

  /// Reads what was known.
  /// - Returns: Nil where nothing whole is there.
  public static func read(from library: Library) -> SeenDocuments? {
    guard let file = try? File(library.store.appending(name)), let status = try? file.status(),
      let bytes = try? file.readToEnd(expecting: Int(status.size)), bytes.starts(with: heading)
    else { return nil }
    return bytes.withUnsafeBytes { bytes in
      var reader = Reader(bytes: bytes, position: heading.count)
      return reader.all()
    }
  }

  private static func append(_ word: UInt64, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0) }
  }

  private static func append(_ text: [UInt8], to bytes: inout [UInt8]) {
    append(UInt64(text.count), to: &bytes)
    bytes.append(contentsOf: text)
  }

  private struct Reader {
    let bytes: UnsafeRawBufferPointer
    var position: Int
    var heads: [SeenHead] = []

    /// Everything; nil where anything makes no sense.
    mutating func all() -> SeenDocuments? {
      guard word() == UInt64(bytes.count), let count = word(), count <= bytes.count else {
        return nil
      }
      heads.reserveCapacity(Int(count))
      for _ in 0..<count {
        guard let high = word(), let low = word(), let commit = word() else { return nil }
        heads.append(SeenHead(document: UUID(high: high, low: low), word: commit))
      }
      var folders: [Folder] = []
      while position < bytes.count {
        guard let name = text(), let count = word(), count <= bytes.count else { return nil }
        var entries: [Entry] = []
        entries.reserveCapacity(Int(count))
        for _ in 0..<count {
          guard let entry = entry() else { return nil }
          entries.append(entry)
        }
        let path = DocumentPath(name)
        if path == nil, !name.isEmpty { return nil }
        folders.append(Folder(path: path, entries: entries))
      }
      return SeenDocuments(folders, heads: heads)
    }

    private mutating func word() -> UInt64? {
      guard bytes.count - position >= 8 else { return nil }
      defer { position += 8 }
      return UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
    }

    private mutating func text() -> [UInt8]? {
      guard let count = word(), count <= UInt64(bytes.count - position) else { return nil }
      defer { position += Int(count) }
      return Array(bytes[position..<position + Int(count)])
    }

    private mutating func time() -> FileTime? {
      guard let seconds = word(), let nanoseconds = word(), nanoseconds < 1_000_000_000 else {
        return nil
      }
      return FileTime(seconds: Int64(bitPattern: seconds), nanoseconds: Int32(nanoseconds))
    }

    private mutating func entry() -> Entry? {
      guard let name = text(), let inode = word(), let size = word(), let modified = time(),
        let changed = time(), let place = word(), place < heads.count
      else { return nil }
      var entry = Entry(
        name: name,
        mark: FileMark(
          inode: inode, size: Int64(bitPattern: size), modified: modified, changed: changed),
        head: heads[Int(place)])
      entry.place = Int(place)
      return entry
    }
  }
}
