import Files
import Git

/// The files of a store that are no objects yet, or no longer, and how much all of it takes.
struct StoreFiles {
  let store: FilePath

  /// Bytes in the files of all objects.
  func objectBytes() throws(StoreError) -> Int64 {
    var sum: Int64 = 0
    try forEach { sum += $0.status.size }
    return sum
  }

  /// Removes what writers left that were killed: files that no object is made of yet.
  /// - Parameter age: Only those that nobody touched for so many seconds.
  func removeTemporary(olderThan age: Int64) throws(StoreError) {
    var found: [FilePath] = []
    let now = FileTime.now.seconds
    try forEach { entry in
      let name = entry.path.lastComponent
      let isTemporary = ["tmp_", ".tmp-"].contains { name.starts(with: $0.utf8) }
      if isTemporary, now - entry.status.modified.seconds >= age { found.append(entry.path) }
    }
    for path in found { try? FileSystem.remove(path) }
  }

  /// Files of objects that were moved aside because they were damaged, `objects/damaged-<name>`.
  func damaged() throws(StoreError) -> [FilePath] {
    try entries(of: objects).filter { $0.starts(with: "damaged-".utf8) }
      .map { objects.appending($0) }
  }

  private var objects: FilePath { store.appending("objects") }

  private func entries(of folder: FilePath) throws(StoreError) -> [[UInt8]] {
    try onDisk { () throws(SystemError) in
      do throws(SystemError) {
        return try Folder.entries(of: folder).map(\.name)
      } catch {
        // Git removes folders that became empty.
        guard error.code == .noSuchFile || error.code == .notAFolder else { throw error }
        return []
      }
    }
  }

  private func forEach(
    _ body: ((path: FilePath, status: FileStatus)) -> Void
  ) throws(StoreError) {
    for name in try entries(of: objects) {
      let path = objects.appending(name)
      guard let status = try? FileStatus.find(path) else { continue }
      if status.kind == .file { body((path, status)) }
      guard status.kind == .folder else { continue }
      for name in try entries(of: path) {
        let path = path.appending(name)
        // What vanished meanwhile takes nothing.
        if let status = try? FileStatus.find(path), status.kind == .file { body((path, status)) }
      }
    }
  }
}
