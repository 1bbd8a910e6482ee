/// Why a command could not do what it was asked: a kind for scripts, a sentence and hints for people.
struct CommandFailure: Error, Equatable, Sendable {
  let kind: Kind
  /// One sentence without a full stop, the person's file name in single quotes.
  let message: String
  /// What to do next, each a sentence without a full stop, with the exact command where there is one.
  let hints: [String]

  init(_ kind: Kind, _ message: String, hints: [String] = []) {
    self.kind = kind
    self.message = message
    self.hints = hints
  }

  init(_ error: UsageError) {
    self.init(.usage, error.message, hints: error.hints)
  }

  /// Every kind of failure; the raw value is the code that scripts match.
  enum Kind: String, CaseIterable, Sendable {
    case usage
    case libraryNotFound = "library-not-found"
    case documentNotFound = "document-not-found"
    case versionNotFound = "version-not-found"
    case partNotFound = "part-not-found"
    case ambiguousSelector = "ambiguous-selector"
    case ambiguousDocument = "ambiguous-document"
    case settingNotFound = "setting-not-found"
    case notADocument = "not-a-document"
    /// The content is of another kind than the work needs, or is damaged.
    case wrongKind = "wrong-kind"
    /// The path belongs to a document that has another path now.
    case renamed
    case locked
    case tooBig = "too-big"
    case changedMeanwhile = "changed-meanwhile"
    case targetExists = "target-exists"
    case readOnly = "read-only"
    case nothingToUndo = "nothing-to-undo"
    case latestVersion = "latest-version"
    /// A policy that would keep nothing.
    case emptyPolicy = "empty-policy"
    case contentSince = "content-since"
    /// The store has a newer format than this program writes.
    case newerFormat = "newer-format"
    case busy
    /// The program git is needed and not installed.
    case gitMissing = "git-missing"
    case damaged
    case diskFull = "disk-full"
    case permission
    case foreignOwner = "foreign-owner"
    case system
    /// A merge that git asked for.
    case mergeFailed = "merge-failed"
    /// Git is not there, or said no.
    case git
    case interrupted

    var exitCode: ExitCode {
      switch self {
      case .usage: .usage
      case .libraryNotFound, .documentNotFound, .versionNotFound, .partNotFound,
        .ambiguousSelector, .ambiguousDocument, .settingNotFound, .notADocument, .renamed:
        .notFound
      case .wrongKind, .locked, .tooBig, .changedMeanwhile, .targetExists, .readOnly,
        .nothingToUndo, .latestVersion, .emptyPolicy,
        .contentSince, .newerFormat:
        .refused
      case .busy: .busy
      case .damaged: .damaged
      case .diskFull, .permission, .foreignOwner, .system, .git, .gitMissing: .system
      case .mergeFailed: .mergeFailed
      case .interrupted: .interrupted
      }
    }
  }
}
