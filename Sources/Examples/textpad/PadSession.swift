import Documents
import ExampleConsole
import VersionStore

/// A text that is edited line by line, and autosaves by itself.
@MainActor
struct PadSession {
  private let document: PadDocument

  init(_ document: PadDocument) {
    self.document = document
  }

  /// Prints the box and the text.
  static func show(_ document: PadDocument) {
    Console.say("[\(document.pad.checked ? "x" : " ")] \(printable(Array(document.pad.text.utf8)))")
  }

  /// Goes on until the lines end or a signal comes; then the document is closed, which saves it.
  func run() async throws {
    if !document.isOpen { try await document.open() }
    let input = try SessionInput()
    let conflicts = Task { await Console.tellOfConflicts(of: document, "textpad") }
    defer { conflicts.cancel() }
    var wrong = 0
    for await line in input.lines {
      let words = line.split(separator: " ", maxSplits: 1).map(String.init)
      guard let verb = words.first else { continue }
      do {
        try await perform(verb, words.count > 1 ? words[1] : "")
      } catch {
        Console.complain("textpad", error)
        wrong += 1
      }
    }
    try await document.close()
    try input.checkInterruption()
    if wrong > 0 {
      throw UsageError(wrong == 1 ? "one line was not done" : "\(wrong) lines were not done")
    }
  }

  private func perform(_ verb: String, _ rest: String) async throws {
    switch verb {
    case "write": try document.write(rest)
    case "append": try document.append(rest)
    case "check": try document.check(true)
    case "uncheck": try document.check(false)
    case "undo": document.undoManager.undo()
    case "redo": document.undoManager.redo()
    case "show": PadSession.show(document)
    case "autosave":
      try await document.autosave()
      Console.say("autosaved \(document.pad.text)")
    case "save":
      try await document.save(label: rest.isEmpty ? nil : rest)
      Console.say("saved \(document.pad.text)")
    case "save-as":
      try await document.save(to: FileURL(try Console.path(Array(rest.utf8))), for: .creating)
      Console.say("saved \(document.pad.text)")
    default: throw UsageError("'\(verb)' is not understood")
    }
  }
}
