/// A difference in form only.
public struct FormatChange: Hashable, Sendable {
  /// What differs.
  public enum What: String, Hashable, Sendable {
    /// How the characters are stored.
    case encoding
    /// Whether the bytes begin with a mark.
    case byteOrderMark
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

  static func source(from older: JSONSource, to newer: JSONSource) -> [FormatChange] {
    var changes: [FormatChange] = []
    if older.encoding != newer.encoding {
      changes.append(
        FormatChange(
          what: .encoding, from: older.encoding.rawValue, to: newer.encoding.rawValue))
    }
    if older.hasMark != newer.hasMark {
      changes.append(
        FormatChange(
          what: .byteOrderMark, from: older.hasMark ? "present" : "absent",
          to: newer.hasMark ? "present" : "absent"))
    }
    return changes
  }

  /// What differs in the spelling of two documents that say the same.
  static func formatting(from older: JSONDocument, to newer: JSONDocument) -> [FormatChange] {
    guard older.text != newer.text else { return [] }
    let differences = older.withView { mine in
      newer.withView { theirs in
        var spelling = SpellingComparison(mine, theirs)
        spelling.compare(0, 0)
        return spelling
      }
    }
    let layout = JSONStyle(of: older).name
    var parts = [JSONStyle(of: newer).name]
    if differences.keyOrder { parts.append("keys in another order") }
    if differences.numbers { parts.append("numbers spelled otherwise") }
    if differences.strings { parts.append("strings spelled otherwise") }
    if parts == [layout] { parts.append("other white space") }
    return [
      FormatChange(what: .jsonFormatting, from: layout, to: parts.joined(separator: ", "))
    ]
  }
}

extension FormatChange {
  /// The change for programs.
  public var tree: JSONTree {
    .members([
      "kind": .string("formatChanged"), "what": .string(what.rawValue), "from": .string(from),
      "to": .string(to),
    ])
  }

  /// The change for people.
  public var sentence: String {
    switch what {
    case .encoding: "encoding \(from) → \(to)"
    case .byteOrderMark: to == "present" ? "byte order mark added" : "byte order mark removed"
    case .jsonFormatting: "formatting \(from) → \(to)"
    case .drawingFormat: "format \(from) → \(to)"
    }
  }
}

/// Finds out in what the spellings of two equal values differ.
struct SpellingComparison {
  private let mine: JSONView
  private let theirs: JSONView
  private(set) var keyOrder = false
  private(set) var numbers = false
  private(set) var strings = false

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
    case .string: strings = true
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
