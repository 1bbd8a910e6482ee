import CSystem
import Content

/// What is looked for in versions: a text, or a POSIX extended regular expression.
public struct TextSearch {
  private let kind: Kind

  private enum Kind {
    /// The text, and the same in UTF-16 of both byte orders.
    case text(ByteSearch, little: ByteSearch, big: ByteSearch)
    case pattern(Pattern)
  }

  /// Looks for these bytes; in UTF-16 with a byte order mark for the same characters.
  public init(_ text: [UInt8]) {
    let units = String(decoding: text, as: UTF8.self).utf16
    kind = .text(
      ByteSearch(text),
      little: ByteSearch(
        units.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }),
      big: ByteSearch(
        units.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }))
  }

  /// Looks for a match of an expression inside a line; its characters are those of UTF-8.
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
    case .text(let plain, let little, let big):
      if plain.first(in: bytes) != nil { return true }
      if bytes.starts(with: [0xFF, 0xFE]) { return occurs(little, alignedIn: bytes) }
      if bytes.starts(with: [0xFE, 0xFF]) { return occurs(big, alignedIn: bytes) }
      return false
    case .pattern(let pattern): return pattern.occurs(in: bytes)
    }
  }

  /// Whether it stands at a whole code unit.
  private func occurs(
    _ search: ByteSearch, alignedIn bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    var start = 0
    while let place = search.first(in: bytes, from: start) {
      if place % 2 == 0 { return true }
      start = place + 1
    }
    return false
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
