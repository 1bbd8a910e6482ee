import Content
import Documents

/// A text with a checkbox that is being edited.
final class PadDocument: Document {
  private(set) var pad = Pad()

  override func contents(forType type: TypeIdentifier) throws -> FileContents { .file(pad.bytes) }

  override func load(fromContents contents: FileContents, ofType type: TypeIdentifier) throws {
    guard let bytes = contents.bytes else {
      throw DocumentError(.unreadable, "'\(fileName)' is a folder, not a text")
    }
    do {
      pad = try Pad(bytes)
    } catch {
      throw DocumentError(.unreadable, "'\(fileName)' cannot be read: \(error)")
    }
  }

  /// What it is called on disk: 'c' and 'c.pad' may both be there.
  private var fileName: String { fileURL.map { "\($0.name)" } ?? localizedName }

  /// Sets the text.
  func write(_ text: String) throws { set(try pad.with(text: text), "Typing") }

  /// Adds to the text.
  func append(_ text: String) throws { set(try pad.with(text: pad.text + text), "Typing") }

  /// Marks the box, or takes the mark away.
  func check(_ checked: Bool) throws { set(try pad.with(checked: checked), "Check") }

  private func set(_ new: Pad, _ action: String) {
    let old = pad
    if old.bytes == new.bytes { return }
    pad = new
    undoManager.register(action) { [unowned self] in set(old, action) }
  }
}
