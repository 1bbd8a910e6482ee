/// Why bytes are not JSON, and where.
///
/// `offset` counts bytes of the document's text as UTF-8, after a byte order mark.
public struct JSONError: Error, Hashable, Sendable {
  /// What stood in the way.
  public enum Reason: Hashable, Sendable {
    /// There is nothing, or only white space.
    case empty
    /// The text ends in the middle of a value.
    case cutOff
    /// A character that cannot stand here.
    case unexpectedCharacter
    /// Something follows the end of the value.
    case trailingContent
    /// A number that JSON cannot spell so, such as `01`, `+1` or `1.`.
    case badNumber
    /// An escape that JSON does not have, such as `\x41`.
    case badEscape
    /// A control character inside a string.
    case controlCharacter
    /// Bytes that are not UTF-8, or UTF-16 with an odd count of bytes.
    case badEncoding
    /// Arrays and objects inside each other beyond the limit.
    case tooDeep
    /// More bytes than positions of 32 bits can address.
    case tooBig
  }

  /// What stood in the way.
  public let reason: Reason
  /// Where, in bytes.
  public let offset: Int

  /// An error at a place.
  public init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}

extension JSONError: CustomStringConvertible {
  /// One clause for people, such as `cut off at byte 98`.
  public var description: String {
    switch reason {
    case .empty: "it is empty"
    case .cutOff: "it is cut off at byte \(offset)"
    case .unexpectedCharacter: "an unexpected character stands at byte \(offset)"
    case .trailingContent: "something follows the end of the value at byte \(offset)"
    case .badNumber: "the number at byte \(offset) is not one in JSON"
    case .badEscape: "the escape at byte \(offset) is not one in JSON"
    case .controlCharacter: "a control character stands in a string at byte \(offset)"
    case .badEncoding: "the bytes at \(offset) are not Unicode text"
    case .tooDeep: "it is nested too deeply at byte \(offset)"
    case .tooBig: "it is too big"
    }
  }
}
