/// The permissions a document had: of its file or folder, and of the files of a package.
struct RecordedPermissions {
  /// Of the file, or of the folder that is a package; nil where they are not known.
  var document: UInt32?
  /// What all files of a package have in common; nil for other documents.
  var parts: UInt32?

  /// None are known.
  init() {}

  /// Those that a version recorded.
  init(_ version: Version) {
    document = version.permissions
    parts = version.partPermissions
  }

  /// Those of what is on disk.
  init(_ snapshot: Snapshot) {
    document = snapshot.status.permissions
    parts = snapshot.partPermissions
  }
}
