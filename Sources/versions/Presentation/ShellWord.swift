/// A word as a shell reads it back, for commands that hints tell people to type.
enum ShellWord {
  /// The word itself where it is harmless, else in quotes; control characters and broken UTF-8 as `$'\x1b'`.
  static func quoted(_ bytes: [UInt8]) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    if !bytes.isEmpty, bytes.allSatisfy(isHarmless) { return text }
    let visible = VisibleText.bytes(bytes)
    if visible == bytes {
      var quoted = "'"
      for scalar in text.unicodeScalars {
        if scalar == "'" { quoted += "'\\''" } else { quoted.unicodeScalars.append(scalar) }
      }
      return quoted + "'"
    }
    var quoted = "$'"
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "'"), UInt8(ascii: "\\"):
        quoted += "\\" + String(UnicodeScalar(byte))
      case 0x20..<0x7F:
        quoted.unicodeScalars.append(UnicodeScalar(byte))
      default:
        quoted += "\\x" + VisibleText.hex(byte)
      }
    }
    return quoted + "'"
  }

  private static func isHarmless(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default:
      "-_./,:+@%^=".utf8.contains(byte)
    }
  }
}
