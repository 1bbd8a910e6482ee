import Files

/// What can go wrong with a repository, as values to act on.
public enum GitError: Error, Sendable, Equatable {
  /// No such object. The packs are those whose index is there without their content.
  case objectMissing(ObjectID, missingPacks: [String])
  /// An object that is there and cannot be trusted: cut, empty, or of other bytes.
  case objectDamaged(ObjectID, reason: String)
  /// A reference, or the file of packed ones, that cannot be trusted.
  case referenceDamaged(String, reason: String)
  /// A lock that another process holds, or left; its age in seconds.
  case locked(FilePath, age: Int64)
  /// The reference moved since it was read.
  case referenceMoved(String)
  /// The caller stopped a move at the last moment.
  case abandoned(String)
  /// Something of the repository's own is not as it should be.
  case notARepository(FilePath, reason: String)
  /// The operating system refused.
  case system(SystemError)
  /// The program git failed: its command, what it ended with, and its sentence.
  case git(String, status: Int32, message: String)
  /// The work was asked to stop.
  case interrupted
  /// libgit2 refused: the call, its code, its sentence, and errno of that moment.
  case libgit2(operation: String, code: Int32, message: String, errno: Errno)
}

/// Runs a body of the room below, its error carried upward.
func files<Result: ~Copyable>(
  _ body: () throws(SystemError) -> Result
) throws(GitError) -> Result {
  do {
    return try body()
  } catch {
    throw .system(error)
  }
}
