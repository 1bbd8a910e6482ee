/// Breaks sentences into lines at blanks.
enum LineFilling {
  /// Lines of at most `width` bytes, except where one word is longer.
  static func fill(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, line.utf8.count + 1 + word.utf8.count > width {
        lines.append(line)
        line = ""
      }
      if !line.isEmpty { line += " " }
      line += word
    }
    if !line.isEmpty { lines.append(line) }
    return lines
  }
}
