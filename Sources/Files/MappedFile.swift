#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file's bytes as memory, read as they are touched; for files that are replaced, never changed.
public struct MappedFile: ~Copyable {
  private let start: UnsafeMutableRawPointer?
  /// Bytes in the file when it was mapped.
  public let count: Int
  /// The file's facts when it was mapped.
  public let status: FileStatus

  /// Maps a file.
  public init(_ path: FilePath) throws(SystemError) {
    let file = try File(path)
    let status = try file.status()
    let count = Int(status.size)
    var mapped: UnsafeMutableRawPointer?
    if count > 0 {
      let descriptor = file.descriptor
      try systemCall(.mmap, path) {
        mapped = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0)
        return mapped == MAP_FAILED ? -1 : 0
      }
    }
    self.status = status
    self.count = count
    self.start = mapped
  }

  deinit {
    if let start { munmap(start, count) }
  }

  /// Gives the bytes to a function, only valid inside it.
  public borrowing func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(start: start, count: count))
  }
}
