/// Tells text from other bytes by samples of a bounded size.
///
/// Valid UTF-8 and UTF-16 may hold control characters and even zero bytes; in other encodings
/// their share tells, because compressed or compiled bytes hold about one in ten.
enum TextSample {
  /// The bytes looked at, from the front; a quarter as many from the end.
  private static let size = 16 * 1024

  /// Whether bytes read as text; `expected` says that the name promises it.
  static func isText(_ bytes: UnsafeRawBufferPointer, expected: Bool) -> Bool {
    if hasWideMark(bytes) { return true }
    let text = bytes.bindMemory(to: UInt8.self)
    let front = Count(UnsafeBufferPointer(rebasing: text.prefix(size)))
    if front.looksLikeUTF16(evenLength: bytes.count % 2 == 0) { return true }
    guard front.isText(expected: expected) else { return false }
    guard text.count > size else { return true }
    return Count(UnsafeBufferPointer(rebasing: text.suffix(size / 4))).isText(expected: expected)
  }

  private static func hasWideMark(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count >= 2 else { return false }
    return bytes[0] == 0xFF && bytes[1] == 0xFE || bytes[0] == 0xFE && bytes[1] == 0xFF
  }

  /// What a sample holds.
  private struct Count {
    var total = 0
    var controls = 0
    var zerosAtEven = 0
    var zerosAtOdd = 0
    var invalid = 0

    init(_ text: UnsafeBufferPointer<UInt8>) {
      total = text.count
      var at = 0
      while at < text.count {
        let byte = text[at]
        if byte >= 0x80 {
          if let length = JSONUTF8.length(text, at, surrogates: false) {
            at += length
            continue
          }
          // A sequence that the sample's edges cut is not wrong.
          if at > 3, text.count - at > 3 { invalid += 1 }
        } else if byte == 0 {
          if at % 2 == 0 { zerosAtEven += 1 } else { zerosAtOdd += 1 }
          controls += 1
        } else if byte < 0x20, byte != 0x1B, !(0x08...0x0D).contains(byte) {
          controls += 1
        }
        at += 1
      }
    }

    func looksLikeUTF16(evenLength: Bool) -> Bool {
      guard total >= 4 else { return false }
      let most = max(zerosAtEven, zerosAtOdd)
      let least = min(zerosAtEven, zerosAtOdd)
      let others = controls - most - least
      return most * 10 >= total * 3 && least * 20 <= total && others * 50 <= total
    }

    func isText(expected: Bool) -> Bool {
      if invalid == 0 { return controls * 10 <= total * 3 }
      let share = expected ? 20 : 50
      return controls <= 1 || controls * share <= total
    }
  }
}
