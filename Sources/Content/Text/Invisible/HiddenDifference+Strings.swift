extension HiddenDifference {
  /// More bytes than this on both sides are not searched for what the eye does not see.
  private static let mostBytes = 1 << 20

  /// What differs between two strings, of JSON or of a drawing, that the eye does not see.
  ///
  /// A missing side counts as an empty one, as a line does that is only on one side of a text.
  static func between(_ old: String?, _ new: String?) -> [HiddenDifference] {
    let before = Array((old ?? "").utf8)
    let after = Array((new ?? "").utf8)
    guard before != after, before.count + after.count <= mostBytes else { return [] }
    var tally = Tally()
    guard old != nil, new != nil else {
      old == nil ? tally.add(after[...]) : tally.remove(before[...])
      return tally.differences
    }
    // What both begin and end with, at whole characters of Unicode, blanks beside the difference left
    // in so that they are counted as people see them.
    var start = zip(before, after).prefix { $0 == $1 }.count
    while start > 0, isInside(before, start) || isInside(after, start) { start -= 1 }
    while start > 0, before[start - 1] == 0x20 { start -= 1 }
    var end = zip(before[start...].reversed(), after[start...].reversed()).prefix { $0 == $1 }
      .count
    while end > 0, isInside(before, before.count - end) || before[before.count - end] == 0x20 {
      end -= 1
    }
    tally.compare(
      before[start..<(before.count - end)], after[start..<(after.count - end)],
      isAtEnd: end == 0)
    return tally.differences.filter { difference in
      if case .character(_, let removed, let added) = difference { return removed != added }
      return true
    }
  }

  private static func isInside(_ bytes: [UInt8], _ at: Int) -> Bool {
    at < bytes.count && bytes[at] & 0xC0 == 0x80
  }

  /// The differences for a sentence, such as ` (U+200B zero width space added)`; empty for none.
  static func remark(_ differences: [HiddenDifference]) -> String {
    differences.isEmpty
      ? "" : " (" + differences.map(\.description).joined(separator: "; ") + ")"
  }

  /// The differences for programs; nil for none.
  static func tree(_ differences: [HiddenDifference]) -> JSONTree? {
    differences.isEmpty ? nil : .array(differences.map { .string($0.description) })
  }
}

extension UnicodeForm {
  /// The forms of two strings that are the same characters in other bytes; nil for all others.
  static func difference(_ old: String, _ new: String) -> (from: UnicodeForm, to: UnicodeForm)? {
    // Canonical equality, which is what strings compare by.
    guard old == new else { return nil }
    return difference(Array(old.utf8)[...], Array(new.utf8)[...])
  }
}
