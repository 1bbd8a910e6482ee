/// A text that is looked for in content of any kind, as a reader of it would.
///
/// First the bytes themselves; where they are not there, the same characters in the encoding that
/// the content is in, at whole code units, and in the strings of JSON with their escapes resolved.
/// A text in another Unicode form is not found.
public struct TextNeedle: Sendable {
  private let plain: ByteSearch
  private let isASCII: Bool
  /// Whether it is characters, so that other encodings can spell it.
  private let isText: Bool

  /// Prepares a search for these bytes.
  public init(_ bytes: [UInt8]) {
    plain = ByteSearch(bytes)
    isASCII = bytes.allSatisfy { $0 < 0x80 }
    isText = !bytes.isEmpty && UTF8Check.isValid(bytes)
  }

  /// Whether content holds it.
  public func occurs(in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    if plain.first(in: bytes) != nil { return true }
    guard isText else { return false }
    return occursEncoded(in: bytes)
      || JSONDocument.anyEscapedString(in: bytes) { plain.first(in: $0) != nil }
  }

  private func occursEncoded(in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    // ASCII looks otherwise only where code units are wider than a byte.
    if isASCII, !SearchedText.mayBeWide(bytes) { return false }
    guard SearchedText.mayBeEncoded(bytes),
      case .text(let encoding, let mark) = TextRecognition.recognise(bytes), encoding != .utf8,
      let spelled = try? TextEncoder(encoding: encoding).encode(plain.needle)
    else { return false }
    let search = ByteSearch(spelled)
    var start = mark
    while let place = search.first(in: bytes, from: start) {
      if (place - mark) % encoding.unitWidth == 0 { return true }
      start = place + 1
    }
    return false
  }
}

/// Content as it is looked through for what stands in its lines.
public enum SearchedText {
  /// The lines as UTF-8, each ended by one LF; nil where the bytes are that already, or no text.
  public static func lines(of bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard ByteSearch.contains(0x0D, in: bytes) || mayBeEncoded(bytes),
      let text = TextContent(recognising: Array(bytes))
    else { return nil }
    var lines: [UInt8] = []
    lines.reserveCapacity(bytes.count)
    for line in 0..<text.lines.count {
      lines += text.utf8Line(line)
      if text.lineEnd(line) != nil { lines.append(0x0A) }
    }
    return lines
  }

  /// Whether the code units may be wider than a byte.
  static func mayBeWide(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
      || ByteSearch.contains(0, in: bytes)
  }

  /// Whether the bytes may stand for other characters than those of UTF-8.
  static func mayBeEncoded(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    mayBeWide(bytes) || UTF8Check.firstInvalid(bytes) < bytes.count
  }
}

extension JSONDocument {
  /// Whether a key or string that is written with escapes answers to a question about what it says.
  ///
  /// False for all that is not JSON.
  public static func anyEscapedString(
    in bytes: UnsafeBufferPointer<UInt8>, _ answers: (UnsafeBufferPointer<UInt8>) -> Bool
  ) -> Bool {
    guard ByteSearch.contains(JSONByte.backslash, in: bytes), mayBeContainer(bytes),
      let document = try? JSONDocument(parsing: Array(bytes))
    else { return false }
    return document.nodes.indices.contains { index in
      let node = document.nodes[index]
      guard node.link == 1, document.source.text[Int(node.start)] == JSONByte.quote else {
        return false
      }
      return document.characters(of: Node(index)).withUnsafeBufferPointer(answers)
    }
  }

  /// Whether the first character, in any encoding that JSON comes in, begins an array or object.
  private static func mayBeContainer(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    for byte in bytes.prefix(4096) {
      switch byte {
      case 0xEF, 0xBB, 0xBF, 0xFE, 0xFF, 0, 0x20, 0x09, 0x0A, 0x0D: continue
      default: return byte == JSONByte.openBrace || byte == JSONByte.openBracket
      }
    }
    return false
  }
}
