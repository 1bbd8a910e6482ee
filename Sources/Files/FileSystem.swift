import CSystem

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Changes to the names of files.
public enum FileSystem {
  /// Renames; what stood at the new path is replaced in one step.
  public static func rename(_ from: FilePath, to: FilePath) throws(SystemError) {
    try systemCall(.rename, to) {
      from.withCString { old in
        to.withCString { new in
          #if canImport(Glibc)
            Glibc.rename(old, new)
          #else
            Darwin.rename(old, new)
          #endif
        }
      }
    }
  }

  /// Renames only where nothing stands at the new path; else fails with `.fileExists`.
  public static func renameExclusively(_ from: FilePath, to: FilePath) throws(SystemError) {
    try systemCall(.rename, to) {
      from.withCString { old in to.withCString { versions_rename_exclusively(old, $0) } }
    }
  }

  /// Lets two paths change places in one step; `.invalid` where the file system cannot.
  public static func exchange(_ a: FilePath, _ b: FilePath) throws(SystemError) {
    try systemCall(.rename, b) {
      a.withCString { first in b.withCString { versions_exchange(first, $0) } }
    }
  }

  /// Removes a file or a link.
  public static func remove(_ path: FilePath) throws(SystemError) {
    try systemCall(.unlink, path) { path.withCString { unlink($0) } }
  }

  /// Removes a file or a folder with all that is in it; links are removed, never followed.
  public static func removeAll(_ path: FilePath) throws(SystemError) {
    guard let status = try FileStatus.find(path) else { return }
    guard status.kind == .folder else { return try remove(path) }
    // A folder that may not be written keeps what is in it.
    if status.permissions & 0o700 != 0o700 { try? setPermissions(path, 0o700) }
    for entry in try Folder.entries(of: path) {
      try removeAll(path.appending(entry.name))
    }
    try Folder.remove(path)
  }

  /// Makes a second name for a file.
  public static func link(_ existing: FilePath, to new: FilePath) throws(SystemError) {
    try systemCall(.link, new) {
      existing.withCString { old in
        new.withCString { target in
          #if canImport(Glibc)
            Glibc.link(old, target)
          #else
            Darwin.link(old, target)
          #endif
        }
      }
    }
  }

  /// Makes a symbolic link that holds these bytes.
  public static func makeLink(_ path: FilePath, to target: [UInt8]) throws(SystemError) {
    try systemCall(.symlink, path) {
      FilePath(target).withCString { text in path.withCString { symlink(text, $0) } }
    }
  }

  /// The bytes a symbolic link holds.
  public static func readLink(_ path: FilePath) throws(SystemError) -> [UInt8] {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = try systemCall(.readlink, path) {
      path.withCString { readlink($0, &buffer, buffer.count) }
    }
    return buffer[..<count].map(UInt8.init(bitPattern:))
  }

  /// The path with every link resolved; all of it must exist.
  public static func resolved(_ path: FilePath) throws(SystemError) -> FilePath {
    var resolved: UnsafeMutablePointer<CChar>?
    try systemCall(.realpath, path) {
      resolved = path.withCString { realpath($0, nil) }
      return resolved == nil ? -1 : 0
    }
    guard let resolved else { return path }
    defer { free(resolved) }
    return FilePath(
      Array(
        UnsafeRawBufferPointer(start: UnsafeRawPointer(resolved), count: strlen(resolved))))
  }

  /// The folder the process works in.
  public static func currentFolder() throws(SystemError) -> FilePath {
    var pointer: UnsafeMutablePointer<CChar>?
    try systemCall(.getcwd, nil) {
      pointer = getcwd(nil, 0)
      return pointer == nil ? -1 : 0
    }
    guard let pointer else { return "." }
    defer { free(pointer) }
    return FilePath(
      Array(UnsafeRawBufferPointer(start: UnsafeRawPointer(pointer), count: strlen(pointer))))
  }

  /// Sets the permissions of a path.
  public static func setPermissions(
    _ path: FilePath, _ permissions: UInt32
  ) throws(SystemError) {
    try systemCall(.chmod, path) { path.withCString { chmod($0, mode_t(permissions)) } }
  }
}
