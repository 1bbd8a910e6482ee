/// Makes text from documents harmless for a terminal.
enum Visible {
  /// Control characters, marks of direction, line separators and tags outside of a flag as `\u{1b}`;
  /// past a limit cut.
  static func text(_ text: String, limit: Int = .max) -> String {
    shown(text, limit: limit, revealing: false)
  }

  /// The same, with what the eye does not see as escapes, too: odd blanks and zero-width spaces, but
  /// not what emoji are made with.
  static func revealed(_ text: String, limit: Int = .max) -> String {
    shown(text, limit: limit, revealing: true)
  }

  private static func shown(_ text: String, limit: Int, revealing: Bool) -> String {
    var result = ""
    var count = 0
    for character in text {
      if count == limit { return result + "…" }
      count += 1
      // Tags spell the flags of England, Scotland and Wales after a black flag; elsewhere they hide.
      let isFlag = character.unicodeScalars.first == "\u{1F3F4}"
      for scalar in character.unicodeScalars {
        let isTag = (0xE0000...0xE007F).contains(scalar.value)
        let isHidden =
          revealing && HiddenCharacter.isInvisible(scalar.value)
          && !HiddenCharacter.belongsToEmoji(scalar.value)
        if isUnsafe(scalar.value) || isHidden || isTag && !isFlag {
          result += scalar == "\n" ? "\\n" : "\\u{\(String(scalar.value, radix: 16))}"
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result
  }

  /// Whether a scalar steers a terminal or turns the direction of what stands around it.
  static func isUnsafe(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0..<0x20, 0x7F..<0xA0, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x206F, 0x061C, 0xFEFF:
      true
    default: false
    }
  }
}
