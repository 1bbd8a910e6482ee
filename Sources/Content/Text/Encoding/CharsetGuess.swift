import Cuchardet

/// The older encoding that a text is in, as uchardet tells it and the text itself bears out.
///
/// The detector has no measure of confidence in its interface, so its answer counts only where the
/// bytes around the first odd one decode without gaps, to letters and signs and no C1 controls.
/// Where the answer and ISO-8859-1 give the same characters, the simpler name is kept.
enum CharsetGuess {
  private static let sampleSize = 65_536

  /// The name for `iconv`, or nil where nothing is certain enough.
  static func name(of bytes: UnsafeBufferPointer<UInt8>, from firstOdd: Int) -> String? {
    // Whole lines around the first odd byte: a cut inside a character would spoil the check.
    var start = max(0, firstOdd - 4096)
    while start > 0, bytes[start - 1] != 0x0A, firstOdd - start < 65_536 { start -= 1 }
    var end = min(bytes.count, start + sampleSize)
    if end < bytes.count {
      var cut = end
      while cut > firstOdd + 1, bytes[cut - 1] != 0x0A { cut -= 1 }
      if cut > firstOdd + 1 { end = cut }
    }
    let sample = UnsafeBufferPointer(rebasing: bytes[start..<end])
    guard let answer = detect(sample) else { return nil }
    for candidate in [answer, "WINDOWS-1252"] {
      guard let decoded = plausible(sample, as: candidate) else { continue }
      if candidate != "ISO-8859-1", plausible(sample, as: "ISO-8859-1") == decoded {
        return "ISO-8859-1"
      }
      return candidate
    }
    return nil
  }

  private static func detect(_ sample: UnsafeBufferPointer<UInt8>) -> String? {
    guard let detector = uchardet_new() else { return nil }
    defer { uchardet_delete(detector) }
    let failed = sample.withMemoryRebound(to: CChar.self) {
      uchardet_handle_data(detector, $0.baseAddress, $0.count)
    }
    guard failed == 0 else { return nil }
    uchardet_data_end(detector)
    guard let answer = uchardet_get_charset(detector) else { return nil }
    let name = String(cString: answer)
    return name.isEmpty || name.hasPrefix("UTF-") || name == "ASCII" ? nil : name
  }

  private static func plausible(_ sample: UnsafeBufferPointer<UInt8>, as name: String) -> [UInt8]? {
    guard let codec = LegacyCodec(from: name, to: "UTF-8") else { return nil }
    var decoded: [UInt8] = []
    decoded.reserveCapacity(sample.count * 2)
    guard case .done = codec.convert(sample, into: &decoded) else { return nil }
    for scalar in String(decoding: decoded, as: UTF8.self).unicodeScalars
    where scalar.value >= 0x80 {
      switch scalar.properties.generalCategory {
      case .control, .unassigned, .privateUse, .surrogate: return nil
      default: continue
      }
    }
    return decoded
  }
}
