/// A difference in form only.
public struct FormatChange: Hashable, Sendable {
  /// What differs.
  public enum What: String, Hashable, Sendable {
    /// How the characters are stored.
    case encoding
    /// Whether the bytes begin with a mark.
    case byteOrderMark
    /// LF, CRLF, CR, or a mixture of them.
    case lineEnds
    /// Whether the last line is ended.
    case finalNewline
    /// Composed or decomposed accents, and the like, in strings.
    case normalisation
    /// White space, order of keys, spelling of numbers and strings.
    case jsonFormatting
    /// The keys that spell a drawing.
    case drawingFormat
  }

  /// What differs.
  public let what: What
  /// The older form, for people.
  public let from: String
  /// The newer form, for people.
  public let to: String
  /// The paths of values in the newer document that it concerns; empty where it is the whole.
  public var paths: [String] = []
  /// How many values it concerns; 0 where it is the whole.
  public var pathCount = 0

  init(what: What, from: String, to: String) {
    self.what = what
    self.from = from
    self.to = to
  }

  /// Values whose characters are the same in another Unicode form.
  ///
  /// - Parameter values: Each with its path and its forms; not empty.
  static func normalisation(
    _ values: [(path: String, from: UnicodeForm, to: UnicodeForm)]
  ) -> FormatChange? {
    guard let first = values.first else { return nil }
    let from = values.allSatisfy { $0.from == first.from } ? first.from : .neither
    let to = values.allSatisfy { $0.to == first.to } ? first.to : .neither
    var change = FormatChange(what: .normalisation, from: from.rawValue, to: to.rawValue)
    change.paths = values.prefix(TextFormatChange.mostLines).map(\.path)
    change.pathCount = values.count
    return change
  }
}

extension FormatChange {
  /// The change for programs.
  public var tree: JSONTree {
    .members([
      "kind": .string("formatChanged"), "what": .string(what.rawValue), "from": .string(from),
      "to": .string(to),
      "paths": pathCount > 0 ? .array(paths.map { .string($0) }) : nil,
      "pathCount": pathCount > 0 ? .integer(pathCount) : nil,
    ])
  }

  /// The change for people.
  public var sentence: String {
    switch what {
    case .encoding: "encoding \(from) → \(to)"
    case .byteOrderMark: to == "present" ? "byte order mark added" : "byte order mark removed"
    case .lineEnds: "line ends \(from) → \(to)"
    case .finalNewline: to == "present" ? "final newline added" : "final newline removed"
    case .normalisation: "same characters, different encoding form: \(from) → \(to)" + places
    case .jsonFormatting: "formatting \(from) → \(to)"
    case .drawingFormat: "format \(from) → \(to)"
    }
  }
}

extension FormatChange {
  /// Which values it concerns.
  private var places: String {
    guard pathCount > 0 else { return "" }
    let more = pathCount > paths.count ? " and \(pathCount - paths.count) more" : ""
    return " (" + paths.map { Visible.revealed($0) }.joined(separator: ", ") + more + ")"
  }
}

/// Finds out in what the spellings of two equal values differ.
struct SpellingComparison {
  private let mine: JSONView
  private let theirs: JSONView
  private(set) var keyOrder = false
  private(set) var numbers = false
  private(set) var strings = false
  /// Whether strings are in another Unicode form.
  private(set) var forms = false

  init(_ mine: JSONView, _ theirs: JSONView) {
    self.mine = mine
    self.theirs = theirs
  }

  mutating func compare(_ left: Int, _ right: Int) {
    if keyOrder && numbers && strings { return }
    if ByteRun.areEqual(mine.bytes(left), theirs.bytes(right)) { return }
    guard mine.kind(left) == theirs.kind(right) else { return }
    switch mine.kind(left) {
    case .number: numbers = true
    case .string:
      if JSONEquality.areEqualStrings(left, mine, right, theirs) {
        strings = true
      } else {
        forms = true
      }
    case .array:
      for (first, second) in zip(mine.elements(left), theirs.elements(right)) {
        compare(first, second)
      }
    case .object:
      let match = MemberMatch(
        from: left + 1, to: mine.end(left), mine, from: right + 1, to: theirs.end(right), theirs)
      var last = -1
      for pair in match.pairs.sorted(by: { $0.left < $1.left }) {
        if pair.right < last { keyOrder = true }
        last = pair.right
        compareKeys(pair)
        compare(pair.left + 1, pair.right + 1)
      }
    case .bool, .null: break
    }
  }

  private mutating func compareKeys(_ pair: MemberMatch.Pair) {
    if !ByteRun.areEqual(mine.bytes(pair.left), theirs.bytes(pair.right)) { strings = true }
  }
}
