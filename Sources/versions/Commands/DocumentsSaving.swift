import VersionStore

/// What `save` and `autosave` do with each of their documents and folders.
struct DocumentsSaving {
  private let workplace: Workplace
  private let answer: Answer
  private let failures: Failures
  private let diagnostics: Diagnostics

  init(_ context: borrowing Context) throws {
    workplace = try Workplace(context)
    answer = Answer(context)
    failures = Failures(context.diagnostics)
    diagnostics = context.diagnostics
  }

  /// Saves each; all are tried.
  func run(_ documents: [[UInt8]], as event: Event, label: String?) throws {
    for argument in documents {
      try Interruption.checkpoint()
      try failures.attempt {
        let location = try workplace.location(of: argument)
        switch location.place {
        case .document(let path):
          let outcome = try location.library.save(path, as: event, label: label)
          if outcome.version.number == 1, case .saved = outcome,
            let reason = try location.library.ignoreReason(for: path)
          {
            diagnostics.warn(
              "ignored", "'\(path)' would be ignored: \(reason)",
              hints: ["it has versions now, as it was named, and is saved from now on"])
          }
          if outcome.version.isLink {
            diagnostics.warn(
              "link", "'\(path)' is a link that leads out of the library or nowhere",
              hints: ["only the link itself is kept, not what it leads to"])
          }
          try answer.write(outcome)
          BackgroundCompaction.startIfDue(location.library)
        case .folder, .library:
          try save(location.library, below: location.folder, as: event, label: label)
        }
      }
    }
    try failures.finish()
  }

  /// Autosaves every document of the library.
  func runOverLibrary() throws {
    try save(try workplace.library(), below: nil, as: .autosave, label: nil)
    try failures.finish()
  }

  private func save(
    _ library: Library, below folder: DocumentPath?, as event: Event, label: String?
  ) throws {
    var written: (any Error)?
    try library.saveAll(as: event, below: folder, label: label) { outcome in
      do {
        try answer.write(outcome) { failures.report($0) }
      } catch {
        written = error
      }
    }
    if let written { throw written }
    BackgroundCompaction.startIfDue(library)
  }
}
