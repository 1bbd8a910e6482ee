import Git

/// Percent-encoding as the storage format has it: of messages, and of names in trees.
enum PercentEncoding {
  /// A path for subjects and trailers: what is no printable UTF-8, and `%`, is encoded.
  static func encodeForMessage(_ path: [UInt8]) -> [UInt8] {
    // Almost every path is plain.
    if path.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "%") })
      && path.last != UInt8(ascii: " ")
    {
      return path
    }
    var encoded: [UInt8] = []
    forEachScalar(in: path) { scalar, raw in
      if let scalar, !isControl(scalar), scalar != "%" {
        encoded += raw
      } else {
        for byte in raw { append(byte, to: &encoded) }
      }
    }
    // A blank at the end would not survive programs that tidy messages.
    if encoded.last == UInt8(ascii: " ") {
      encoded.removeLast()
      append(UInt8(ascii: " "), to: &encoded)
    }
    return encoded
  }

  /// A name for a tree: `%` is encoded, and the first byte of a name that git treats specially.
  static func encodeForTree(_ name: [UInt8]) -> [UInt8] {
    var encoded: [UInt8] = []
    encoded.reserveCapacity(name.count)
    let special = isSpecial(name)
    for (index, byte) in name.enumerated() {
      // Git takes a backslash for a separator when it looks for names that are special on Windows.
      if byte == UInt8(ascii: "%") || byte == UInt8(ascii: "\\") || (special && index == 0) {
        append(byte, to: &encoded)
      } else {
        encoded.append(byte)
      }
    }
    return encoded
  }

  /// The bytes that an encoded text stands for; a `%` without two digits stands for itself.
  static func decode(_ encoded: some Collection<UInt8>) -> [UInt8] {
    let bytes = Array(encoded)
    guard bytes.contains(UInt8(ascii: "%")) else { return bytes }
    var decoded: [UInt8] = []
    var position = 0
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "%"), position + 2 < bytes.count,
        let high = hexDigit(bytes[position + 1]), let low = hexDigit(bytes[position + 2])
      {
        decoded.append(high << 4 | low)
        position += 3
      } else {
        decoded.append(bytes[position])
        position += 1
      }
    }
    return decoded
  }

  /// Whether git gives a name a meaning of its own, on any system: `.git`, `.gitmodules`,
  /// `.gitattributes`, `.mailmap` …, in any case, with what HFS+ ignores, and as the short names
  /// that NTFS makes of them (`git~1`, `gi7eba~1`). More names than git refuses may be encoded.
  static func isSpecial(_ name: [UInt8]) -> Bool {
    guard let first = name.first, first < 0x80 || first == 0xE2 || first == 0xEF else {
      return false
    }
    var folded: [UInt8] = []
    forEachScalar(in: name) { scalar, raw in
      guard let scalar else { return folded += raw }
      switch scalar.value {
      // What HFS+ leaves out when it compares (Apple TN1150; git's utf8.c has the same list).
      case 0x200C...0x200F, 0x202A...0x202E, 0x206A...0x206F, 0xFEFF: break
      case 0x41...0x5A: folded.append(UInt8(scalar.value) + 32)
      default: folded += raw
      }
    }
    if folded.starts(with: ".git".utf8) || folded.starts(with: ".mailmap".utf8) { return true }
    // NTFS: up to six characters of the name or a hash, a tilde, a digit.
    guard let tilde = folded.prefix(8).firstIndex(of: UInt8(ascii: "~")), tilde + 1 < folded.count,
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(folded[tilde + 1])
    else { return false }
    return folded.starts(with: "gi".utf8) || folded.starts(with: "ma".utf8)
  }

  private static func append(_ byte: UInt8, to encoded: inout [UInt8]) {
    encoded.append(UInt8(ascii: "%"))
    encoded += hexadecimalByte(byte, upperCase: true)
  }
}

/// The two digits of a byte.
func hexadecimalByte(_ byte: UInt8, upperCase: Bool = false) -> [UInt8] {
  [byte >> 4, byte & 15].map {
    $0 < 10 ? UInt8(ascii: "0") + $0 : UInt8(ascii: upperCase ? "A" : "a") + $0 - 10
  }
}

/// Goes through bytes as UTF-8: each scalar with its bytes, or nil with one byte that is in none.
func forEachScalar(
  in bytes: [UInt8], _ body: (Unicode.Scalar?, ArraySlice<UInt8>) -> Void
) {
  var position = 0
  while position < bytes.count {
    let first = bytes[position]
    if first < 0x80 {
      body(Unicode.Scalar(first), bytes[position...position])
      position += 1
      continue
    }
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
    let raw = bytes[position..<min(position + length, bytes.count)]
    var iterator = raw.makeIterator()
    var decoder = UTF8()
    if first >= 0xC2, raw.count == length,
      case .scalarValue(let scalar) = decoder.decode(&iterator),
      UTF8.width(scalar) == length
    {
      body(scalar, raw)
      position += length
    } else {
      body(nil, bytes[position...position])
      position += 1
    }
  }
}

/// Whether a scalar controls a terminal or the direction of text rather than showing something.
func isControl(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0..<0x20, 0x7F..<0xA0, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
  default: false
  }
}
