/// How many cells of a terminal a text takes.
///
/// Counted by what a person sees as one character: 2 for East Asian wide ones and for emoji, a
/// character followed by the emoji selector included; 1 for others; 0 for marks alone.
enum CellWidth {
  /// The width of visible text in UTF-8.
  static func of(_ text: [UInt8]) -> Int {
    if text.allSatisfy({ $0 < 0x80 }) { return text.count }
    // Latin letters below U+0300 neither join nor are wide: count what does not continue a scalar.
    if text.allSatisfy({ $0 < 0xCC }) { return text.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) } }
    return of(String(decoding: text, as: UTF8.self))
  }

  /// The width of visible text.
  static func of(_ text: String) -> Int {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
    return text.reduce(0) { $0 + of($1) }
  }

  /// The width of one character: that of its widest scalar.
  static func of(_ character: Character) -> Int {
    if character.isASCII { return 1 }
    var width = 0
    var isFirst = true
    for scalar in character.unicodeScalars {
      // The emoji selector only says something about a character that can be an emoji.
      if scalar == "\u{FE0F}", let base = character.unicodeScalars.first, base.properties.isEmoji {
        return 2
      }
      let next = of(scalar)
      // A skin tone or a joined emoji adds nothing to the first; a letter after a mark does.
      width = max(width, next)
      if isFirst, width == 2 { return 2 }
      isFirst = false
    }
    return width
  }

  /// The text cut to a width, with an ellipsis in the last cell where something is missing.
  static func truncated(_ text: [UInt8], to limit: Int) -> [UInt8] {
    guard limit > 0, of(text) > limit else { return limit > 0 ? text : [] }
    var kept: [UInt8] = []
    var width = 0
    for character in String(decoding: text, as: UTF8.self) {
      let next = of(character)
      if width + next > limit - 1 { break }
      width += next
      kept.append(contentsOf: character.utf8)
    }
    kept.append(contentsOf: "…".utf8)
    return kept
  }

  private static func of(_ scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x300 { return scalar.value == 0 ? 0 : 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: return isWide(scalar.value) || scalar.properties.isEmojiPresentation ? 2 : 1
    }
  }

  private static func isWide(_ scalar: UInt32) -> Bool {
    var low = 0
    var high = wide.count
    while low < high {
      let middle = (low + high) / 2
      if wide[middle].upperBound < scalar { low = middle + 1 } else { high = middle }
    }
    return low < wide.count && wide[low].contains(scalar)
  }

  /// What has the East Asian width W or F in Unicode 14; gaps without characters are included.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x231A...0x231B, 0x2329...0x232A, 0x23E9...0x23EC, 0x23F0...0x23F0,
    0x23F3...0x23F3, 0x25FD...0x25FE, 0x2614...0x2615, 0x2648...0x2653, 0x267F...0x267F,
    0x2693...0x2693, 0x26A1...0x26A1, 0x26AA...0x26AB, 0x26BD...0x26BE, 0x26C4...0x26C5,
    0x26CE...0x26CE, 0x26D4...0x26D4, 0x26EA...0x26EA, 0x26F2...0x26F3, 0x26F5...0x26F5,
    0x26FA...0x26FA, 0x26FD...0x26FD, 0x2705...0x2705, 0x270A...0x270B, 0x2728...0x2728,
    0x274C...0x274C, 0x274E...0x274E, 0x2753...0x2755, 0x2757...0x2757, 0x2795...0x2797,
    0x27B0...0x27B0, 0x27BF...0x27BF, 0x2B1B...0x2B1C, 0x2B50...0x2B50, 0x2B55...0x2B55,
    0x2E80...0x303E, 0x3041...0x3247, 0x3250...0x4DBF, 0x4E00...0xA4C6, 0xA960...0xA97C,
    0xAC00...0xD7A3, 0xF900...0xFAD9, 0xFE10...0xFE19, 0xFE30...0xFE6B, 0xFF01...0xFF60,
    0xFFE0...0xFFE6, 0x16FE0...0x1B2FB, 0x1F004...0x1F004, 0x1F0CF...0x1F0CF, 0x1F18E...0x1F18E,
    0x1F191...0x1F19A, 0x1F200...0x1F320, 0x1F32D...0x1F335, 0x1F337...0x1F37C, 0x1F37E...0x1F393,
    0x1F3A0...0x1F3CA, 0x1F3CF...0x1F3D3, 0x1F3E0...0x1F3F0, 0x1F3F4...0x1F3F4, 0x1F3F8...0x1F43E,
    0x1F440...0x1F440, 0x1F442...0x1F4FC, 0x1F4FF...0x1F53D, 0x1F54B...0x1F54E, 0x1F550...0x1F567,
    0x1F57A...0x1F57A, 0x1F595...0x1F596, 0x1F5A4...0x1F5A4, 0x1F5FB...0x1F64F, 0x1F680...0x1F6C5,
    0x1F6CC...0x1F6CC, 0x1F6D0...0x1F6D2, 0x1F6D5...0x1F6DF, 0x1F6EB...0x1F6EC, 0x1F6F4...0x1F6FC,
    0x1F7E0...0x1F7F0, 0x1F90C...0x1F93A, 0x1F93C...0x1F945, 0x1F947...0x1F9FF, 0x1FA70...0x1FAF6,
    0x20000...0x3FFFD,
  ]
}
