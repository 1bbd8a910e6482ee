/// File names as `git` writes them in patches: quoted like C strings where they are odd.
public enum QuotedName {
  /// The bytes of a name with a prefix such as `a/`, in double quotes where need be.
  ///
  /// Quoted are names with control characters, quotes, backslashes or bytes that are not UTF-8; with
  /// `quotesNonASCII` also all others beyond ASCII, as git does unless `core.quotePath` is off.
  public static func bytes(
    of name: [UInt8], prefix: String = "", quotesNonASCII: Bool = false
  ) -> [UInt8] {
    let isValid = UTF8Check.isValid(name)
    let octalHigh = quotesNonASCII || !isValid
    let isOdd = name.contains {
      $0 < 0x20 || $0 == 0x7F || $0 == 0x22 || $0 == 0x5C || ($0 >= 0x80 && octalHigh)
    }
    let whole = Array(prefix.utf8) + name
    guard isOdd else { return whole }
    var output: [UInt8] = [0x22]
    for byte in whole {
      if let letter = escapes[byte] {
        output += [0x5C, letter]
      } else if byte < 0x20 || byte == 0x7F || (byte >= 0x80 && octalHigh) {
        output += [0x5C, 0x30 + (byte >> 6), 0x30 + (byte >> 3 & 7), 0x30 + (byte & 7)]
      } else {
        output.append(byte)
      }
    }
    output.append(0x22)
    return output
  }

  private static let escapes: [UInt8: UInt8] = [
    0x07: UInt8(ascii: "a"), 0x08: UInt8(ascii: "b"), 0x09: UInt8(ascii: "t"),
    0x0A: UInt8(ascii: "n"), 0x0B: UInt8(ascii: "v"), 0x0C: UInt8(ascii: "f"),
    0x0D: UInt8(ascii: "r"), 0x22: 0x22, 0x5C: 0x5C,
  ]
}
