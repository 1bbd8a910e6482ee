import CSystem

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What the file system tells of a path.
public struct FileStatus: Equatable, Sendable {
  /// What stands at a path.
  public enum Kind: Sendable {
    case file, folder, link, pipe, socket, device
  }

  /// File, folder, link …
  public let kind: Kind
  /// Permission bits, 0o7777 at most.
  public let permissions: UInt32
  /// Number of the owner.
  public let owner: UInt32
  /// Number of the group.
  public let group: UInt32
  /// Count of hard links.
  public let links: UInt64
  /// Number of the file on its device.
  public let inode: UInt64
  /// Number of the device.
  public let device: UInt64
  /// Bytes.
  public let size: Int64
  /// When the content last changed.
  public let modified: FileTime
  /// When content or facts last changed; nobody can set it.
  public let changed: FileTime
  /// When the file came into being, nil where the file system does not tell.
  public let born: FileTime?

  init(_ raw: versions_status) {
    switch raw.mode & 0o170000 {
    case 0o100000: kind = .file
    case 0o040000: kind = .folder
    case 0o120000: kind = .link
    case 0o010000: kind = .pipe
    case 0o140000: kind = .socket
    default: kind = .device
    }
    permissions = raw.mode & 0o7777
    owner = raw.uid
    group = raw.gid
    links = raw.links
    inode = raw.inode
    device = raw.device
    size = raw.size
    modified = FileTime(checking: raw.modified_seconds, raw.modified_nanoseconds)
    changed = FileTime(checking: raw.changed_seconds, raw.changed_nanoseconds)
    // Some file systems of the kernel's own fill in what is no time.
    born =
      (0..<1_000_000_000).contains(raw.born_nanoseconds)
      ? FileTime(checking: raw.born_seconds, raw.born_nanoseconds) : nil
  }

  /// Looks at a path; a symbolic link at its end is followed only where asked.
  public init(of path: FilePath, followingLink: Bool = false) throws(SystemError) {
    var raw = versions_status()
    try systemCall(.stat, path) {
      path.withCString { versions_status_of_path($0, followingLink ? 1 : 0, &raw) }
    }
    self.init(raw)
  }

  /// Looks at an entry of an open folder.
  init(of name: [UInt8], in folder: Int32, at path: FilePath) throws(SystemError) {
    var raw = versions_status()
    try systemCall(.stat, path.appending(name)) {
      (name + [0]).withUnsafeBytes {
        versions_status_of_entry(folder, $0.bindMemory(to: CChar.self).baseAddress, &raw)
      }
    }
    self.init(raw)
  }

  /// Looks at a path; nil when nothing is there.
  public static func find(
    _ path: FilePath, followingLink: Bool = false
  ) throws(SystemError) -> FileStatus? {
    do {
      return try FileStatus(of: path, followingLink: followingLink)
    } catch {
      if error.code == .noSuchFile || error.code == .notAFolder { return nil }
      throw error
    }
  }

  /// Whether the two are the same file in the same state, as far as anything but reading tells.
  public func isSameState(as other: FileStatus) -> Bool {
    inode == other.inode && device == other.device && size == other.size
      && modified == other.modified && changed == other.changed
  }
}

/// A moment on a file system: seconds since 1970 and nanoseconds within the second.
public struct FileTime: Hashable, Sendable, Comparable {
  /// Seconds since 1970 in UTC; may be negative.
  public var seconds: Int64
  /// 0 to 999,999,999.
  public var nanoseconds: Int32

  /// Makes a moment.
  public init(seconds: Int64, nanoseconds: Int32 = 0) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  /// Makes a moment of what the system says, which is not always one.
  init(checking seconds: Int64, _ nanoseconds: Int64) {
    self.init(
      seconds: seconds, nanoseconds: Int32(min(max(nanoseconds, 0), 999_999_999)))
  }

  /// The clock of the system.
  public static var now: FileTime {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return FileTime(seconds: Int64(time.tv_sec), nanoseconds: Int32(time.tv_nsec))
  }

  /// Earlier.
  public static func < (a: FileTime, b: FileTime) -> Bool {
    (a.seconds, a.nanoseconds) < (b.seconds, b.nanoseconds)
  }
}
