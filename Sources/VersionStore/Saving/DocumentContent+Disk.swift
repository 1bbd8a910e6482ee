import Files

extension DocumentContent {
  /// Reads a file, a link or a folder with all that is in it, wherever it is; nil where nothing is.
  /// - Parameter limit: Bytes above which it is refused.
  /// - Throws: `tooBig`, `notADocument`, `changedMeanwhile`.
  public static func read(
    at location: FilePath, limit: Int = Settings.defaultSizeLimit
  ) throws(StoreError) -> DocumentContent? {
    try Snapshot.read(location, isPackage: true, limit: limit)?.content
  }

  /// Writes the content in the place of whatever is there, whole or not at all, synced; without a
  /// version, so only for what is no document.
  public func write(to location: FilePath) throws(StoreError) {
    let existing = try Snapshot.read(location, isPackage: true, limit: .max)
    let permissions = try onDisk { () throws(SystemError) in
      try Folder.makeAll(location.parent)
      return try RecordedPermissions(madeIn: location.parent, self)
    }
    let replacement = try Replacement(
      self, at: location, replacing: existing, options: .init(permissions: permissions, force: true)
    )
    try replacement.publish()
  }
}
