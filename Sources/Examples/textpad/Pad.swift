import Content

/// A text with a checkbox, as JSON `{"checked": …, "text": …}`; other keys, order and style stay as
/// another program wrote them.
struct Pad {
  private(set) var checked = false
  private(set) var text = ""
  /// The file's bytes.
  private(set) var bytes = Array("{\"checked\": false, \"text\": \"\"}\n".utf8)

  /// An empty pad.
  init() {}

  /// Reads a pad; no bytes are an empty one.
  init(_ bytes: [UInt8]) throws {
    if bytes.isEmpty { return }
    let document = try JSONDocument(parsing: bytes)
    guard document.kind(of: document.root) == .object else { throw PadError.notAPad }
    self.bytes = bytes
    if let node = try Pad.member("checked", of: document) {
      guard document.kind(of: node) == .bool else { throw PadError.notAPad }
      checked = document.spelling(of: node).elementsEqual("true".utf8)
    }
    if let node = try Pad.member("text", of: document) {
      guard let text = document.string(of: node) else { throw PadError.notAPad }
      self.text = text
    }
  }

  /// The pad with another mark or text.
  func with(checked: Bool? = nil, text: String? = nil) throws -> Pad {
    let document = try JSONDocument(parsing: bytes)
    var editor = JSONEditor(document)
    if let checked, checked != self.checked { try Pad.set("checked", .bool(checked), &editor) }
    if let text, !text.utf8.elementsEqual(self.text.utf8) {
      try Pad.set("text", .string(text), &editor)
    }
    return editor.isEmpty ? self : try Pad(editor.result())
  }

  private static func set(_ key: String, _ value: JSONTree, _ editor: inout JSONEditor) throws {
    let document = editor.document
    if let node = try member(key, of: document) {
      editor.replace(node, with: value)
    } else {
      editor.add(Array(key.utf8), value, to: document.root)
    }
  }

  /// The value of a key, which may stand there once.
  private static func member(
    _ key: String, of document: JSONDocument
  ) throws -> JSONDocument.Node? {
    let found = document.members(of: document.root).filter {
      document.characters(of: $0.key).elementsEqual(key.utf8)
    }
    guard found.count < 2 else { throw PadError.notAPad }
    return found.first?.value
  }
}

/// Why bytes are no pad.
enum PadError: Error, CustomStringConvertible {
  case notAPad

  var description: String { "no object with one \"checked\" of true or false and one \"text\"" }
}
