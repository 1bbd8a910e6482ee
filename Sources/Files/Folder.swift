#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Reading, making and syncing folders.
public enum Folder {
  /// One entry of a folder.
  public struct Entry: Sendable {
    /// The name's bytes.
    public let name: [UInt8]
    /// What it is, where the folder itself tells; nil asks for a look at the path.
    public let kind: FileStatus.Kind?
    /// What the file system tells of a file, where that was asked for and could be told.
    public fileprivate(set) var status: FileStatus?
  }

  /// The entries of a folder without `.` and `..`, in the order of their bytes.
  /// - Parameter lookingAtFiles: Whether files are looked at, too, which is faster here than by their
  ///   paths.
  public static func entries(
    of path: FilePath, lookingAtFiles: Bool = false
  ) throws(SystemError) -> [Entry] {
    #if canImport(Glibc)
      var opened: OpaquePointer?
    #else
      var opened: UnsafeMutablePointer<DIR>?
    #endif
    try systemCall(.opendir, path) {
      opened = path.withCString { opendir($0) }
      return opened == nil ? -1 : 0
    }
    guard let stream = opened else { return [] }
    defer { closedir(stream) }
    var entries: [Entry] = []
    while true {
      var entry: UnsafeMutablePointer<dirent>?
      try systemCall(.readdir, path) {
        errno = 0
        entry = readdir(stream)
        return entry == nil && errno != 0 ? -1 : 0
      }
      guard let entry else { break }
      guard let offset = MemoryLayout<dirent>.offset(of: \dirent.d_name) else { break }
      let start = UnsafeRawPointer(entry).advanced(by: offset)
        .assumingMemoryBound(to: UInt8.self)
      let name = Array(
        UnsafeBufferPointer(
          start: start, count: strlen(UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self)))
      )
      if name == [dot] || name == [dot, dot] { continue }
      entries.append(Entry(name: name, kind: kind(Int32(entry.pointee.d_type))))
    }
    entries.sort { $0.name.lexicographicallyPrecedes($1.name) }
    if lookingAtFiles {
      for index in entries.indices where entries[index].kind == .file {
        entries[index].status = try? FileStatus(
          of: entries[index].name, in: dirfd(stream), at: path)
      }
    }
    return entries
  }

  /// Makes one folder.
  /// - Returns: False when something was there already.
  @discardableResult
  public static func make(
    _ path: FilePath, permissions: UInt32 = 0o777
  ) throws(SystemError) -> Bool {
    do {
      try systemCall(.mkdir, path) { path.withCString { mkdir($0, mode_t(permissions)) } }
      return true
    } catch {
      if error.code == .fileExists { return false }
      throw error
    }
  }

  /// Makes a folder and those above it that are missing, and syncs the ones that got an entry.
  public static func makeAll(
    _ path: FilePath, permissions: UInt32 = 0o777
  ) throws(SystemError) {
    if let status = try FileStatus.find(path, followingLink: true) {
      if status.kind == .folder { return }
      throw SystemError(.mkdir, path, .notAFolder)
    }
    let parent = path.parent
    if parent != path { try makeAll(parent, permissions: permissions) }
    try make(path, permissions: permissions)
    try synchronise(parent)
  }

  /// Removes an empty folder.
  public static func remove(_ path: FilePath) throws(SystemError) {
    try systemCall(.rmdir, path) { path.withCString { rmdir($0) } }
  }

  /// Waits until the folder's entries are on the disk.
  public static func synchronise(_ path: FilePath) throws(SystemError) {
    let folder = try File(path, [.read, .folder])
    do {
      try folder.synchronise()
    } catch {
      // Some file systems cannot sync a folder, and keep its entries safe in other ways.
      if error.code != .invalid && error.code != .notSupported { throw error }
    }
  }

  private static func kind(_ type: Int32) -> FileStatus.Kind? {
    switch type {
    case 8: .file
    case 4: .folder
    case 10: .link
    case 1: .pipe
    case 12: .socket
    case 2, 6: .device
    default: nil
    }
  }
}

private let dot = UInt8(ascii: ".")
