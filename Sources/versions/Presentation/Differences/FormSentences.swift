import Content
import VersionStore

extension TextFormatChange {
  /// The change for people, such as `final newline removed`.
  var sentence: String {
    switch what {
    case .lineEnds: "line ends \(from) → \(to)" + places
    case .finalNewline: to == "present" ? "final newline added" : "final newline removed"
    case .encoding: "encoding \(from) → \(to)"
    case .byteOrderMark: to == "present" ? "byte order mark added" : "byte order mark removed"
    case .normalisation: "same characters, different encoding form: \(from) → \(to)" + places
    }
  }

  /// Which lines it concerns, as people count them.
  private var places: String {
    guard lineCount > 0 else { return "" }
    let numbers = lines.map { "\($0 + 1)" }.joined(separator: ", ")
    let more = lineCount > lines.count ? " and \(lineCount - lines.count) more" : ""
    return " (\(lineCount == 1 ? "line" : "lines") \(numbers)\(more))"
  }
}

extension ChangedWords {
  /// What the eye does not see, for people, each with the number of the newer line where it has one.
  var hiddenSentences: [String] {
    pairs.flatMap { pair in pair.hidden.map { "line \(pair.new + 1): \($0.description)" } }
      + hidden.map(\.description)
  }
}
