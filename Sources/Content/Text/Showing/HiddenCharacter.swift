/// Characters that the eye does not see, by their number and by a name for people.
public enum HiddenCharacter {
  /// Whether a character could steer a terminal, reorder a line or break it.
  static func steers(_ value: UInt32) -> Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x206F,
      0xFEFF, 0xFFF9...0xFFFB, 0xFDD0...0xFDEF:
      return true
    default: return value & 0xFFFE == 0xFFFE
    }
  }

  /// Whether a character takes no ink, or looks like an ordinary blank without being one.
  static func isInvisible(_ value: UInt32) -> Bool {
    if value < 0xA0 { return value < 0x20 || value >= 0x7F }
    return steers(value) || name(of: value) != nil
  }

  /// Whether a character is used in making emoji, or the shapes of some scripts.
  static func belongsToEmoji(_ value: UInt32) -> Bool {
    switch value {
    case 0x200C, 0x200D, 0xFE00...0xFE0F, 0xE0020...0xE007F: true
    default: false
    }
  }

  /// `U+200B zero width space`, for any character; the number alone where it has no name here.
  public static func description(of scalar: Unicode.Scalar) -> String {
    let number = code(scalar)
    return name(of: scalar.value).map { "\(number) \($0)" } ?? number
  }

  /// The number as Unicode writes it, with at least four digits.
  public static func code(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }

  /// A short name for a character that the eye does not see; nil for others.
  static func name(of value: UInt32) -> String? {
    if let name = names[value] { return name }
    switch value {
    case 0..<0x20, 0x7F..<0xA0: return "control character"
    case 0x180B...0x180F: return "Mongolian variation selector"
    case 0x2000...0x200A: return "typographic space"
    case 0x206A...0x206F: return "deprecated format character"
    case 0xFE00...0xFE0F: return "variation selector \(value - 0xFE00 + 1)"
    case 0xFFF9...0xFFFB: return "interlinear annotation"
    case 0xE0000...0xE007F: return "tag"
    case 0xE0100...0xE01EF: return "variation selector \(value - 0xE0100 + 17)"
    default: return nil
    }
  }

  private static let names: [UInt32: String] = [
    0x09: "tab", 0x1B: "escape",
    0xA0: "no-break space", 0xAD: "soft hyphen", 0x034F: "combining grapheme joiner",
    0x061C: "Arabic letter mark", 0x115F: "Hangul filler", 0x1160: "Hangul filler",
    0x1680: "Ogham space mark", 0x17B4: "Khmer inherent vowel", 0x17B5: "Khmer inherent vowel",
    0x180E: "Mongolian vowel separator", 0x2007: "figure space", 0x2009: "thin space",
    0x200A: "hair space", 0x200B: "zero width space", 0x200C: "zero width non-joiner",
    0x200D: "zero width joiner", 0x200E: "left-to-right mark", 0x200F: "right-to-left mark",
    0x2028: "line separator", 0x2029: "paragraph separator",
    0x202A: "left-to-right embedding", 0x202B: "right-to-left embedding",
    0x202C: "pop directional formatting", 0x202D: "left-to-right override",
    0x202E: "right-to-left override", 0x202F: "narrow no-break space",
    0x205F: "mathematical space", 0x2060: "word joiner", 0x2061: "function application",
    0x2062: "invisible times", 0x2063: "invisible separator", 0x2064: "invisible plus",
    0x2066: "left-to-right isolate", 0x2067: "right-to-left isolate",
    0x2068: "first strong isolate", 0x2069: "pop directional isolate",
    0x2800: "blank braille pattern", 0x3000: "ideographic space", 0x3164: "Hangul filler",
    0xFE0E: "text variation selector", 0xFE0F: "emoji variation selector",
    0xFEFF: "zero width no-break space", 0xFFA0: "Hangul filler",
  ]
}
