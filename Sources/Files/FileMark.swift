/// What the file system says of a document; another mark may mean another content.
///
/// The number of the device is no part of it: it can be another after each start of the machine.
public struct FileMark: Equatable, Sendable {
  /// Number of the file.
  public var inode: UInt64
  /// Bytes; for a package, a digest of what is told of all its parts.
  public var size: Int64
  /// When the content last changed, as anybody may say.
  public var modified: FileTime
  /// Nobody can set this one back. For a package, the latest of all its parts.
  public var changed: FileTime

  /// Makes a mark.
  public init(inode: UInt64, size: Int64, modified: FileTime, changed: FileTime) {
    self.inode = inode
    self.size = size
    self.modified = modified
    self.changed = changed
  }

  /// The mark of no file.
  public static let none = FileMark(
    inode: 0, size: -1, modified: FileTime(seconds: 0), changed: FileTime(seconds: 0))

  /// The mark of a file, by what is told of it alone.
  public init(_ status: FileStatus) {
    self.init(
      inode: status.inode, size: status.size, modified: status.modified, changed: status.changed)
  }

  /// The mark of whatever is at a location, all parts together where that is a folder.
  /// - Returns: Nil where nothing is, or what vanished.
  public static func find(_ location: FilePath) throws(SystemError) -> FileMark? {
    guard let status = try FileStatus.find(location) else { return nil }
    return try FileMark(status, of: location)
  }

  /// The mark of what has this status at a location, all parts together where that is a folder.
  public init(_ status: FileStatus, of location: FilePath) throws(SystemError) {
    self.init(status)
    if status.kind == .folder { try add(partsOf: location) }
  }

  private mutating func add(partsOf folder: FilePath) throws(SystemError) {
    for entry in try Folder.entries(of: folder) {
      let location = folder.appending(entry.name)
      guard let status = try FileStatus.find(location) else { continue }
      for byte in entry.name { mix(UInt64(byte)) }
      mix(status.inode)
      mix(UInt64(bitPattern: status.size))
      mix(UInt64(bitPattern: status.modified.seconds))
      mix(UInt64(UInt32(bitPattern: status.modified.nanoseconds)))
      mix(UInt64(bitPattern: status.changed.seconds))
      mix(UInt64(UInt32(bitPattern: status.changed.nanoseconds)))
      changed = max(changed, status.changed)
      if status.kind == .folder {
        try add(partsOf: location)
        mix(0x2F)
      }
    }
  }

  /// FNV-1a, by words.
  private mutating func mix(_ word: UInt64) {
    size = Int64(bitPattern: (UInt64(bitPattern: size) ^ word) &* 0x100_0000_01B3)
  }

  /// Whether a change after this mark was taken may have left it as it is: the file system's clock
  /// may not have moved on since the last one.
  public func isRacy(takenAt time: FileTime) -> Bool {
    // File systems whose clock has fine steps show other digits than zeros; the kernel's clock
    // moves on every 10 ms at the least.
    let isFine = changed.nanoseconds % 1_000_000 != 0
    let margin: Int64 = isFine ? 100_000_000 : 2_100_000_000
    let seconds = time.seconds - changed.seconds
    if seconds > 4 { return false }
    return seconds < -4
      || seconds * 1_000_000_000 + Int64(time.nanoseconds) - Int64(changed.nanoseconds) < margin
  }
}
