import Files
import VersionStore

extension CommandFailure {
  /// The one place where kinds of the store's trouble get the codes that scripts match.
  init(_ error: StoreError) {
    let kind: Kind =
      switch error.kind {
      case .libraryNotFound: .libraryNotFound
      case .libraryExists, .targetExists: .targetExists
      case .documentNotFound: .documentNotFound
      case .documentRenamed: .renamed
      case .notADocument: .notADocument
      case .versionNotFound: .versionNotFound
      case .partNotFound: .partNotFound
      case .wrongKind: .wrongKind
      case .ambiguous: .ambiguousSelector
      case .invalid: .usage
      case .locked: .locked
      case .tooBig: .tooBig
      case .changedMeanwhile: .changedMeanwhile
      case .readOnly: .readOnly
      case .nothingToUndo: .nothingToUndo
      case .latestVersion: .latestVersion
      case .newerFormat: .newerFormat
      case .busy: .busy
      case .gitMissing: .gitMissing
      case .interrupted: .interrupted
      case .damaged: .damaged
      case .diskFull: .diskFull
      case .permission: .permission
      case .system: .system
      }
    self.init(kind, error.message, hints: error.hints)
  }
}

/// Failures of a command that goes on with the next document: each is told at once, and the first
/// one decides how the process ends.
final class Failures {
  private let diagnostics: Diagnostics
  private var first: ExitCode?

  init(_ diagnostics: Diagnostics) {
    self.diagnostics = diagnostics
  }

  /// Tells a failure and goes on.
  func report(_ error: any Error) {
    let failure = Versions.failure(of: error)
    diagnostics.report(failure)
    if first == nil { first = failure.kind.exitCode }
  }

  /// Runs one part; what it throws is told.
  func attempt(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as OutputFailure {
      // Nobody reads any more: the whole command ends.
      throw error
    } catch {
      report(error)
    }
  }

  /// Ends the command as its first failure says.
  func finish() throws {
    if let first { throw ReportedFailure(code: first) }
  }
}

/// A failure that was told already.
struct ReportedFailure: Error {
  let code: ExitCode
}
