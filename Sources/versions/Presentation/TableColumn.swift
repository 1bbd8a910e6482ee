/// A column of a table.
struct TableColumn: Equatable, Sendable {
  var alignment: Alignment
  /// Cells that it has at least.
  var width: Int
  /// Cells that it has at most: longer text is cut. Nil: longer text pushes the rest to the right.
  var limit: Int?

  enum Alignment: Sendable { case left, right }

  init(_ alignment: Alignment = .left, width: Int = 0, limit: Int? = nil) {
    self.alignment = alignment
    self.width = width
    self.limit = limit
  }
}

/// One cell: visible text and how it stands out.
struct TableCell: Equatable, Sendable, ExpressibleByStringLiteral {
  let text: [UInt8]
  let style: Colour.Style?

  /// Text that is visible already.
  init(_ text: String, _ style: Colour.Style? = nil) {
    self.text = Array(text.utf8)
    self.style = style
  }

  init(visible text: [UInt8], _ style: Colour.Style? = nil) {
    self.text = text
    self.style = style
  }

  /// A name or a text from outside, made visible.
  init(foreign text: [UInt8], _ style: Colour.Style? = nil) {
    self.text = VisibleText.bytes(text)
    self.style = style
  }

  init(stringLiteral text: String) { self.init(text) }
}
