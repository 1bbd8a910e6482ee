/// What an export is made as.
public enum ExportFormat: String, Sendable, CaseIterable {
  /// A file that git clones and fetches from.
  case bundle
  /// A git repository with one branch, the files under their own names.
  case git
  /// A folder with a file for each version.
  case files
  /// A folder of patches that `git am` and `git apply` take.
  case patches
}

/// What an export holds.
public struct ExportOutcome: Sendable {
  /// How many documents.
  public let documents: Int
  /// How many versions.
  public let versions: Int
  /// Versions that the form has no room for: deletions among files, unchanged ones among patches.
  public let leftOut: Int
}
