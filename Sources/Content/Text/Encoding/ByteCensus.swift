/// How many control characters a sample has that texts do not use.
struct ControlCount {
  private(set) var total = 0
  private let size: Int

  /// Counts C0 controls and DEL, except tab, line ends, form feed, backspace, escape and end of file.
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    size = bytes.count
    // Eight at a time, as most have none, and this is done for each version that is looked at.
    let raw = UnsafeRawBufferPointer(bytes)
    let (low, high) = (0x7F7F_7F7F_7F7F_7F7F as UInt64, 0x8080_8080_8080_8080 as UInt64)
    var index = 0
    while index < bytes.count {
      if index + 8 <= bytes.count {
        let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        let rest = word & low
        // The high bit stays clear in bytes below 0x20, and then in those that are 0x7F.
        let isOther = (rest &+ 0x6060_6060_6060_6060) & ((rest ^ low) &+ low) | word
        if isOther & high == high {
          index += 8
          continue
        }
      }
      for byte in bytes[index..<min(index + 8, bytes.count)] where byte < 0x20 || byte == 0x7F {
        if byte &- 0x08 >= 6, byte &- 0x1A >= 2 { total += 1 }
      }
      index += 8
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
