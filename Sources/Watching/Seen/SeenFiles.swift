import Files
import VersionStore

/// What a watcher knew when it last rested, kept in `versions/seen` in the store.
///
/// A cache: without it, the next start reads all documents. The numbers are of 8 bytes, the least
/// first; the file says its own length, and is synced before it gets its name.
enum SeenFiles {
  /// One document.
  struct Entry {
    let name: [UInt8]
    let mark: FileMark
  }

  /// All that was known.
  struct Known {
    /// When.
    let mark: LibraryMark
    /// The documents of each folder, nil being the library's own.
    let folders: [(path: DocumentPath?, entries: [Entry])]
  }

  static let name = "versions/seen"
  private static let heading = Array("versions seen 1\n".utf8)

  /// Writes what is known of a tree.
  static func write(_ root: WatchedFolder, _ mark: LibraryMark, to path: FilePath)
    throws(SystemError)
  {
    var bytes = heading
    append(0, to: &bytes)
    append(mark.record, to: &bytes)
    append(UInt64(bitPattern: mark.size), to: &bytes)
    root.forEachFolder { folder in
      guard folder.package == nil else { return }
      // A folder without documents is found again by looking.
      if folder.files.isEmpty { return }
      append(folder.path?.bytes ?? [], to: &bytes)
      append(UInt64(folder.files.count), to: &bytes)
      for (name, seen) in folder.files {
        append(name, to: &bytes)
        // That it was there must be known of each, so that it is missed; what it held only where
        // that is certain.
        let mark = seen.isRacy || seen.isRefused ? FileMark.none : seen.mark
        append(mark.inode, to: &bytes)
        append(UInt64(bitPattern: mark.size), to: &bytes)
        for time in [mark.modified, mark.changed] {
          append(UInt64(bitPattern: time.seconds), to: &bytes)
          append(UInt64(UInt32(bitPattern: time.nanoseconds)), to: &bytes)
        }
      }
    }
    var length: [UInt8] = []
    append(UInt64(bytes.count), to: &length)
    bytes.replaceSubrange(heading.count..<heading.count + 8, with: length)
    let draft = FilePath(path.bytes + Array(".new".utf8))
    let file = try File(draft, [.write, .create, .truncate], permissions: 0o600)
    try file.write(bytes)
    try file.synchronise()
    try FileSystem.rename(draft, to: path)
  }

  /// Reads what was known.
  /// - Returns: Nil where nothing whole is there.
  static func read(_ path: FilePath) -> Known? {
    guard let file = try? File(path), let status = try? file.status(),
      let bytes = try? file.readToEnd(expecting: Int(status.size)), bytes.starts(with: heading)
    else { return nil }
    return bytes.withUnsafeBytes { bytes -> Known? in
      var reader = Reader(bytes: bytes, position: heading.count)
      guard reader.word() == UInt64(bytes.count), let record = reader.word(),
        let size = reader.word()
      else { return nil }
      var folders: [(DocumentPath?, [Entry])] = []
      while !reader.isAtEnd {
        guard let name = reader.text(), let count = reader.word(), count <= bytes.count else {
          return nil
        }
        var entries: [Entry] = []
        entries.reserveCapacity(Int(count))
        for _ in 0..<count {
          guard let entry = reader.entry() else { return nil }
          entries.append(entry)
        }
        let path = DocumentPath(name)
        if path == nil, !name.isEmpty { return nil }
        folders.append((path, entries))
      }
      return Known(
        mark: LibraryMark(record: record, size: Int64(bitPattern: size)), folders: folders)
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

    init(bytes: UnsafeRawBufferPointer, position: Int) {
      self.bytes = bytes
      self.position = position
    }

    var isAtEnd: Bool { position == bytes.count }

    mutating func word() -> UInt64? {
      guard bytes.count - position >= 8 else { return nil }
      defer { position += 8 }
      return UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
    }

    mutating func text() -> [UInt8]? {
      guard let count = word(), count <= UInt64(bytes.count - position) else { return nil }
      defer { position += Int(count) }
      return Array(bytes[position..<position + Int(count)])
    }

    mutating func time() -> FileTime? {
      guard let seconds = word(), let nanoseconds = word(), nanoseconds < 1_000_000_000 else {
        return nil
      }
      return FileTime(seconds: Int64(bitPattern: seconds), nanoseconds: Int32(nanoseconds))
    }

    mutating func entry() -> Entry? {
      guard let name = text(), let inode = word(), let size = word(), let modified = time(),
        let changed = time()
      else { return nil }
      return Entry(
        name: name,
        mark: FileMark(
          inode: inode, size: Int64(bitPattern: size), modified: modified, changed: changed))
    }
  }
}
