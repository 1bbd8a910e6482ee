import Content
import Documents

/// A drawing that is being drawn. Each edit is a splice of the file's own bytes, so whichever year's
/// application wrote it reads it again, with all that it keeps beside the drawing.
final class EmojiArtDocument: Document {
  private(set) var drawing = Drawing()

  override func contents(forType type: TypeIdentifier) throws -> FileContents {
    .file(bytes)
  }

  override func load(fromContents contents: FileContents, ofType type: TypeIdentifier) throws {
    guard let bytes = contents.bytes else {
      throw DocumentError(.unreadable, "'\(fileName)' is a folder, not a drawing")
    }
    do {
      drawing = try Drawing(bytes)
    } catch {
      throw DocumentError(.unreadable, "'\(fileName)' cannot be read: \(error)")
    }
  }

  /// What it is called on disk: 'c' and 'c.emojiart' may both be there.
  private var fileName: String { fileURL.map { "\($0.name)" } ?? localizedName }

  /// The drawing in small, as a browser of the terminal shows it.
  override var preview: [UInt8]? { Array(DrawingText.small(drawing).utf8) }

  /// The drawing's bytes; none for a new one.
  var bytes: [UInt8] { drawing.document?.source.bytes ?? [] }

  /// Puts an emoji on top.
  func add(_ text: String, at place: Place, size: JSONNumber) throws {
    let emoji = Emoji(text: text, x: place.x, y: place.y, size: size)
    try replace(try drawing.adding(emoji), "Add")
  }

  /// Puts an emoji at another place.
  func move(_ name: String, to place: Place) throws {
    try change(name, "Move") { emoji in
      emoji.x = place.x
      emoji.y = place.y
    }
  }

  /// Gives an emoji another size.
  func resize(_ name: String, to size: JSONNumber) throws {
    try change(name, "Resize") { $0.size = size }
  }

  /// Takes an emoji away.
  func remove(_ name: String) throws {
    try replace(try drawing.removing(try drawing.index(named: name)), "Remove")
  }

  /// Puts a picture behind the emojis, or none.
  func setBackground(_ address: String?) throws {
    try replace(try drawing.withBackground(DrawingBackground(url: address)), "Background")
  }

  private func change(_ name: String, _ action: String, _ body: (inout Emoji) -> Void) throws {
    let index = try drawing.index(named: name)
    var emoji = drawing.emojis[index]
    body(&emoji)
    try replace(try drawing.changing(index, to: emoji), action)
  }

  private func replace(_ edited: PartCopy, _ action: String) throws {
    if edited.bytes == bytes { return }
    set(try Drawing(edited.bytes), action)
  }

  private func set(_ new: Drawing, _ action: String) {
    let old = drawing
    drawing = new
    undoManager.register(action) { [unowned self] in set(old, action) }
  }
}

/// A place on the drawing, from its centre.
struct Place {
  let x: JSONNumber
  let y: JSONNumber
}
