/// How the bytes of a text stand for characters.
///
/// Unicode encodings are read by this module itself; `legacy` names are those that `iconv` takes,
/// in upper case as the detector says them.
public enum TextEncoding: Sendable, Hashable {
  /// UTF-8, possibly with invalid bytes in it. Plain ASCII counts as UTF-8.
  case utf8
  /// UTF-16, low byte first.
  case utf16LittleEndian
  /// UTF-16, high byte first.
  case utf16BigEndian
  /// UTF-32, low byte first.
  case utf32LittleEndian
  /// UTF-32, high byte first.
  case utf32BigEndian
  /// An older encoding that contains ASCII, such as `ISO-8859-1` or `SHIFT_JIS`.
  case legacy(String)

  /// Western European text in one byte a character.
  public static let latin1 = TextEncoding.legacy("ISO-8859-1")

  /// The name that people and programs know it by, such as `UTF-16LE`.
  public var name: String {
    switch self {
    case .utf8: "UTF-8"
    case .utf16LittleEndian: "UTF-16LE"
    case .utf16BigEndian: "UTF-16BE"
    case .utf32LittleEndian: "UTF-32LE"
    case .utf32BigEndian: "UTF-32BE"
    case .legacy(let name): name
    }
  }

  /// Bytes in one code unit: line ends are looked for at multiples of it.
  public var unitWidth: Int {
    switch self {
    case .utf8, .legacy: 1
    case .utf16LittleEndian, .utf16BigEndian: 2
    case .utf32LittleEndian, .utf32BigEndian: 4
    }
  }

  /// The bytes of U+FEFF in this encoding; empty for legacy encodings, which have no mark.
  public var mark: [UInt8] {
    switch self {
    case .utf8: [0xEF, 0xBB, 0xBF]
    case .utf16LittleEndian: [0xFF, 0xFE]
    case .utf16BigEndian: [0xFE, 0xFF]
    case .utf32LittleEndian: [0xFF, 0xFE, 0, 0]
    case .utf32BigEndian: [0, 0, 0xFE, 0xFF]
    case .legacy: []
    }
  }

  /// Whether a text of ASCII only has the same bytes in this encoding and in UTF-8.
  public var containsASCII: Bool { unitWidth == 1 }

  var isBigEndian: Bool { self == .utf16BigEndian || self == .utf32BigEndian }
}
