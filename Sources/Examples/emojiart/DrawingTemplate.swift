/// An empty drawing as a year's application writes it.
enum DrawingTemplate {
  /// The years there are.
  static let years = "2017, 2018, 2020, 2021"

  /// The text for a year; nil for a year without one: an empty drawing of 2023 is that of 2020, so
  /// drawings in its shape begin as copies of others.
  static func text(_ year: String) -> String? {
    switch year {
    case "2017": #"{"emojis":[]}"#
    case "2018": #"{"image":{"emoji":[]}}"#
    case "2020": #"{"emojis":[],"uniqueEmojiId":0}"#
    case "2021": #"{"background":{},"emojis":[],"uniqueEmojiId":0}"#
    default: nil
    }
  }
}
