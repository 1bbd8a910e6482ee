import Files
import Git

/// The previews of documents that an application made, kept in the store so that listing documents
/// does not read them.
///
/// It is a cache: what is damaged, or cannot be kept, is made again, and that is never an error. One
/// file for each document and maker in `versions/previews`, which is not written where the store is
/// another person's. A preview is found only as long as the file system says that the file is the one
/// it was made of, and is not kept while the file might change without that being seen.
public struct PreviewCache {
  private let library: Library
  private let folder: FilePath
  private let limit: Int64

  /// What was kept of a document.
  public struct Kept: Sendable, Equatable {
    /// The preview; nil for a document that has none.
    public let bytes: [UInt8]?
  }

  /// The cache of a library.
  /// - Parameter limit: Bytes of all previews; the oldest go when they are more.
  public init(_ library: Library, limit: Int64 = 64 << 20) {
    self.library = library
    self.limit = limit
    folder = library.store.appending(PreviewCache.name)
  }

  /// Where it is in a store.
  static let name = "versions/previews"

  /// Bytes above which a preview is not kept.
  static let largest = 1 << 20

  /// Finds the preview of a document.
  /// - Parameters:
  ///   - maker: What makes it, such as a program's name and version with a type; another one's is
  ///     not found.
  ///   - mark: The document's file as it is now.
  public func find(_ path: DocumentPath, maker: String, mark: FileMark) -> Kept? {
    guard let file = try? File(place(of: path, maker)),
      let bytes = try? file.readToEnd(expecting: 4096, limit: PreviewCache.largest + 4096)
    else { return nil }
    let head = PreviewCache.head(mark)
    guard bytes.starts(with: head),
      let end = bytes[head.count...].firstIndex(of: UInt8(ascii: "\n"))
    else { return nil }
    let sum = bytes[head.count..<end]
    let data = Array(bytes[(end + 1)...])
    if sum.elementsEqual(PreviewCache.none), data.isEmpty { return Kept(bytes: nil) }
    guard sum.elementsEqual(ObjectID.digest(of: data).hexBytes) else { return nil }
    return Kept(bytes: data)
  }

  /// Keeps the preview of a document.
  /// - Parameters:
  ///   - mark: The document's file as it was before it was read.
  ///   - now: The time at which it was read, or later.
  public func keep(
    _ preview: [UInt8]?, of path: DocumentPath, maker: String, mark: FileMark,
    now: FileTime = .now
  ) {
    guard preview?.count ?? 0 <= PreviewCache.largest, !mark.isRacy(takenAt: now),
      (try? library.requireWritable()) != nil
    else { return }
    let bytes =
      PreviewCache.head(mark)
      + (preview.map { ObjectID.digest(of: $0).hexBytes } ?? PreviewCache.none)
      + [UInt8(ascii: "\n")] + (preview ?? [])
    let target = place(of: path, maker)
    let draft = folder.appending("new-\(UUID())")
    do throws(SystemError) {
      try Folder.makeAll(folder, permissions: 0o700)
      // Not synced: what a power cut leaves of it fits no sum.
      try File(draft, [.write, .createNew], permissions: 0o600).write(bytes)
      try FileSystem.rename(draft, to: target)
    } catch {
      try? FileSystem.remove(draft)
    }
  }

  /// Lets the oldest previews go where they are too many; to be called when some were kept.
  public func tidy() {
    var files: [(path: FilePath, status: FileStatus)] = []
    for entry in (try? Folder.entries(of: folder)) ?? [] {
      let path = folder.appending(entry.name)
      if let status = try? FileStatus.find(path) { files.append((path, status)) }
    }
    var size = files.reduce(0) { $0 + $1.status.size }
    guard size > limit else { return }
    for file in files.sorted(by: { $0.status.modified < $1.status.modified }) {
      // Some more than need be, so that this is not done each time.
      if size <= limit / 4 * 3 { return }
      size -= file.status.size
      try? FileSystem.remove(file.path)
    }
  }

  /// Removes all previews of a library: they show what a document held.
  static func removeAll(in library: Library) throws(StoreError) {
    let folder = library.store.appending(name)
    try onDisk { () throws(SystemError) in
      if try FileStatus.find(folder) != nil { try FileSystem.removeAll(folder) }
    }
  }

  private static let none = Array("none".utf8)

  private static func head(_ mark: FileMark) -> [UInt8] {
    let (modified, changed) = (mark.modified, mark.changed)
    return Array(
      """
      preview 1 \(mark.inode) \(mark.size) \(modified.seconds).\(modified.nanoseconds) \
      \(changed.seconds).\(changed.nanoseconds)

      """.utf8)
  }

  private func place(of path: DocumentPath, _ maker: String) -> FilePath {
    folder.appending(ObjectID.digest(of: Array(maker.utf8) + [0] + path.bytes).hex)
  }
}
