import Content
import Files
import Git

/// Where documents' files were last seen: inode and time of birth, by which a file that another
/// program renamed is known again, and the SHA-1 of the path, by which a lost alias is.
///
/// The file `versions/places` is a cache that only grows: one line a save, the last one of a
/// document counts. Losing it loses nothing but the certainty of some renames, and of knowing that
/// a reference is missing.
struct Places {
  let path: FilePath

  init(_ library: Library) {
    path = library.store.appending("versions/places")
  }

  /// A file as the file system knows it, whatever its name.
  struct Place: Hashable {
    let device: UInt64
    let inode: UInt64
    let born: FileTime

    /// Nil where the file system does not tell the time of birth: a number alone is used again.
    init?(_ status: FileStatus) {
      guard let born = status.born else { return nil }
      device = status.device
      inode = status.inode
      self.born = born
    }

    fileprivate init(device: UInt64, inode: UInt64, born: FileTime) {
      self.device = device
      self.inode = inode
      self.born = born
    }
  }

  /// Remembers where documents' files are.
  func remember(_ places: [(UUID, DocumentPath, FileStatus)]) {
    var lines: [UInt8] = []
    for (id, path, status) in places {
      lines += id.bytes
      // Without a time of birth the line still tells that the document had a version.
      let born = status.born ?? FileTime(seconds: 0, nanoseconds: -1)
      lines += " \(status.device) \(status.inode) \(born.seconds) \(born.nanoseconds) ".utf8
      lines += ObjectID.digest(of: path.bytes).hexBytes
      lines.append(UInt8(ascii: "\n"))
    }
    if lines.isEmpty { return }
    do throws(SystemError) {
      let descriptor = try File(path, [.write, .create, .append], permissions: 0o600)
      try descriptor.write(lines)
    } catch {
      // A cache: the version is saved, and that is what was asked for.
    }
  }

  /// The last place of each document.
  func all() throws(StoreError) -> [UUID: Place] {
    var places: [UUID: Place] = [:]
    for line in try lines() {
      let fields = line.split(separator: UInt8(ascii: " "))
      guard fields.count == 6, let id = UUID(fields[0]), let device = UInt64(decimal: fields[1]),
        let inode = UInt64(decimal: fields[2]), let seconds = Int64(decimal: fields[3]),
        let nanoseconds = Int64(decimal: fields[4]).flatMap(Int32.init(exactly:))
      else { continue }
      places[id] =
        nanoseconds < 0
        ? nil
        : Place(
          device: device, inode: inode,
          born: FileTime(seconds: seconds, nanoseconds: nanoseconds))
    }
    return places
  }

  /// The document that was last saved at a path, nil where none was.
  func document(at path: DocumentPath) throws(StoreError) -> UUID? {
    let wanted = [UInt8(ascii: " ")] + ObjectID.digest(of: path.bytes).hexBytes
    let search = ByteSearch(wanted)
    let bytes = try bytes()
    var last: Int?
    var start = 0
    while let found = search.first(in: bytes, from: start) {
      last = found
      start = found + wanted.count
    }
    guard let last else { return nil }
    let line = (bytes[..<last].lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
    return UUID(bytes[line...].prefix(36))
  }

  /// Whether a version of a document was ever saved here.
  func contains(_ id: UUID) throws(StoreError) -> Bool {
    let wanted = id.bytes
    return try lines().contains { $0.starts(with: wanted) }
  }

  /// Writes only the last line of each document, when the file has grown far beyond that.
  func tidy(documents: Int) throws(StoreError) {
    guard let status = try onDisk({ () throws(SystemError) in try FileStatus.find(path) }),
      status.size > Int64(max(documents, 1000)) * 80 * 8
    else { return }
    var last: [UUID: ArraySlice<UInt8>] = [:]
    for line in try lines() {
      if let id = UUID(line.prefix(36)) { last[id] = line }
    }
    try replace(with: Array(last.values))
  }

  /// Forgets a document.
  func forget(_ id: UUID) throws(StoreError) {
    let wanted = id.bytes
    let lines = try lines()
    let kept = lines.filter { !$0.starts(with: wanted) }
    if kept.count < lines.count { try replace(with: kept) }
  }

  private func replace(with lines: [ArraySlice<UInt8>]) throws(StoreError) {
    let bytes = lines.flatMap { $0 + [UInt8(ascii: "\n")] }
    try onDisk { () throws(SystemError) in
      try OwnFile(path: path).replace(with: bytes, .none)
    }
  }

  func lines() throws(StoreError) -> [ArraySlice<UInt8>] {
    try bytes().split(separator: UInt8(ascii: "\n"))
  }

  private func bytes() throws(StoreError) -> [UInt8] {
    do throws(SystemError) {
      let file = try File(path)
      return try file.readToEnd(expecting: Int(try file.status().size))
    } catch {
      if error.code == .noSuchFile || error.code == .notAFolder { return [] }
      throw StoreError(error)
    }
  }
}

extension UInt64 {
  fileprivate init?(decimal digits: ArraySlice<UInt8>) {
    guard !digits.isEmpty, digits.count <= 20 else { return nil }
    var value: UInt64 = 0
    for digit in digits {
      guard (0x30...0x39).contains(digit) else { return nil }
      let (scaled, over) = value.multipliedReportingOverflow(by: 10)
      let (sum, more) = scaled.addingReportingOverflow(UInt64(digit - 0x30))
      if over || more { return nil }
      value = sum
    }
    self = value
  }
}
