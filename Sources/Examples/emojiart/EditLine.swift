import Content
import ExampleConsole

/// One edit of a drawing, as words say it: on the command line, or line by line in a session.
enum EditLine {
  /// The verbs, each with its operands.
  static let usage = [
    "background ADDRESS|none", "add EMOJI X Y [SIZE]", "move EMOJI X Y", "resize EMOJI SIZE",
    "remove EMOJI",
  ]

  /// Makes the edit.
  @MainActor
  static func apply(_ words: [String], to document: EmojiArtDocument) throws {
    switch (words.first ?? "", words.count) {
    case ("background", 2): try document.setBackground(words[1] == "none" ? nil : words[1])
    case ("add", 4), ("add", 5):
      guard !words[1].isEmpty else { throw UsageError("the emoji is empty: give at least one") }
      try document.add(
        words[1], at: try place(words[2], words[3]),
        size: words.count == 5 ? try size(words[4]) : JSONNumber(40))
    case ("move", 4): try document.move(words[1], to: try place(words[2], words[3]))
    case ("resize", 3): try document.resize(words[1], to: try size(words[2]))
    case ("remove", 2): try document.remove(words[1])
    default:
      let forms = usage.filter { $0.split(separator: " ").first.map(String.init) == words.first }
      throw UsageError(
        "'\(words.joined(separator: " "))' is not understood; "
          + "it is: \((forms.isEmpty ? usage : forms).joined(separator: ", "))")
    }
  }

  private static func place(_ x: String, _ y: String) throws -> Place {
    Place(x: try number(x), y: try number(y))
  }

  private static func size(_ word: String) throws -> JSONNumber {
    let size = try number(word)
    guard (Double(word) ?? 0) > 0 else {
      throw UsageError("'\(word)' is no size: it is to be more than 0")
    }
    return size
  }

  private static func number(_ word: String) throws -> JSONNumber {
    guard let value = Double(word), value.isFinite, value > -1e9, value < 1e9 else {
      throw UsageError("'\(word)' is no number")
    }
    return JSONNumber(value)
  }
}
