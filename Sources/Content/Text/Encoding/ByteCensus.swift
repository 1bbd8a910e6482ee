/// How many control characters a sample has that texts do not use.
struct ControlCount {
  private(set) var total = 0
  private let size: Int

  /// Counts C0 controls and DEL, except tab, line ends, form feed, backspace, escape and end of file.
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    size = bytes.count
    for byte in bytes where byte < 0x20 || byte == 0x7F {
      switch byte {
      case 0x08...0x0D, 0x1A, 0x1B: continue
      default: total += 1
      }
    }
  }

  func exceeds(oneIn share: Int) -> Bool { total * share > size }
}

/// What the bytes that are not well-formed UTF-8 look like.
struct UTF8Damage {
  /// Well-formed sequences of two bytes or more.
  private(set) var validSequences = 0
  /// Bytes that belong to no well-formed sequence.
  private(set) var invalidBytes = 0
  /// Lead bytes followed by a continuation byte, but cut off, over-long or a surrogate.
  private(set) var brokenSequences = 0
  /// High bytes alone, as in encodings with one byte a character.
  private(set) var strayBytes = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>, from firstInvalid: Int) {
    var index = 0
    while index < bytes.count {
      if index < firstInvalid || bytes[index] < 0x80 {
        let next = UTF8Check.endOfASCII(bytes, from: index)
        if next > index {
          index = next
          continue
        }
      }
      let length = UTF8Check.sequenceLength(bytes, at: index)
      if length > 0 {
        validSequences += length > 1 ? 1 : 0
        index += length
        continue
      }
      var run = 1
      if bytes[index] >= 0xC0 {
        while run < 4, index + run < bytes.count, bytes[index + run] & 0xC0 == 0x80 { run += 1 }
      }
      if run > 1 { brokenSequences += 1 } else { strayBytes += 1 }
      invalidBytes += run
      index += run
    }
  }
}
