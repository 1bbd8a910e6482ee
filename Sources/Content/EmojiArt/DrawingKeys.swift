/// The keys that drawings of the courses and their variants use, the commonest first.
enum DrawingKeys {
  static let emojis = ["emojis", "emoji"]
  /// The object that holds list and picture in the shape of 2018.
  static let image = "image"
  static let text = ["text", "string", "content", "emoji", "symbol"]
  static let position = ["position", "location", "center"]
  static let size = "size"
  static let id = "id"
  static let counters = [
    "uniqueEmojiId", "uniqueEmojiID", "uniqueId", "uniqueID", "currentEmojiId", "currentEmojiID",
    "emojiID", "emojiId", "emojiCount",
  ]
  /// Counters that hold the identifier to be given next; the others hold the last one given.
  static let countersOfNext = ["emojiID", "emojiId", "emojiCount"]
  static let backgrounds = ["background", "backgroud"]
  static let backgroundURLs = ["backgroundURL", "backgroundUrl", "url"]
  static let backgroundImages = ["imageData", "backgroundImageData"]
  /// The keys for an address inside a background object.
  static let urls = [
    "theURL", "url", "TheURL", "theUrl", "imageUrl", "imageURL", "file_url", "fileURL",
  ]
  /// The keys for a picture inside a background object.
  static let images = ["imageData", "image_data"]
  static let blank = "blank"
}
