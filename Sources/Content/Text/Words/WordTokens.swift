/// The words of one line: runs of letters and digits, runs of blanks, and all other clusters singly.
///
/// Where a script is written without blanks (Chinese, Japanese, Thai and others) and for emoji, each
/// grapheme cluster is a word of its own.
struct WordTokens {
  enum Kind: UInt8 {
    case word
    case blank
    case sign
    case lineBreak
  }

  struct Token {
    /// Bytes within the line.
    var bytes: Range<Int32>
    /// Grapheme clusters within the line.
    var clusters: Range<Int32>
    var kind: Kind
  }

  private(set) var tokens: [Token] = []
  let clusters: Clusters

  init(_ line: ArraySlice<UInt8>, escapesRaw: Bool) {
    clusters = Clusters(line, escapesRaw: escapesRaw)
    let clusters = clusters
    tokens.reserveCapacity(clusters.count / 4 + 1)
    line.withUnsafeBufferPointer { bytes in
      for index in 0..<clusters.count {
        let range = clusters.range(index)
        let (kind, joins) = Self.kind(of: bytes, range)
        let end = Int32(truncatingIfNeeded: range.upperBound)
        let next = Int32(truncatingIfNeeded: index + 1)
        if joins, let last = tokens.indices.last, tokens[last].kind == kind {
          tokens[last].bytes = tokens[last].bytes.lowerBound..<end
          tokens[last].clusters = tokens[last].clusters.lowerBound..<next
        } else {
          tokens.append(
            Token(
              bytes: Int32(truncatingIfNeeded: range.lowerBound)..<end,
              clusters: (next - 1)..<next, kind: kind))
        }
      }
    }
  }

  private static func kind(
    of bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) -> (Kind, joins: Bool) {
    let first = bytes[range.lowerBound]
    if first < 0x80 {
      switch first {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F: return (.word, true)
      case 0x20, 0x09: return (.blank, true)
      default: return (.sign, false)
      }
    }
    let length = UTF8Check.sequenceLength(bytes, at: range.lowerBound)
    guard length > 0,
      let scalar = Unicode.Scalar(decodeValidUTF8(bytes, at: range.lowerBound, length: length))
    else { return (.sign, false) }
    return isPartOfWord(scalar) ? (.word, true) : (.sign, false)
  }

  private static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xC0...0x24F: return scalar.value != 0xD7 && scalar.value != 0xF7
    case 0x370...0x5FF: return scalar.properties.isAlphabetic
    case 0x0E00...0x0EFF, 0x0F00...0x109F, 0x1780...0x17FF, 0x1950...0x19DF, 0x1A20...0x1AAF,
      0x2E80...0xA4CF, 0xA9E0...0xA9FF, 0xAA60...0xAADF, 0xF900...0xFAFF, 0xFF00...0xFFEF,
      0x1AFF0...0x1B2FF, 0x20000...0x3FFFF:
      return false
    default:
      switch scalar.properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
        .decimalNumber, .nonspacingMark, .spacingMark:
        return true
      default: return false
      }
    }
  }
}
