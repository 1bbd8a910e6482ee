import CSystem

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// An open file or folder; closed when the value goes.
public struct File: ~Copyable, Sendable {
  /// How a file is opened.
  public struct Mode: OptionSet, Sendable {
    /// The flags of `open`.
    public let rawValue: Int32
    /// Makes a mode of flags.
    public init(rawValue: Int32) { self.rawValue = rawValue }
    /// For reading.
    public static let read = Mode(rawValue: O_RDONLY)
    /// For writing.
    public static let write = Mode(rawValue: O_WRONLY)
    /// For both.
    public static let readWrite = Mode(rawValue: O_RDWR)
    /// Made when it is not there.
    public static let create = Mode(rawValue: O_CREAT)
    /// Made, and an error when it is there.
    public static let createNew = Mode(rawValue: O_CREAT | O_EXCL)
    /// Emptied.
    public static let truncate = Mode(rawValue: O_TRUNC)
    /// Each write goes to the end.
    public static let append = Mode(rawValue: O_APPEND)
    /// A link at the end of the path is an error.
    public static let noFollow = Mode(rawValue: O_NOFOLLOW)
    /// A pipe without a writer does not wait.
    public static let nonBlocking = Mode(rawValue: O_NONBLOCK)
    /// Only a folder.
    public static let folder = Mode(rawValue: O_DIRECTORY)
  }

  /// The number of the open file.
  public let descriptor: Int32
  /// The path it was opened by.
  public let path: FilePath

  /// Opens a file.
  /// - Parameters:
  ///   - path: Where it is.
  ///   - mode: How it is opened; it is always closed on exec.
  ///   - permissions: Those of a file made by opening, less the process's mask.
  public init(
    _ path: FilePath, _ mode: Mode = .read, permissions: UInt32 = 0o666
  ) throws(SystemError) {
    self.path = path
    self.descriptor = try systemCall(.open, path) {
      path.withCString { versions_open($0, mode.rawValue | O_CLOEXEC, mode_t(permissions)) }
    }
  }

  /// Takes over what a system call opened that has no path.
  init(adopting descriptor: Int32) {
    path = ""
    self.descriptor = descriptor
  }

  deinit {
    _ = close(descriptor)
  }

  /// The file's facts.
  public func status() throws(SystemError) -> FileStatus {
    var raw = versions_status()
    try systemCall(.stat, path) { versions_status_of_file(descriptor, &raw) }
    return FileStatus(raw)
  }

  /// Where the file or folder is by now, nil where it was removed or the system does not tell.
  public var presentPath: FilePath? {
    #if os(Linux)
      guard let bytes = try? FileSystem.readLink(FilePath("/proc/self/fd/\(descriptor)")) else {
        return nil
      }
      let path = FilePath(bytes)
      return isAt(path) ? path : nil
    #else
      return nil
    #endif
  }

  /// Whether this is what stands at the path that it was opened by.
  public var isAtItsPath: Bool { isAt(path) }

  private func isAt(_ path: FilePath) -> Bool {
    guard let here = try? status(), let there = try? FileStatus.find(path) else { return false }
    return there.inode == here.inode && there.device == here.device
  }

  /// Whether anybody has the file open for writing, this one being open for reading; false also where
  /// the system does not tell: on file systems of other machines, and of others' files.
  public var isOpenForWriting: Bool { versions_is_open_for_writing(descriptor) == 1 }

  /// The kind of file system that the file is on.
  public var fileSystem: FileSystemKind {
    FileSystemKind(rawValue: versions_file_system_type(descriptor))
  }

  /// Reads the file from where it stands to its end.
  /// - Parameters:
  ///   - expected: A guess of its size in bytes, which saves copying when it is right.
  ///   - limit: Reading stops beyond so many bytes: another program may write as fast as they
  ///     are read.
  public func readToEnd(
    expecting expected: Int = 0, limit: Int = .max
  ) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    var bytes = [UInt8](unsafeUninitializedCapacity: max(expected, 0) + 1) { buffer, count in
      // One byte more than expected, so that the end is seen without another allocation.
      while count < buffer.count {
        do throws(SystemError) {
          let got = try read(into: UnsafeMutableRawBufferPointer(rebasing: raw(buffer)[count...]))
          if got == 0 { break }
          count += got
        } catch {
          failure = error
          break
        }
      }
    }
    if let failure { throw failure }
    if bytes.count <= max(expected, 0) { return bytes }
    // It is longer than expected: go on in growing pieces.
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= limit {
      let got = try piece.withMutableRawBytes { (buffer) throws(SystemError) in
        try read(into: buffer)
      }
      if got == 0 { break }
      bytes.append(contentsOf: piece[..<got])
    }
    return bytes
  }

  /// Reads at most as many bytes as the buffer holds; 0 at the end.
  public func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    try systemCall(.read, path) {
      #if canImport(Glibc)
        Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      #else
        Darwin.read(descriptor, buffer.baseAddress, buffer.count)
      #endif
    }
  }

  /// Reads the next bytes; none at the end.
  public func read(atMost count: Int) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      do throws(SystemError) {
        filled = try read(into: UnsafeMutableRawBufferPointer(buffer))
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Writes all bytes.
  public func write(_ bytes: [UInt8]) throws(SystemError) {
    try bytes.withRawBytes { (buffer) throws(SystemError) in try write(buffer) }
  }

  /// Writes all bytes.
  public func write(_ buffer: UnsafeRawBufferPointer) throws(SystemError) {
    var rest = buffer
    while !rest.isEmpty {
      let count = try systemCall(.write, path) {
        #if canImport(Glibc)
          Glibc.write(descriptor, rest.baseAddress, min(rest.count, 1 << 30))
        #else
          Darwin.write(descriptor, rest.baseAddress, min(rest.count, 1 << 30))
        #endif
      }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }

  /// Goes back to the beginning.
  public func rewind() {
    _ = lseek(descriptor, 0, SEEK_SET)
  }

  /// Cuts or extends the file to a length.
  public func truncate(to length: Int64) throws(SystemError) {
    try systemCall(.truncate, path) { ftruncate(descriptor, off_t(length)) }
  }

  /// Makes sure that there is room for a length, so that writing up to it cannot fill the disk;
  /// file systems that cannot tell are believed.
  public func reserve(_ length: Int64) throws(SystemError) {
    #if os(Linux)
      if length == 0 { return }
      let code = posix_fallocate(descriptor, 0, off_t(length))
      if code == ENOSPC || code == EDQUOT || code == EFBIG {
        throw SystemError(.truncate, path, Errno(rawValue: code))
      }
    #endif
  }

  /// Waits until all that was written is on the disk.
  public func synchronise() throws(SystemError) {
    do throws(SystemError) {
      try systemCall(.fsync, path) { fsync(descriptor) }
    } catch {
      // Linux then takes its pages for clean (fsync(2), "Notes" of EIO): who reads them next, and
      // perhaps relies on them, is to see what is on the disk.
      versions_forget_pages(descriptor)
      throw error
    }
  }

  /// Waits until all that was written to the file system that holds it is on the disk, whichever
  /// files: for a thousand small ones that is one wait, not a thousand (syncfs(2)).
  ///
  /// Errors of writing are told since the file was opened, so it is opened before the others are
  /// written.
  /// - Returns: False where the system has no such call, and nothing was done.
  public func synchroniseFileSystem() throws(SystemError) -> Bool {
    do throws(SystemError) {
      try systemCall(.syncfs, path) { versions_sync_file_system(descriptor) }
      return true
    } catch {
      guard error.code.rawValue == ENOSYS else { throw error }
      return false
    }
  }

  /// Begins writing to the disk without waiting, so that several files go in one sweep.
  public func startWriteback() {
    versions_start_writeback(descriptor)
  }

  /// Sets the permission bits.
  public func setPermissions(_ permissions: UInt32) throws(SystemError) {
    try systemCall(.chmod, path) { fchmod(descriptor, mode_t(permissions)) }
  }

  /// Sets owner and group.
  public func setOwner(_ owner: UInt32, group: UInt32) throws(SystemError) {
    try systemCall(.chown, path) { fchown(descriptor, owner, group) }
  }

  /// Sets the time of modification.
  public func setModified(_ time: FileTime) throws(SystemError) {
    let times = [
      timespec(tv_sec: 0, tv_nsec: versions_utime_omit()),
      timespec(tv_sec: Int(time.seconds), tv_nsec: Int(time.nanoseconds)),
    ]
    try systemCall(.utimens, path) { futimens(descriptor, times) }
  }

  /// Takes the lock that only one open file at a time can have, or several that share it; it goes
  /// when the file is closed.
  /// - Returns: False when another holds it and `waiting` is false.
  public func lock(waiting: Bool, shared: Bool = false) throws(SystemError) -> Bool {
    do {
      try systemCall(.flock, path) {
        shared
          ? versions_share_file_lock(descriptor, waiting ? 1 : 0)
          : versions_lock_file(descriptor, waiting ? 1 : 0)
      }
      return true
    } catch {
      if error.code == .wouldBlock { return false }
      throw error
    }
  }
}

private func raw(_ buffer: UnsafeMutableBufferPointer<UInt8>) -> UnsafeMutableRawBufferPointer {
  UnsafeMutableRawBufferPointer(buffer)
}
