import Content
import VersionStore

/// A drawing as the terminal shows it, which nothing in the drawing steers.
enum DrawingText {
  /// A line for the background and one for each emoji, the top one last.
  static func lines(_ drawing: Drawing) -> [String] {
    var lines = ["background: \(background(drawing.background))"]
    for (index, emoji) in drawing.emojis.enumerated() {
      let id = emoji.id.map { " (\(shown($0.description)))" } ?? ""
      lines.append(
        "#\(index)\(id) \(shown(emoji.text)) at \(emoji.x), \(emoji.y), size \(emoji.size)")
    }
    return lines
  }

  /// The emojis in a row, as a browser shows a drawing in small.
  static func small(_ drawing: Drawing) -> String {
    shown(drawing.emojis.prefix(12).map(\.text).joined(separator: " "))
  }

  private static func background(_ background: DrawingBackground) -> String {
    if let url = background.url { return shown(url) }
    if let image = background.image { return "a picture of \(image.byteCount) bytes" }
    return "none"
  }

  private static func shown(_ text: String) -> String { printable(Array(text.utf8)) }
}
