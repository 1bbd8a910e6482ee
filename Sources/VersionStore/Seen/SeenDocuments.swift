import Files
import Git

/// What was known of all documents when a library was last looked through, kept in `versions/seen` in
/// the store, so that the next look reads only files that may have changed.
///
/// A cache, rebuilt where it is lost: all numbers are of 8 bytes, the least first; the file says its
/// own length, and is synced before it gets its name.
public struct SeenDocuments: Sendable {
  /// A document whose file held what its newest version held.
  public struct Entry: Sendable, Equatable {
    /// The file's name.
    public let name: [UInt8]
    /// What the file system said of it; `none` where that may stand for other content by now.
    public internal(set) var mark: FileMark
    /// Its newest version then.
    public let head: SeenHead

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
    /// Its documents, in no order.
    public internal(set) var entries: [Entry]

    /// A folder.
    public init(path: DocumentPath?, entries: [Entry]) {
      self.path = path
      self.entries = entries
    }
  }

  /// The documents on disk.
  public internal(set) var folders: [Folder]
  /// The documents that were deleted, so that nobody misses their files.
  public internal(set) var deleted: [SeenHead]

  /// What is known.
  public init(folders: [Folder], deleted: [SeenHead]) {
    self.folders = folders
    self.deleted = deleted
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
    SeenDocuments.append(UInt64(deleted.count), to: &bytes)
    for head in deleted { SeenDocuments.append(head, to: &bytes) }
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
        SeenDocuments.append(entry.head, to: &bytes)
      }
    }
    var length: [UInt8] = []
    SeenDocuments.append(UInt64(bytes.count), to: &length)
    let start = SeenDocuments.heading.count
    bytes.replaceSubrange(start..<start + 8, with: length)
    let path = library.store.appending(SeenDocuments.name)
    let draft = FilePath(path.bytes + Array(".new-\(ProcessID.current)".utf8))
    let file = try File(draft, [.write, .create, .truncate], permissions: 0o600)
    try file.write(bytes)
    try file.synchronise()
    try FileSystem.rename(draft, to: path)
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

  private static func append(_ head: SeenHead, to bytes: inout [UInt8]) {
    append(head.document.words.high, to: &bytes)
    append(head.document.words.low, to: &bytes)
    append(head.commit, to: &bytes)
  }

  private struct Reader {
    let bytes: UnsafeRawBufferPointer
    var position: Int

    /// Everything; nil where anything makes no sense.
    mutating func all() -> SeenDocuments? {
      guard word() == UInt64(bytes.count), let count = word(), count <= bytes.count else {
        return nil
      }
      var deleted: [SeenHead] = []
      for _ in 0..<count {
        guard let head = head() else { return nil }
        deleted.append(head)
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
      return SeenDocuments(folders: folders, deleted: deleted)
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

    private mutating func head() -> SeenHead? {
      guard let high = word(), let low = word(), let commit = word() else { return nil }
      return SeenHead(document: UUID(high: high, low: low), word: commit)
    }

    private mutating func entry() -> Entry? {
      guard let name = text(), let inode = word(), let size = word(), let modified = time(),
        let changed = time(), let head = head()
      else { return nil }
      return Entry(
        name: name,
        mark: FileMark(
          inode: inode, size: Int64(bitPattern: size), modified: modified, changed: changed),
        head: head)
    }
  }
}
