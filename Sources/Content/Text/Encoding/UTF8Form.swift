/// The characters of a text as UTF-8, line by line, as they are compared and shown.
///
/// For a text in UTF-8 these are its own bytes, invalid ones included. Other encodings are
/// converted; a byte there that stands for no character becomes 0xFF and the byte, which no valid
/// UTF-8 contains, so that nothing is lost and nothing is confused.
struct UTF8Form: Sendable {
  let bytes: [UInt8]
  let lines: LineTable
  /// Whether 0xFF announces a byte that could not be converted.
  let escapesRaw: Bool

  static let rawMarker: UInt8 = 0xFF

  /// A text in UTF-8: nothing to convert.
  init(utf8 bytes: [UInt8], lines: LineTable) {
    self.bytes = bytes
    self.lines = lines
    escapesRaw = false
  }

  /// Converts each line's content; line ends become one byte, whose kind is told elsewhere.
  ///
  /// Nil where the C library does not know the encoding.
  init?(
    converting bytes: UnsafeBufferPointer<UInt8>, lines: LineTable, encoding: TextEncoding
  ) {
    var decoder: TextDecoder
    if case .legacy(let name) = encoding {
      guard let codec = LegacyCodec(from: name, to: "UTF-8") else { return nil }
      decoder = TextDecoder(encoding: encoding, codec: codec)
    } else {
      decoder = TextDecoder(encoding: encoding, codec: nil)
    }
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var starts: [UInt32] = []
    var contentEnds: [UInt32] = []
    for line in 0..<lines.count {
      starts.append(UInt32(output.count))
      let content = UnsafeBufferPointer(rebasing: bytes[lines.content(line)])
      decoder.decode(content, into: &output)
      contentEnds.append(UInt32(output.count))
      if !lines.end(line).isEmpty { output.append(0x0A) }
      // Offsets are 32 bits wide; conversion can make a text larger.
      if output.count > Int(Int32.max) { return nil }
    }
    starts.append(UInt32(output.count))
    self.bytes = output
    self.lines = LineTable(starts: starts, contentEnds: contentEnds)
    escapesRaw = true
  }

  func line(_ index: Int) -> ArraySlice<UInt8> { bytes[lines.content(index)] }
}
