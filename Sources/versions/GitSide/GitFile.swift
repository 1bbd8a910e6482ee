import Files
import VersionStore

/// A file that git hands over, mostly a temporary one.
enum GitFile {
  /// Reads a file whole.
  static func read(_ path: FilePath) throws(CommandFailure) -> [UInt8] {
    do throws(SystemError) {
      let file = try File(path, [.read, .nonBlocking])
      guard try file.status().kind == .file else {
        throw SystemError(.read, path, .invalid)
      }
      return try file.readToEnd(expecting: Int(file.status().size))
    } catch {
      throw CommandFailure(
        error.code == .permissionDenied ? .permission : .system,
        "cannot read \(VisibleText.quoted(path.bytes)): \(error.code)")
    }
  }
}
