import Files

/// What a scan found at a path.
public enum ScanFinding: Sendable {
  /// A document, whether it has versions or not.
  case document(FoundDocument)
  /// Something that is no document, and all that is in it.
  case ignored(DocumentPath, isFolder: Bool, IgnoreReason)
  /// A link to something of this library, nil for its folder: another name, no document.
  case otherName(DocumentPath, of: DocumentPath?)
  /// Something that could not be looked at; nil for the library's folder. The scan went on.
  case problem(DocumentPath?, StoreError)
}

/// A document as a scan found it on disk.
public struct FoundDocument: Sendable, Equatable {
  /// What it consists of.
  public enum Kind: Sendable {
    /// One file.
    case file
    /// A folder that is one document.
    case package
    /// A symbolic link that leads out of the library, in a circle or nowhere.
    case link
  }

  /// Where it is.
  public let path: DocumentPath
  /// What it consists of.
  public let kind: Kind
  /// The file system's facts, of the folder or the link itself.
  public let status: FileStatus
}
