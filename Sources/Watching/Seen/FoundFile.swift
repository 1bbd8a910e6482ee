import Files
import VersionStore

/// A document as a look found it on disk; one value for all who hold it, as it is a large one.
final class FoundFile: Equatable, Sendable {
  let status: FileStatus
  /// Of all parts together for a package.
  let mark: FileMark

  init(status: FileStatus, mark: FileMark) {
    self.status = status
    self.mark = mark
  }

  /// Looks at a document.
  /// - Returns: Nil where nothing is, or what cannot be looked at.
  static func find(_ location: FilePath) -> FoundFile? {
    guard let status = try? FileStatus.find(location),
      let mark = try? FileMark(status, of: location)
    else { return nil }
    return FoundFile(status: status, mark: mark)
  }

  static func == (a: FoundFile, b: FoundFile) -> Bool { a.status == b.status && a.mark == b.mark }
}
