/// How many columns of a terminal a character takes.
///
/// East Asian wide and full-width characters and emoji take two, combining marks none. A cluster
/// with the emoji selector U+FE0F, a joiner, a skin tone or a flag takes two, however many scalars
/// it has. After Unicode Standard Annex 11.
public enum CellWidth {
  /// The width of a text that holds no control characters.
  public static func of(_ text: String) -> Int {
    var total = 0
    for character in text { total += width(character.unicodeScalars) }
    return total
  }

  /// The width of one grapheme cluster.
  public static func of(_ character: Character) -> Int { width(character.unicodeScalars) }

  static func width(_ scalars: some Sequence<Unicode.Scalar>) -> Int {
    var total = 0
    var first: Unicode.Scalar?
    for scalar in scalars {
      first = first ?? scalar
      switch scalar.value {
      case 0x20...0x7E: total += 1
      // The selector only says something about a character that can be an emoji.
      case 0xFE0F where first?.properties.isEmoji == true: return 2
      case 0x200D where total == 2, 0x1F3FB...0x1F3FF where total > 0, 0x20E3 where total > 0:
        return 2
      case 0x1F1E6...0x1F1FF: return 2
      default: total += width(scalar)
      }
    }
    return total
  }

  /// The width of one scalar by itself.
  static func width(_ scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if value < 0x7F { return value < 0x20 ? 0 : 1 }
    if value < 0x300 { return value < 0xA0 || value == 0xAD ? 0 : 1 }
    if isWide(value) || scalar.properties.isEmojiPresentation { return 2 }
    // Vowels and finals of Hangul are drawn inside the syllable that their first consonant began.
    if (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FF).contains(value) { return 0 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control, .lineSeparator,
      .paragraphSeparator:
      return 0
    default: return 1
    }
  }

  private static func isWide(_ value: UInt32) -> Bool {
    guard value >= 0x1100 else { return false }
    return wide.contains { $0.contains(value) }
  }

  /// Wide and full-width ranges other than emoji.
  private static let wide: [ClosedRange<UInt32>] = [
    0x4E00...0xA4CF, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0x4DBF, 0xAC00...0xD7A3,
    0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1100...0x115F, 0x2329...0x232A, 0xA960...0xA97C,
    0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0x16FE0...0x18D8F, 0x1AFF0...0x1B2FF,
    0x1F200...0x1F265, 0x20000...0x3FFFD,
  ]
}
