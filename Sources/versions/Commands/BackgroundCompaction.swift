import Files
import VersionStore

/// Starts `versions compact` apart from the command that saves, which never waits for it.
enum BackgroundCompaction {
  /// Starts it where a library has many single files; what keeps it from starting is no failure of
  /// the command that saved.
  /// - Returns: The number of the process, for one that lives on and lets the system forget it.
  @discardableResult
  static func startIfDue(_ library: Library) -> Int32? {
    guard library.isCompactionDue(), let program = try? FileSystem.readLink("/proc/self/exe") else {
      return nil
    }
    let words = ["compact", "--background", "--library"].map { Array($0.utf8) }
    let child = ChildProcess(
      FilePath(program), words + [library.folder.bytes], environment: Terminal.environment(),
      folder: "/")
    return try? child.startDetached()
  }
}
