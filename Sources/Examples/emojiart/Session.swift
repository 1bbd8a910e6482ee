import Documents
import ExampleConsole

/// A drawing session: edits come line by line as a person drags and types, and the document
/// autosaves by itself a short while after the last one.
@MainActor
struct Session {
  private let document: EmojiArtDocument

  init(_ document: EmojiArtDocument) {
    self.document = document
  }

  /// Goes on until the lines end or a signal comes; then the document is closed, which saves it.
  /// - Throws: `UsageError` where a line was not understood; the others are done. `Interruption` after
  ///   a signal.
  func run() async throws {
    let input = try SessionInput()
    let conflicts = Task { await Console.tellOfConflicts(of: document, "emojiart") }
    defer { conflicts.cancel() }
    var wrong = 0
    for await line in input.lines {
      let words = line.split(separator: " ").map(String.init)
      guard let verb = words.first else { continue }
      do {
        try await perform(verb, words)
      } catch {
        Console.complain("emojiart", error)
        wrong += 1
      }
    }
    try await document.close()
    try input.checkInterruption()
    if wrong > 0 {
      throw UsageError(wrong == 1 ? "one line was not done" : "\(wrong) lines were not done")
    }
  }

  private func perform(_ verb: String, _ words: [String]) async throws {
    switch verb {
    case "undo": document.undoManager.undo()
    case "redo": document.undoManager.redo()
    case "show": for line in DrawingText.lines(document.drawing) { Console.say(line) }
    case "save":
      try await document.save()
      Console.say("saved")
    case "autosave":
      try await document.autosave()
      Console.say("autosaved")
    default: try EditLine.apply(words, to: document)
    }
  }
}
