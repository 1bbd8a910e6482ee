/// Turns lines of one text into the bytes of another text's encoding.
struct TextEncoder {
  let encoding: TextEncoding

  /// Why a line cannot be written.
  enum Failure: Error {
    /// A character that the encoding does not have.
    case character(Unicode.Scalar)
    /// Bytes of the source that stand for no character.
    case invalidBytes
  }

  /// The content of a line, without its end.
  ///
  /// Bytes are taken as they are where both encodings are the same, odd ones included.
  func encode(_ line: Int, of text: TextContent) throws(Failure) -> [UInt8] {
    let raw = Array(text.content(ofLine: line))
    if text.encoding == encoding {
      if raw.count % encoding.unitWidth != 0 { throw .invalidBytes }
      return raw
    }
    let isASCII = raw.allSatisfy { $0 < 0x80 }
    if text.encoding.containsASCII, encoding.containsASCII, isASCII { return raw }
    let characters = Array(text.utf8Line(line))
    guard UTF8Check.isValid(characters) else { throw .invalidBytes }
    return try encode(characters)
  }

  /// Characters that are valid UTF-8.
  func encode(_ characters: [UInt8]) throws(Failure) -> [UInt8] {
    if encoding == .utf8 { return characters }
    let text = String(decoding: characters, as: UTF8.self)
    var output: [UInt8] = []
    switch encoding {
    case .utf8: break
    case .utf16LittleEndian:
      for unit in text.utf16 { output += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    case .utf16BigEndian:
      for unit in text.utf16 { output += [UInt8(unit >> 8), UInt8(unit & 0xFF)] }
    case .utf32LittleEndian, .utf32BigEndian:
      for scalar in text.unicodeScalars {
        let bytes = (0..<4).map { UInt8(truncatingIfNeeded: scalar.value >> ($0 * 8)) }
        output += encoding.isBigEndian ? bytes.reversed() : bytes
      }
    case .legacy(let name):
      guard let codec = LegacyCodec(from: "UTF-8", to: name) else { throw .invalidBytes }
      let step = characters.withUnsafeBufferPointer { codec.convert($0, into: &output) }
      if case .stopped(let offset) = step {
        let rest = String(decoding: characters[offset...], as: UTF8.self).unicodeScalars
        guard let scalar = rest.first else { throw .invalidBytes }
        throw .character(scalar)
      }
    }
    return output
  }
}
