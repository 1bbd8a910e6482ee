/// A drawing of the emoji-art courses: a background and emojis, the last one on top.
///
/// Every shape from 2017 to 2023 reads into this one model; the document stays with it, so that
/// edits are splices of its bytes. Content of no bytes is a new drawing.
public struct Drawing: Sendable {
  /// The JSON that was read, `nil` for a new drawing of no bytes.
  public let document: JSONDocument?
  /// How the document spells the drawing.
  public private(set) var format: DrawingFormat
  /// What stands behind the emojis.
  public let background: DrawingBackground
  /// The emojis from back to front.
  public let emojis: [Emoji]
  /// The counter for identifiers, where the document has one.
  public let counter: Int?
  let sites: [EmojiSite]
  let places: DrawingPlaces

  /// Reads a drawing.
  ///
  /// Throws `notADrawing` for other JSON, `unreadable` for what is not JSON, and `damaged` where
  /// a part cannot be trusted: comparing then falls back to JSON or text, and copying refuses.
  public init(_ bytes: [UInt8]) throws(DrawingError) {
    guard !bytes.isEmpty else {
      self.init()
      return
    }
    let document: JSONDocument
    do throws(JSONError) {
      document = try JSONDocument(parsing: bytes)
    } catch {
      throw .unreadable(error)
    }
    try self.init(document)
  }

  /// A new drawing, as programs write one before anything is in it.
  public init() {
    document = nil
    format = DrawingFormat()
    background = DrawingBackground()
    emojis = []
    counter = nil
    sites = []
    places = DrawingPlaces()
  }

  /// Finds the drawing in JSON.
  public init(_ document: JSONDocument) throws(DrawingError) {
    let parts = try document.withView { (view) throws(DrawingError) in
      try DrawingOutline(view: view).read()
    }
    self.document = document
    format = parts.format
    background = parts.background
    emojis = parts.emojis
    counter = parts.counter
    sites = parts.sites
    places = parts.places
  }

  /// A new drawing that is to be written in a format.
  mutating func setFormat(_ format: DrawingFormat) { self.format = format }

  /// The drawing as one of the year that another is of, where its own bytes leave that open.
  ///
  /// An empty drawing of 2023 without a background is, to the byte, one of 2020.
  func taken(for other: Drawing) -> Drawing {
    guard format.year == .y2020, other.format.year == .y2023, format.layout == nil,
      case .unknown = format.background
    else { return self }
    var drawing = self
    drawing.format.year = .y2023
    return drawing
  }

  /// Where an emoji stands in the document's text, `nil` where there is none.
  public func range(ofEmoji index: Int) -> Range<Int>? {
    guard sites.indices.contains(index) else { return nil }
    return document?.range(of: JSONDocument.Node(sites[index].node))
  }

  /// Where the document holds an emoji, as a JSON Pointer.
  public func pointer(toEmoji index: Int) -> String {
    "\(format.listPointer)/\(index)"
  }
}

/// The nodes of the parts that are not emojis; -1 for what is not there.
struct DrawingPlaces: Sendable {
  /// The object that holds the list: the root, or `image` in 2018.
  var holder = -1
  var list = -1
  var counter = -1
  /// The member values that make the background.
  var backgroundURL = -1
  var backgroundImage = -1
  /// The object or string under `background`.
  var background = -1
}
