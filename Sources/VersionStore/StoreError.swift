import Files
import Git

/// What went wrong, in the words of the person's task, with what to do next.
public struct StoreError: Error, Sendable, Equatable {
  /// The kinds of trouble; the command maps each to an exit code.
  public enum Kind: Sendable, Equatable {
    /// No library above the document, or not where it was said to be.
    case libraryNotFound
    /// The folder is a library already, or holds something where the store would be.
    case libraryExists
    /// Neither on disk nor in the history.
    case documentNotFound
    /// The path's document has another path now.
    case documentRenamed(DocumentPath)
    /// A folder, a socket, a file that is ignored: nothing that has versions.
    case notADocument
    /// No version matches.
    case versionNotFound
    /// A version or a document has no such part.
    case partNotFound
    /// The content is of another kind than the work needs, or is damaged.
    case wrongKind
    /// Several versions or documents match.
    case ambiguous
    /// The words make no sense where they stand.
    case invalid
    /// The document is locked.
    case locked
    /// The document is larger than the library's settings allow.
    case tooBig
    /// Something is there already.
    case targetExists
    /// The file changed between reading and replacing.
    case changedMeanwhile
    /// The file may not be written.
    case readOnly
    /// The latest version of a document cannot be forgotten by itself.
    case latestVersion
    /// There is nothing that could be taken back, or content came after it.
    case nothingToUndo
    /// The store was written by a newer program.
    case newerFormat
    /// Another process holds what is needed.
    case busy
    /// The program git is needed and not installed.
    case gitMissing
    /// The work was asked to stop.
    case interrupted
    /// The store is damaged.
    case damaged
    /// The disk is full.
    case diskFull
    /// The system does not permit it.
    case permission
    /// Anything else the system refused.
    case system
  }

  /// What kind of trouble.
  public var kind: Kind
  /// One sentence without a full stop.
  public var message: String
  /// What to do next, each a sentence or a command.
  public var hints: [String]

  /// Makes an error.
  public init(_ kind: Kind, _ message: String, hints: [String] = []) {
    self.kind = kind
    self.message = message
    self.hints = hints
  }
}

extension StoreError {
  /// The words for what the operating system refused.
  init(_ error: SystemError, doing action: String? = nil) {
    let path = error.path.map { printable($0.bytes) }
    let subject = path.map { " '\($0)'" } ?? ""
    let what = action ?? "cannot \(error.operation.verb)\(subject)"
    switch error.code {
    case .noSpace, .quotaExceeded:
      self.init(
        .diskFull, "\(what): the disk is full",
        hints: ["nothing was lost; make room and run the same command again"])
    case .permissionDenied, .notPermitted:
      self.init(.permission, "\(what): permission denied", hints: StoreError.ownerHints(error.path))
    case .readOnlyFileSystem:
      self.init(.permission, "\(what): the file system is mounted read-only")
    case .nameTooLong:
      self.init(.invalid, "\(what): the name is too long for this file system")
    default:
      self.init(.system, "\(what): \(error.code.description.lowercasedFirst)")
    }
  }

  private static func ownerHints(_ path: FilePath?) -> [String] {
    // The nearest part of the path that can be looked at tells whose it is.
    var path = path
    while let candidate = path {
      if let status = try? FileStatus(of: candidate, followingLink: true) {
        let me = Account.currentUser
        guard status.owner != me else { return [] }
        return [
          "'\(printable(candidate.bytes))' belongs to \(Account.name(ofUser: status.owner)); "
            + "you are \(Account.name(ofUser: me))"
        ]
      }
      let parent = candidate.parent
      path = parent == candidate ? nil : parent
    }
    return []
  }

  /// The words for what went wrong in the repository.
  init(_ error: GitError) {
    switch error {
    case .objectMissing(let id, let packs) where packs.isEmpty:
      self.init(
        .damaged, "the store is damaged: object \(id) is missing",
        hints: ["older versions may still be whole; a copy of the store can supply the object"])
    case .objectMissing(let id, let packs):
      let names = packs.map { "'objects/pack/\($0)'" }.joined(separator: ", ")
      self.init(
        .damaged, "the store is damaged: \(names) is missing, and with it object \(id)",
        hints: [
          packs.allSatisfy { $0.hasSuffix(".idx") }
            ? "make it again with: git index-pack PACK"
            : "put the pack back from a copy of '.versions'"
        ])
    case .objectDamaged(let id, let reason):
      let hex = id.hex
      self.init(
        .damaged,
        "the store is damaged: object \(hex) cannot be read (\(reason))",
        hints: [
          "its file is 'objects/\(hex.prefix(2))/\(hex.dropFirst(2))' in the store;"
            + " put it back from a copy of '.versions'"
        ])
    case .referenceDamaged(let name, let reason):
      self.init(
        .damaged, "the store is damaged: '\(name)' cannot be read (\(reason))",
        hints: [
          name.hasPrefix("refs/paths/")
            ? "remove that file from '.versions'; the path is found again from the histories"
            : "put that file back from a copy of '.versions'"
        ])
    case .locked(let path, let age):
      self.init(
        .busy, "the store is busy: '\(printable(path.bytes))' is held, since \(age) s",
        hints: [
          "another program is at work on the store, or died at it; "
            + "a lock that is a minute old is removed by the next save"
        ])
    case .referenceMoved:
      self.init(.busy, "the document is being saved by others all the time; try again")
    case .abandoned(let name):
      self.init(.busy, "the change of '\(name)' was stopped")
    case .notARepository(let path, let reason):
      self.init(
        .damaged, "'\(printable(path.bytes))' is no whole store: \(reason)",
        hints: ["see what can be mended: versions verify --repair"])
    case .system(let error):
      self.init(error)
    case .git(let command, let status, let message):
      let full = ["No space left on device", "Disk quota exceeded"].contains {
        message.hasSuffix($0)
      }
      self.init(
        full ? .diskFull : .system,
        "'git \(command)' failed with \(status)"
          + (message.isEmpty ? "" : ": \(printable(Array(message.utf8)))"))
    case .interrupted:
      self.init(.interrupted, "interrupted")
    case .libgit2(let operation, let code, let message, let errno):
      if errno.rawValue != 0 {
        self.init(SystemError(.write, nil, errno), doing: "the store cannot be written")
      } else {
        self.init(.damaged, "the store cannot be read: \(message) (\(operation) gave \(code))")
      }
    }
  }
}

extension SystemOperation {
  fileprivate var verb: String {
    switch self {
    case .open, .read, .mmap, .opendir, .readdir: "read"
    case .write, .fsync, .truncate: "write"
    case .stat, .readlink, .realpath: "look at"
    case .rename, .link, .symlink, .mkdir: "make"
    case .unlink, .rmdir: "remove"
    case .chmod, .chown, .utimens, .setxattr: "set the permissions of"
    default: rawValue
    }
  }
}

extension String {
  fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}

/// Runs a body of the room of files, its error put into the person's words.
@discardableResult
func onDisk<Result: ~Copyable>(
  _ body: () throws(SystemError) -> Result
) throws(StoreError) -> Result {
  do {
    return try body()
  } catch {
    throw StoreError(error)
  }
}

/// Runs a body of the room of git, its error put into the person's words.
@discardableResult
func inStore<Result: ~Copyable>(
  _ body: () throws(GitError) -> Result
) throws(StoreError) -> Result {
  do {
    return try body()
  } catch {
    throw StoreError(error)
  }
}
