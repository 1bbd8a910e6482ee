/// Whether bytes are text, and in which encoding; everything else is data.
///
/// In this order: a known signature of a binary format is data; a byte order mark decides; valid
/// UTF-8 is UTF-8; with NUL bytes UTF-16 without mark is tried; then a damaged UTF-8 text, an older
/// encoding as the detector tells it, and last UTF-8 with invalid bytes. A NUL does not make a text
/// binary: data is what holds more control characters than a text can have, or mostly bytes that
/// stand for nothing.
public enum TextRecognition: Sendable, Hashable {
  /// Text, with the length in bytes of its byte order mark, 0 where there is none.
  case text(TextEncoding, markLength: Int)
  /// Not text.
  case data(Reason)

  /// Why bytes are not taken for text.
  public enum Reason: Sendable, Hashable {
    /// They begin as a well-known binary format does; its name.
    case signature(String)
    /// Too many control characters.
    case controlCharacters
    /// Mostly bytes that no text encoding explains.
    case undecodable
    /// More than 2 GiB: too large to be compared as text.
    case tooLarge
  }

  /// Recognises a text by its bytes alone; no name or extension is asked.
  public static func recognise(_ bytes: [UInt8]) -> TextRecognition {
    bytes.withUnsafeBufferPointer { recognise($0) }
  }

  static func recognise(_ bytes: UnsafeBufferPointer<UInt8>) -> TextRecognition {
    if bytes.isEmpty { return .text(.utf8, markLength: 0) }
    if bytes.count > Int(Int32.max) { return .data(.tooLarge) }
    if let name = BinarySignature.name(of: bytes) { return .data(.signature(name)) }
    if let type = FileSignatures.type(of: UnsafeRawBufferPointer(bytes)) {
      return .data(.signature(type.rawValue))
    }
    if let marked = byMark(bytes) { return marked }

    let firstInvalid = UTF8Check.firstInvalid(bytes)
    let hasNUL = ByteSearch.contains(0, in: bytes)
    if firstInvalid == bytes.count && !hasNUL {
      // Without a NUL there is hardly anything to doubt: the beginning is enough.
      let controls = ControlCount(UnsafeBufferPointer(rebasing: bytes.prefix(8192)))
      return controls.exceeds(oneIn: 3) ? .data(.controlCharacters) : .text(.utf8, markLength: 0)
    }
    // Bytes that are UTF-8 as well are UTF-16 only where nearly every other one is a NUL.
    if hasNUL, firstInvalid < bytes.count || bytes.count(of: 0) * 5 >= bytes.count * 2,
      let encoding = UTF16Guess.encoding(of: bytes)
    {
      return .text(encoding, markLength: 0)
    }
    let controls = ControlCount(bytes)
    if firstInvalid == bytes.count {
      return controls.exceeds(oneIn: 2) ? .data(.controlCharacters) : .text(.utf8, markLength: 0)
    }
    if controls.total > 1 && controls.exceeds(oneIn: 20) { return .data(.controlCharacters) }
    return withoutMark(bytes, firstInvalid: firstInvalid)
  }

  private static let sampleSize = 65_536

  private static func byMark(_ bytes: UnsafeBufferPointer<UInt8>) -> TextRecognition? {
    let candidates: [TextEncoding] = [
      .utf8, .utf32LittleEndian, .utf32BigEndian, .utf16LittleEndian, .utf16BigEndian,
    ]
    for encoding in candidates where bytes.starts(with: encoding.mark) {
      let length = encoding.mark.count
      if encoding == .utf8 { return .text(.utf8, markLength: length) }
      if encoding.unitWidth == 4 {
        guard bytes.count % 4 == 0, UTF32Units.areScalars(bytes, encoding) else { continue }
        return .text(encoding, markLength: length)
      }
      let units = UTF16Units(bytes, isBigEndian: encoding.isBigEndian, from: length)
      let count = UTF16Guess.census(of: units, limit: sampleSize)
      // A mark is strong evidence, so one doubtful unit in ten is put down to damage.
      if count.doubtful * 10 > count.total + 10 { return .data(.undecodable) }
      return .text(encoding, markLength: length)
    }
    return nil
  }

  private static func withoutMark(
    _ bytes: UnsafeBufferPointer<UInt8>, firstInvalid: Int
  ) -> TextRecognition {
    let damage = UTF8Damage(bytes, from: firstInvalid)
    let damaged = TextRecognition.text(.utf8, markLength: 0)
    if damage.validSequences > damage.invalidBytes * 2 { return damaged }
    if damage.brokenSequences < damage.strayBytes || damage.strayBytes == 0,
      let name = CharsetGuess.name(of: bytes, from: firstInvalid)
    {
      return .text(.legacy(name), markLength: 0)
    }
    return damage.invalidBytes * 3 > bytes.count ? .data(.undecodable) : damaged
  }
}
