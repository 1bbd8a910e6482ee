import Files
import VersionStore

/// What a watcher tells.
public enum WatchEvent: Sendable {
  /// From now on nothing is missed; what changed before is being saved.
  case started(folders: Int, documents: Int, changed: Int)
  /// All that had changed before the start is saved.
  case caughtUp(documents: Int)
  /// A document was saved, renamed or deleted, or could not be saved.
  case outcome(AutosaveOutcome)
  /// The library's folder was renamed, and is watched on.
  case moved(from: FilePath, to: FilePath)
  /// Something that a person should know, though watching goes on.
  case trouble(WatchTrouble)
}
