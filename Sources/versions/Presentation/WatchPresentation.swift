import Files
import VersionStore
import Watching

/// What `versions watch` says while it goes on.
final class WatchPresentation {
  private let output: Output
  private let answer: Answer
  private let diagnostics: Diagnostics
  private var folder: FilePath
  /// Why nothing can be answered any more: whoever read it has gone.
  private(set) var failure: (any Error)?
  /// How many documents something was told of.
  private(set) var outcomes = 0

  init(_ context: borrowing Context, _ library: Library) {
    output = context.output
    answer = Answer(context)
    diagnostics = context.diagnostics
    folder = library.folder
  }

  func tell(_ event: WatchEvent) {
    if failure != nil { return }
    do {
      try present(event)
      // Whoever reads wants to know now, not when a buffer is full.
      try output.flush()
    } catch {
      failure = error
    }
  }

  private func present(_ event: WatchEvent) throws {
    switch event {
    case .started(let folders, let documents, let changed):
      diagnostics.remark(
        "watching \(VisibleText.quoted(folder.bytes)): \(folders) folder\(folders == 1 ? "" : "s"), "
          + "\(documents) document\(documents == 1 ? "" : "s")",
        task: "watching", done: max(0, documents - changed), total: max(documents, changed))
    case .caughtUp(let documents):
      // For people the versions say it.
      if diagnostics.json {
        diagnostics.remark("", task: "caught up", done: documents, total: documents)
      }
    case .outcome(let outcome):
      outcomes += 1
      try present(outcome)
    case .moved(let old, let new):
      folder = new
      diagnostics.warn(
        "library-moved",
        "the library \(VisibleText.quoted(old.bytes)) is \(VisibleText.quoted(new.bytes)) now, "
          + "and is watched there")
    case .trouble(let trouble):
      diagnostics.warn(trouble.code, trouble.message, hints: trouble.hints)
    }
  }

  private func present(_ outcome: AutosaveOutcome) throws {
    try answer.write(outcome) { error in diagnostics.report(CommandFailure(error)) }
  }
}
