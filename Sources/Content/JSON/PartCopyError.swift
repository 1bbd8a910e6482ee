/// Why a part is not copied; nothing is written then.
public enum PartCopyError: Error, Hashable, Sendable {
  /// The source has no such part.
  case notThere(String)
  /// Several parts answer to the name; emojis are told by their indices.
  case several(String, indices: [Int])
  /// The source cannot be trusted, or is of another kind.
  case sourceIsNotADrawing(DrawingError)
  /// The target cannot be trusted, or is of another kind.
  case targetIsNotADrawing(DrawingError)
  /// The source is not JSON.
  case sourceIsNotJSON(JSONError)
  /// The target is not JSON.
  case targetIsNotJSON(JSONError)
  /// The pointer leads nowhere in the source.
  case sourceHasNoPlace(JSONPointerError)
  /// The target has nothing that could hold the part.
  case targetHasNoPlace(JSONPointerError)
  /// The target's format has no way to hold a picture inside the document.
  case formatCannotHoldPicture(format: String)
  /// All identifiers up to the greatest number are taken.
  case noIdentifierLeft
}

extension PartCopyError: CustomStringConvertible {
  /// One sentence for people, without a full stop.
  public var description: String {
    switch self {
    case .notThere(let part): "there is no \(part) in that version"
    case .several(let part, let indices):
      "\(part) stands there \(indices.count) times: "
        + indices.map { "#\($0)" }.joined(separator: ", ")
    case .sourceIsNotADrawing(let error): "nothing is copied from that version: \(error)"
    case .targetIsNotADrawing(let error): "nothing is copied into the document: \(error)"
    case .sourceIsNotJSON(let error): "that version is not JSON: \(error)"
    case .targetIsNotJSON(let error): "the document is not JSON: \(error)"
    case .sourceHasNoPlace(let error): "in that version \(error)"
    case .targetHasNoPlace(let error): "in the document \(error)"
    case .formatCannotHoldPicture(let format):
      "a drawing of format \(format) cannot hold a picture, only the address of one"
    case .noIdentifierLeft: "the document has no identifier left for another emoji"
    }
  }
}

/// A document after a part was copied into it.
public struct PartCopy: Sendable {
  /// The document's bytes.
  public let bytes: [UInt8]
  /// What was replaced in the target's text; empty where the part was there already.
  public let splices: [JSONSplice]

  init(_ editor: JSONEditor) {
    splices = editor.splices()
    bytes = editor.document.bytes(applying: splices)
  }

  init(bytes: [UInt8], splices: [JSONSplice]) {
    self.bytes = bytes
    self.splices = splices
  }
}
