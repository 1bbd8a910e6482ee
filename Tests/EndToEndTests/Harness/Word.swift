import Files

/// Bytes that stand for an argument, a name, a path or a content: names need not be UTF-8.
struct Word: Hashable, Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
  let bytes: [UInt8]

  init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }
  init(_ text: String) { bytes = Array(text.utf8) }
  init(_ path: FilePath) { bytes = path.bytes }
  init(stringLiteral value: String) { bytes = Array(value.utf8) }

  /// As text, for paths and messages of which it is known that they are UTF-8.
  var text: String { String(decoding: bytes, as: UTF8.self) }
  var description: String { text }

  static func + (a: Word, b: Word) -> Word { Word(a.bytes + b.bytes) }

  /// Lets words be made of pieces that are words themselves, byte for byte.
  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var bytes: [UInt8] = []

    init(literalCapacity: Int, interpolationCount: Int) {}
    mutating func appendLiteral(_ text: String) { bytes += text.utf8 }
    mutating func appendInterpolation(_ word: Word) { bytes += word.bytes }
    mutating func appendInterpolation<Value>(_ value: Value) { bytes += "\(value)".utf8 }
  }

  init(stringInterpolation pieces: StringInterpolation) { bytes = pieces.bytes }
}
