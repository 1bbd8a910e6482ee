@_spi(_Unicode) import Swift

/// Unicode's canonical forms of a text.
///
/// The standard library keeps its normalisation for its own house and for Foundation; loading
/// Foundation for it would cost more than everything else here.
enum UnicodeForm: String {
  case nfc = "NFC"
  case nfd = "NFD"
  /// Neither: a mixture, or marks in another order.
  case neither = "not normalised"

  /// The composed form of valid UTF-8; equal for canonically equal texts, and only for them.
  static func composed(_ bytes: [UInt8]) -> [UInt8] {
    let text = String(decoding: bytes, as: UTF8.self)
    if text.unicodeScalars.allSatisfy({ isSettled($0.value) }) { return bytes }
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    for scalar in text._nfc {
      appendUTF8(scalar.value, to: &output)
    }
    return output
  }

  /// Whether a character is its own composed form and is composed with no other one.
  ///
  /// Only the most frequent such characters: asking the standard library costs far more.
  private static func isSettled(_ value: UInt32) -> Bool {
    switch value {
    case 0..<0x300, 0x400...0x482, 0x48A...0x52F, 0x2010...0x2027, 0x2030...0x205E,
      0x20A0...0x20C0, 0x3041...0x3096, 0x30A1...0x30FA, 0x4E00...0x9FFF, 0xAC00...0xD7A3,
      0x1F300...0x1FAFF:
      true
    default: false
    }
  }

  /// The form that a text is in; nil where composing and decomposing make no difference to it.
  static func form(of text: String) -> UnicodeForm? {
    let isComposed = text._nfc.elementsEqual(text.unicodeScalars)
    let isDecomposed = text._nfd.elementsEqual(text.unicodeScalars)
    switch (isComposed, isDecomposed) {
    case (true, true): return nil
    case (true, false): return .nfc
    case (false, true): return .nfd
    case (false, false): return .neither
    }
  }

  /// The forms of two texts that are canonically equal but differ in bytes; nil for all others.
  static func difference(
    _ old: ArraySlice<UInt8>, _ new: ArraySlice<UInt8>
  ) -> (from: UnicodeForm, to: UnicodeForm)? {
    guard old != new, UTF8Check.isValid(Array(old)), UTF8Check.isValid(Array(new)) else {
      return nil
    }
    let oldText = String(decoding: old, as: UTF8.self)
    let newText = String(decoding: new, as: UTF8.self)
    guard oldText == newText else { return nil }
    return (form(of: oldText) ?? .nfc, form(of: newText) ?? .nfc)
  }
}
