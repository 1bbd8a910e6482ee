/// Why content is not read as a drawing.
public enum DrawingError: Error, Hashable, Sendable {
  /// Nothing says that it is one: it is other JSON.
  case notADrawing
  /// It is not JSON.
  case unreadable(JSONError)
  /// It is one by its keys, but a part cannot be trusted; `pointer` names the part.
  case damaged(Damage, pointer: String)

  /// What is wrong with a part of a drawing.
  public enum Damage: Hashable, Sendable {
    /// A value is of another type than the part needs, or is not there.
    case wrongType
    /// A key stands twice, so that it is open which counts.
    case doubledKey
    /// A number that a program of 64 bits cannot hold.
    case numberTooBig
    /// Text with half of a surrogate pair.
    case halfCharacter
  }
}

extension DrawingError: CustomStringConvertible {
  /// One clause for people.
  public var description: String {
    switch self {
    case .notADrawing: "it is not a drawing"
    case .unreadable(let error): "it is not a drawing: \(error)"
    case .damaged(.wrongType, let pointer): "\(pointer) is missing or of the wrong type"
    case .damaged(.doubledKey, let pointer): "\(pointer) stands there twice"
    case .damaged(.numberTooBig, let pointer): "the number \(pointer) is too big"
    case .damaged(.halfCharacter, let pointer): "\(pointer) holds half a character"
    }
  }
}
