/// A document read as far as it can be: as a drawing, else as JSON, else not here.
public enum StructuredContent: Sendable {
  /// A drawing.
  case drawing(Drawing)
  /// JSON; `remark` says why it is no drawing, where it was meant as one.
  case json(JSONDocument, remark: String?)
  /// Neither; `remark` says why, where it was meant as one of them.
  case unstructured(remark: String?)

  /// Reads a document's bytes; the name only decides what it was meant as.
  public init(name: [UInt8], bytes: [UInt8]) {
    let suffix = FileNameExtension(of: name)?.lowercased
    let isMeantAsDrawing = suffix == "emojiart"
    if bytes.isEmpty {
      self = isMeantAsDrawing ? .drawing(Drawing()) : .unstructured(remark: nil)
      return
    }
    let document: JSONDocument
    do throws(JSONError) {
      document = try JSONDocument(parsing: bytes)
    } catch {
      let isMeantAsJSON = isMeantAsDrawing || FileNameTypes.text[suffix ?? ""]?.jsonType != nil
      self = .unstructured(remark: isMeantAsJSON ? "compared as text, as \(error)" : nil)
      return
    }
    do throws(DrawingError) {
      self = .drawing(try Drawing(document))
    } catch {
      let isWorthTelling = isMeantAsDrawing || error != .notADrawing
      self = .json(document, remark: isWorthTelling ? "compared as JSON, as \(error)" : nil)
    }
  }

  /// Why the document is not compared as what it was meant as; `nil` where it is.
  public var remark: String? {
    switch self {
    case .drawing: nil
    case .json(_, let remark), .unstructured(let remark): remark
    }
  }
}
