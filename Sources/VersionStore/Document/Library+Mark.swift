import Files

/// A moment in the life of a library, so that it can tell later which documents got versions since.
public struct LibraryMark: Sendable, Equatable {
  /// The record of places that was read.
  public let record: UInt64
  /// Its size then, in bytes.
  public let size: Int64

  /// Makes a mark of what an earlier one held.
  public init(record: UInt64, size: Int64) {
    self.record = record
    self.size = size
  }
}

extension Library {
  /// The present moment.
  public func mark() throws(StoreError) -> LibraryMark {
    let path = Places(self).path
    let status = try onDisk { () throws(SystemError) in try FileStatus.find(path) }
    // A library that came from elsewhere has no record yet.
    return LibraryMark(record: status?.inode ?? 0, size: status?.size ?? 0)
  }

  /// Where the documents are that got versions since a moment.
  /// - Returns: Nil where that cannot be told any more.
  public func paths(savedSince mark: LibraryMark) throws(StoreError) -> [DocumentPath]? {
    let path = Places(self).path
    let found = try onDisk { () throws(SystemError) in try FileStatus.find(path) }
    guard let status = found else { return mark.record == 0 ? [] : nil }
    guard mark.record == 0 || status.inode == mark.record, status.size >= mark.size else {
      return nil
    }
    if status.size == mark.size { return [] }
    let bytes = try onDisk { () throws(SystemError) in
      try File(path).readToEnd(expecting: Int(status.size))
    }
    let new = bytes[min(Int(mark.size), bytes.count)...]
    let ids = new.split(separator: UInt8(ascii: "\n")).compactMap { UUID($0.prefix(36)) }
    var paths: [DocumentPath] = []
    for id in Set(ids) {
      if let head = try head(of: id) { paths.append(head.path) }
    }
    return paths
  }
}
