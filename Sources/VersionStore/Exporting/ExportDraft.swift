import Files

/// The folder in which an export is made, beside its target and hidden from libraries; what is still
/// in it goes with the value.
final class ExportDraft {
  /// The folder.
  let folder: FilePath
  private let lock: File

  /// Makes an empty one, and removes those of exports that were killed.
  init(
    _ library: Library, beside target: FilePath, permissions: UInt32 = 0o777
  ) throws(StoreError) {
    ExportDraft.removeLeftovers(in: target.parent, library.surroundings.now())
    folder = target.parent.appending(ExportDraft.prefix + UUID().bytes)
    do throws(SystemError) {
      try Folder.make(folder, permissions: permissions)
      lock = try File(folder, [.read, .folder])
      _ = try lock.lock(waiting: false)
    } catch {
      throw StoreError(error)
    }
  }

  deinit { try? FileSystem.removeAll(folder) }

  private static let prefix = Array(".versions-export-".utf8)

  private static func removeLeftovers(in folder: FilePath, _ now: FileTime) {
    for entry in (try? Folder.entries(of: folder)) ?? []
    where entry.name.starts(with: prefix) && UUID(entry.name.dropFirst(prefix.count)) != nil {
      let path = folder.appending(entry.name)
      // One that is being made has its lock in a moment.
      guard let file = try? File(path, [.read, .folder, .noFollow]),
        let status = try? file.status(), now.seconds - status.changed.seconds >= 60,
        (try? file.lock(waiting: false)) ?? false
      else { continue }
      try? FileSystem.removeAll(path)
    }
  }
}
