import Files

/// The note that a folder is on its way to another library, so that the same command, given again
/// after a stop, goes to the same place and not into what is there already.
///
/// The file `versions/moving` has the folder, the other library's store and the new path, each ended
/// by a NUL; it is there only until every document has arrived.
struct FolderMoveNote {
  private let path: FilePath

  init(_ library: Library) {
    path = library.store.appending("versions/moving")
  }

  /// Where the folder is on its way to in a library, nil where it is not.
  func target(of old: DocumentPath, in other: Library) -> DocumentPath? {
    guard let text = try? File(path).readToEnd(limit: 1 << 16) else { return nil }
    let fields = text.split(separator: 0, omittingEmptySubsequences: false).map(Array.init)
    guard fields.count == 4, fields[0] == old.bytes, fields[1] == other.store.bytes else {
      return nil
    }
    return DocumentPath(fields[2])
  }

  /// Notes it.
  func set(_ old: DocumentPath, to new: DocumentPath, in other: Library) throws(StoreError) {
    try onDisk { () throws(SystemError) in
      try Folder.makeAll(path.parent, permissions: 0o700)
      try OwnFile(path: path).replace(
        with: old.bytes + [0] + other.store.bytes + [0] + new.bytes + [0], .complete)
    }
  }

  /// Removes it.
  func remove() { try? FileSystem.remove(path) }
}
