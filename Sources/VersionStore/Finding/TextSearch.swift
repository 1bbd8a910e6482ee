import CSystem
import Content

/// What is looked for in versions: a text, or a POSIX extended regular expression.
public struct TextSearch {
  private let kind: Kind

  private enum Kind {
    case text(TextNeedle)
    case pattern(Pattern)
  }

  /// Looks for these bytes, for the same characters in the content's encoding, and in what the
  /// strings of JSON say.
  public init(_ text: [UInt8]) {
    kind = .text(TextNeedle(text))
  }

  /// Looks for a match of an expression inside a line, whose end is no part of it.
  ///
  /// Content in another encoding is read as its characters, strings of JSON as what they say.
  /// - Throws: `invalid` with what is wrong with it.
  public init(regularExpression: [UInt8]) throws(StoreError) {
    kind = .pattern(try Pattern(regularExpression))
  }

  /// Whether the bytes hold it.
  public func occurs(in bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { occurs(in: $0) }
  }

  /// The same for bytes in memory that the caller holds.
  func occurs(in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    switch kind {
    case .text(let needle): return needle.occurs(in: bytes)
    case .pattern(let pattern):
      if let lines = SearchedText.lines(of: bytes) {
        if lines.withUnsafeBufferPointer({ pattern.occurs(in: $0) }) { return true }
      } else if pattern.occurs(in: bytes) {
        return true
      }
      return JSONDocument.anyEscapedString(in: bytes) { pattern.occurs(in: $0) }
    }
  }
}

/// A compiled expression.
private final class Pattern {
  private let pattern: OpaquePointer

  init(_ expression: [UInt8]) throws(StoreError) {
    guard !expression.contains(0) else {
      throw StoreError(.invalid, "a regular expression cannot hold a NUL")
    }
    var message = [CChar](repeating: 0, count: 200)
    let text = expression.map { CChar(bitPattern: $0) } + [0]
    guard let pattern = versions_pattern_compile(text, &message, message.count) else {
      let reason = message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      throw StoreError(
        .invalid, "'\(printable(expression))' is no regular expression: \(printable(reason))",
        hints: ["without --regex it is looked for as it stands"])
    }
    self.pattern = pattern
  }

  deinit { versions_pattern_free(pattern) }

  func occurs(in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    versions_pattern_occurs(pattern, bytes.baseAddress, bytes.count) == 1
  }
}
