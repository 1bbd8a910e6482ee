import CSystem

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// An error number of the operating system.
public struct Errno: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The number.
  public let rawValue: Int32

  /// Makes an error of its number.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// The calling thread's `errno`.
  public static var current: Errno { Errno(rawValue: versions_errno()) }

  /// The system's sentence for it, such as "No space left on device".
  public var description: String { String(cString: strerror(rawValue)) }

  /// ENOENT: nothing has this path.
  public static let noSuchFile = Errno(rawValue: ENOENT)
  /// EEXIST: something has this path already.
  public static let fileExists = Errno(rawValue: EEXIST)
  /// ENOTDIR: a component of the path is not a folder.
  public static let notAFolder = Errno(rawValue: ENOTDIR)
  /// EISDIR: a folder where a file was expected.
  public static let isAFolder = Errno(rawValue: EISDIR)
  /// ENOTEMPTY: the folder still holds something.
  public static let folderNotEmpty = Errno(rawValue: ENOTEMPTY)
  /// EACCES: the permissions forbid it.
  public static let permissionDenied = Errno(rawValue: EACCES)
  /// EPERM: only the owner, or root, may do it.
  public static let notPermitted = Errno(rawValue: EPERM)
  /// EROFS: the file system is mounted read-only.
  public static let readOnlyFileSystem = Errno(rawValue: EROFS)
  /// ENOSPC: the disk is full.
  public static let noSpace = Errno(rawValue: ENOSPC)
  /// EDQUOT: the person's share of the disk is used up.
  public static let quotaExceeded = Errno(rawValue: EDQUOT)
  /// EIO: the device failed.
  public static let inputOutput = Errno(rawValue: EIO)
  /// EINTR: a signal came between.
  public static let interrupted = Errno(rawValue: EINTR)
  /// EWOULDBLOCK: somebody else holds the lock.
  public static let wouldBlock = Errno(rawValue: EWOULDBLOCK)
  /// ELOOP: too many symbolic links, or a link where none may be followed.
  public static let linkLoop = Errno(rawValue: ELOOP)
  /// EXDEV: the two paths are on different file systems.
  public static let crossDevice = Errno(rawValue: EXDEV)
  /// ENAMETOOLONG: a name is longer than the file system allows.
  public static let nameTooLong = Errno(rawValue: ENAMETOOLONG)
  /// ENOTSUP: the file system does not know this.
  public static let notSupported = Errno(rawValue: ENOTSUP)
  /// EINVAL: an argument makes no sense to the system.
  public static let invalid = Errno(rawValue: EINVAL)
  /// ENXIO: a pipe nobody reads, a socket, or a device that is not there.
  public static let noSuchDevice = Errno(rawValue: ENXIO)
  /// EMFILE: the process, or the user, has as many open as may be.
  public static let tooManyOpen = Errno(rawValue: EMFILE)
  /// ECONNREFUSED: nobody listens on the socket.
  public static let refused = Errno(rawValue: ECONNREFUSED)
  /// ECONNABORTED: who connected to the socket is gone again.
  public static let connectionAborted = Errno(rawValue: ECONNABORTED)
  /// ETXTBSY: the file is a program that is running.
  public static let textBusy = Errno(rawValue: ETXTBSY)
}

/// A system call that failed: which one, on which path, and why.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The call.
  public var operation: SystemOperation
  /// The path it was about, where there is one.
  public var path: FilePath?
  /// Why it failed.
  public var code: Errno

  /// Makes an error.
  public init(_ operation: SystemOperation, _ path: FilePath?, _ code: Errno) {
    self.operation = operation
    self.path = path
    self.code = code
  }

  /// For a log: `open /a/b: Permission denied`.
  public var description: String {
    "\(operation.rawValue) \(path?.description ?? ""): \(code)"
  }
}

/// The system calls of this room, by the name their manual pages have.
public enum SystemOperation: String, Hashable, Sendable, CaseIterable {
  case open, close, read, write, stat, fsync, rename, link, unlink, mkdir, rmdir, chmod, chown
  case utimens, flock, opendir, readdir, readlink, symlink, mmap, truncate, getxattr, setxattr
  case getcwd, spawn, realpath, syncfs, watch, bind, connect, accept
}

/// A seam for tests: makes chosen system calls fail, or watches which are made.
///
///     try SystemFaults.$current.withValue(SystemFaults { call, path in
///       call == .fsync ? .noSpace : nil
///     }) { … }
public struct SystemFaults: Sendable {
  /// The error a call is to fail with; nil lets it through.
  public let decide: @Sendable (SystemOperation, FilePath?) -> Errno?

  /// The faults of the running task.
  @TaskLocal public static var current: SystemFaults?

  /// Makes faults of a decision.
  public init(_ decide: @escaping @Sendable (SystemOperation, FilePath?) -> Errno?) {
    self.decide = decide
  }
}

/// Makes a system call that gives -1 on failure, again where a signal interrupted it.
@discardableResult
func systemCall<Value: FixedWidthInteger & SignedInteger>(
  _ operation: SystemOperation, _ path: FilePath?, _ body: () -> Value
) throws(SystemError) -> Value {
  if let faults = SystemFaults.current, let code = faults.decide(operation, path) {
    throw SystemError(operation, path, code)
  }
  while true {
    let result = body()
    if result != -1 { return result }
    let code = Errno.current
    if code != .interrupted { throw SystemError(operation, path, code) }
  }
}
