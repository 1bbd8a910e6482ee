import Git

/// Which version is meant, as a person or script writes it.
///
/// `12`, `first`, `latest`, `current`, `saved`, a label, `label:TEXT`, a time, `commit:<hex>`, each
/// with `~N` for so many versions before it. A bare word is a keyword, a number, a time, a label:
/// the first of these that it can be.
public struct VersionSelector: Hashable, Sendable {
  /// What a selector begins from.
  public enum Base: Hashable, Sendable {
    /// The version's number, as large or small as it was written.
    case number(Int)
    /// The oldest version.
    case first
    /// The newest version.
    case latest
    /// The file as it is on disk.
    case current
    /// The newest explicit save.
    case saved
    /// The version with a label, by its bytes.
    case label([UInt8])
    /// The version in force at a time.
    case time(TimeExpression)
    /// The version whose commit begins with these digits, in lower case.
    case commit([UInt8])
  }

  /// What it begins from.
  public let base: Base
  /// How many versions before that one.
  public let stepsBack: Int
  /// As it was written.
  public let text: [UInt8]
  /// What the label is where a `~N` at the end belongs to it.
  let wholeLabel: [UInt8]?

  /// The newest version.
  public static let latest = VersionSelector(.latest)
  /// The file as it is on disk.
  public static let current = VersionSelector(.current)

  private init(_ base: Base) {
    self.base = base
    stepsBack = 0
    text = Array((base == .latest ? "latest" : "current").utf8)
    wholeLabel = nil
  }

  /// Selects a version by its number.
  public init(number: Int) {
    base = .number(number)
    stepsBack = 0
    text = Array(String(number).utf8)
    wholeLabel = nil
  }

  /// Reads a selector.
  /// - Throws: `invalid` where it cannot be one, whatever the document.
  public init(_ text: String) throws(StoreError) {
    try self.init(Array(text.utf8))
  }

  /// Reads a selector.
  /// - Throws: `invalid` where it cannot be one, whatever the document.
  public init(_ text: [UInt8]) throws(StoreError) {
    guard !text.isEmpty else {
      throw StoreError(.invalid, "a version cannot be an empty text", hints: [Self.overview])
    }
    self.text = text
    var rest = text[...]
    var steps = 0
    while let tilde = rest.lastIndex(of: UInt8(ascii: "~")) {
      let digits = rest[(tilde + 1)...]
      guard !digits.isEmpty, digits.allSatisfy(Self.isDigit) else { break }
      // `label:~1` steps back from nothing, so it is the label "~1".
      if rest[..<tilde].elementsEqual(Self.labelMark) { break }
      steps = min(steps + Self.magnitude(digits), Self.limit)
      rest = rest[..<tilde]
    }
    stepsBack = steps
    let start = Array(rest)
    guard !start.isEmpty else {
      throw StoreError(
        .invalid, "'\(printable(text))' does not say before which version",
        hints: ["before the latest one: latest\(printable(text))"])
    }
    base = try Self.base(start)
    guard case .label(let label) = base else {
      wholeLabel = nil
      return
    }
    try Self.rejectBadSteps(start, in: text)
    wholeLabel = label + text[start.count...]
  }

  /// One line that says what a selector can be.
  static let overview =
    "a version is its number, a time, a label, or one of first, latest, saved, current"

  private static let labelMark = Array("label:".utf8)
  private static let commitMark = Array("commit:".utf8)

  private static func base(_ text: [UInt8]) throws(StoreError) -> Base {
    if text.elementsEqual("first".utf8) { return .first }
    if text.elementsEqual("latest".utf8) { return .latest }
    if text.elementsEqual("current".utf8) { return .current }
    if text.elementsEqual("saved".utf8) { return .saved }
    if text.starts(with: labelMark) {
      let label = Array(text[labelMark.count...])
      guard !label.isEmpty else {
        throw StoreError(.invalid, "'label:' is to be followed by the label")
      }
      return .label(label)
    }
    if text.starts(with: commitMark) { return .commit(try commit(text)) }
    if let number = number(text) { return .number(number) }
    if let time = TimeExpression(text) { return .time(time) }
    return .label(text)
  }

  private static func commit(_ text: [UInt8]) throws(StoreError) -> [UInt8] {
    let digits = text[commitMark.count...]
    guard digits.allSatisfy({ hexDigit($0) != nil }) else {
      throw StoreError(
        .invalid, "'\(printable(text))' is no commit: only 0-9 and a-f can follow 'commit:'")
    }
    guard (4...40).contains(digits.count) else {
      throw StoreError(
        .invalid,
        "'\(printable(text))' has \(digits.count) digits: a commit is given by 4 to 40 of them")
    }
    return digits.map { (0x41...0x46).contains($0) ? $0 + 0x20 : $0 }
  }

  private static func number(_ text: [UInt8]) -> Int? {
    let isNegative = text.first == UInt8(ascii: "-")
    let digits = isNegative ? text.dropFirst() : text[...]
    guard !digits.isEmpty, digits.allSatisfy(isDigit) else { return nil }
    return isNegative ? -magnitude(digits) : magnitude(digits)
  }

  /// What can only be a slip: `latest~`, `12~x`, `10:00~-1`. A label may hold "~" anywhere.
  private static func rejectBadSteps(_ start: [UInt8], in text: [UInt8]) throws(StoreError) {
    guard !start.starts(with: labelMark), let tilde = start.lastIndex(of: UInt8(ascii: "~"))
    else { return }
    let before = Array(start[..<tilde])
    if !before.isEmpty, case .label = try base(before) { return }
    let hint = before.isEmpty ? "latest" : printable(before)
    throw StoreError(
      .invalid, "in '\(printable(text))' a number of versions is to follow '~'",
      hints: ["the version before it: \(hint)~1"])
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  /// More versions than any document has.
  private static let limit = Int(Int32.max)

  /// The value of digits, held to the limit.
  private static func magnitude(_ digits: ArraySlice<UInt8>) -> Int {
    var value = 0
    for digit in digits {
      value = value * 10 + Int(digit - 0x30)
      if value > limit { return limit }
    }
    return value
  }
}

/// What a selector led to.
public enum SelectedVersion: Sendable, Equatable {
  /// A version of the document's history.
  case version(Version)
  /// The file as it is on disk.
  case current
}
