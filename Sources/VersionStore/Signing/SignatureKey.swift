/// The public key that a signature says it was made with (PROTOCOL.sshsig of OpenSSH).
enum SignatureKey {
  /// Reads it from the text of a signature; nil where that is none.
  static func bytes(ofSignature text: [UInt8]) -> [UInt8]? {
    let lines = text.split(separator: UInt8(ascii: "\n"))
    guard lines.first?.elementsEqual("-----BEGIN SSH SIGNATURE-----".utf8) == true else {
      return nil
    }
    var blob: [UInt8] = []
    var bits = 0
    var count = 0
    for digit in lines.dropFirst().prefix(while: { $0.first != UInt8(ascii: "-") }).joined() {
      guard let value = value(of: digit) else { break }
      bits = bits << 6 | value
      count += 6
      if count >= 8 {
        count -= 8
        blob.append(UInt8(truncatingIfNeeded: bits >> count))
        bits &= 1 << count - 1
      }
    }
    // A word, the number of the form, and the key with its length.
    guard blob.count >= 14, blob.starts(with: "SSHSIG".utf8) else { return nil }
    let length = blob[10..<14].reduce(0) { $0 << 8 | Int($1) }
    guard length <= blob.count - 14 else { return nil }
    return Array(blob[14..<(14 + length)])
  }

  /// What a digit of base 64 stands for (RFC 4648); nil for none.
  private static func value(of digit: UInt8) -> Int? {
    switch digit {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(digit - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(digit - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(digit - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
