/// Characters that most typefaces draw like an ASCII one, and are something else.
///
/// A small table of what is met in practice: Cyrillic and Greek letters, full-width forms, dashes.
enum Lookalikes {
  /// The ASCII character that this one looks like, or itself.
  static func skeleton(of value: UInt32) -> UInt32 {
    if value < 0x80 { return value }
    if (0xFF01...0xFF5E).contains(value) { return value - 0xFEE0 }
    return table[value] ?? value
  }

  /// The characters by which two runs differ that look the same; empty where they look different.
  static func pairs(
    _ old: ArraySlice<UInt8>, _ new: ArraySlice<UInt8>
  ) -> [(Unicode.Scalar, Unicode.Scalar)] {
    let oldText = Array(String(decoding: old, as: UTF8.self).unicodeScalars)
    let newText = Array(String(decoding: new, as: UTF8.self).unicodeScalars)
    guard oldText.count == newText.count else { return [] }
    var found: [(Unicode.Scalar, Unicode.Scalar)] = []
    for (one, two) in zip(oldText, newText) where one != two {
      guard skeleton(of: one.value) == skeleton(of: two.value) else { continue }
      found.append((one, two))
    }
    return found
  }

  private static let table: [UInt32: UInt32] = {
    let groups: [(String, String)] = [
      ("АВЕЅІЈКМНОРСТХУаеѕіјорсухԁԛԝһ", "ABESIJKMHOPCTXYaesijopcyxdqwh"),
      ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧονρ", "ABEZHIKMNOPTYXovp"),
      ("‐‑‒–−", "-----"),
      ("ıⅠⅤⅩⅬⅭⅮⅯⅰⅴⅹⅼⅽⅾⅿ", "iIVXLCDMivxlcdm"),
      ("ʼ’‘ʹ", "''''"),
      ("Åµ", "\u{C5}\u{3BC}"),
    ]
    var table: [UInt32: UInt32] = [:]
    for (odd, plain) in groups {
      for (one, two) in zip(odd.unicodeScalars, plain.unicodeScalars) {
        table[one.value] = two.value
      }
    }
    return table
  }()
}
