/// A difference between two lines that the eye does not see, or not for what it is.
public enum HiddenDifference: Sendable, Hashable {
  /// A character without ink, or an odd blank: how many are gone and how many are new.
  case character(Unicode.Scalar, removed: Int, added: Int)
  /// Another number of ordinary blanks; at the end of the line where `atEnd`.
  case blanks(removed: Int, added: Int, atEnd: Bool)
  /// The same characters in another Unicode form, such as `NFC` and `NFD`.
  case form(from: String, to: String)
  /// Another character that looks the same, such as a Cyrillic а for a Latin a.
  case lookalike(from: Unicode.Scalar, to: Unicode.Scalar)

  /// The difference in words, with the characters' numbers.
  public var description: String {
    switch self {
    case .character(let scalar, let removed, let added):
      let name = HiddenCharacter.description(of: scalar)
      if removed == 0 { return added == 1 ? "\(name) added" : "\(name) added \(added) times" }
      if added == 0 {
        return removed == 1 ? "\(name) removed" : "\(name) removed \(removed) times"
      }
      return "\(name) removed \(removed), added \(added)"
    case .blanks(let removed, let added, let atEnd):
      return (atEnd ? "blanks at the end of the line: " : "blanks: ") + "\(removed) → \(added)"
    case .form(let from, let to):
      return "same characters, other Unicode form: \(from) → \(to)"
    case .lookalike(let from, let to):
      return "looks alike: \(HiddenCharacter.code(from)) → \(HiddenCharacter.code(to))"
    }
  }

  /// What a line looks like: no blanks, nothing invisible, look-alikes and Unicode forms as one.
  static func look(of line: ArraySlice<UInt8>, escapesRaw: Bool) -> [UInt8] {
    if line.allSatisfy({ (0x21...0x7E).contains($0) }) { return Array(line) }
    if line.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0x09 }) {
      return line.filter { $0 != 0x20 && $0 != 0x09 }
    }
    return line.withUnsafeBufferPointer { bytes in
      var output: [UInt8] = []
      var index = 0
      while index < bytes.count {
        let length = UTF8Check.sequenceLength(bytes, at: index)
        guard length > 0 else {
          output.append(bytes[index])
          index += 1
          continue
        }
        let value = decodeValidUTF8(bytes, at: index, length: length)
        index += length
        if value == 0x20 || HiddenCharacter.isInvisible(value) { continue }
        appendUTF8(Lookalikes.skeleton(of: value), to: &output)
      }
      return UTF8Check.isValid(output) ? UnicodeForm.composed(output) : output
    }
  }

  /// Gathers the differences of one pair of lines.
  struct Tally {
    private var order: [UInt32] = []
    private var counts: [UInt32: (removed: Int, added: Int)] = [:]
    private var others: [HiddenDifference] = []

    /// Everything found, blanks and forms after single characters.
    var differences: [HiddenDifference] {
      order.compactMap { value in
        guard let scalar = Unicode.Scalar(value), let count = counts[value] else { return nil }
        return .character(scalar, removed: count.removed, added: count.added)
      } + others
    }

    /// A line that is gone and has no counterpart.
    mutating func remove(_ line: ArraySlice<UInt8>) {
      eachHidden(in: line, alsoInEmoji: false) { count($0, removed: 1, added: 0) }
    }

    /// A line that is new and has no counterpart.
    mutating func add(_ line: ArraySlice<UInt8>) {
      eachHidden(in: line, alsoInEmoji: false) { count($0, removed: 0, added: 1) }
    }

    /// A run that took the place of another; either may be empty.
    ///
    /// - Returns: whether both look the same.
    @discardableResult
    mutating func compare(
      _ old: ArraySlice<UInt8>, _ new: ArraySlice<UInt8>, isAtEnd: Bool
    ) -> Bool {
      let looksAlike =
        HiddenDifference.look(of: old, escapesRaw: false)
        == HiddenDifference.look(of: new, escapesRaw: false)
      eachHidden(in: old, alsoInEmoji: looksAlike) { count($0, removed: 1, added: 0) }
      eachHidden(in: new, alsoInEmoji: looksAlike) { count($0, removed: 0, added: 1) }
      guard looksAlike else { return false }
      let oldBlanks = old.count(where: { $0 == 0x20 })
      let newBlanks = new.count(where: { $0 == 0x20 })
      if oldBlanks != newBlanks {
        note(.blanks(removed: oldBlanks, added: newBlanks, atEnd: isAtEnd))
      }
      if !old.isEmpty, !new.isEmpty, let (from, to) = UnicodeForm.difference(old, new) {
        note(.form(from: from.rawValue, to: to.rawValue))
      }
      for (from, to) in Lookalikes.pairs(old, new) { note(.lookalike(from: from, to: to)) }
      return true
    }

    private mutating func note(_ difference: HiddenDifference) {
      if others.count < 16, !others.contains(difference) { others.append(difference) }
    }

    private mutating func count(_ value: UInt32, removed: Int, added: Int) {
      if counts[value] == nil {
        if order.count >= 32 { return }
        order.append(value)
      }
      let before = counts[value] ?? (0, 0)
      counts[value] = (before.removed + removed, before.added + added)
    }

    /// Joiners, selectors and tags are part of emoji and of some scripts, and count only if asked.
    private func eachHidden(
      in bytes: ArraySlice<UInt8>, alsoInEmoji: Bool, _ body: (UInt32) -> Void
    ) {
      bytes.withUnsafeBufferPointer { buffer in
        var index = 0
        while index < buffer.count {
          let length = UTF8Check.sequenceLength(buffer, at: index)
          if length > 0 {
            let value = decodeValidUTF8(buffer, at: index, length: length)
            if HiddenCharacter.isInvisible(value),
              alsoInEmoji || !HiddenCharacter.belongsToEmoji(value), alsoInEmoji || value != 0x09
            {
              body(value)
            }
          }
          index += max(1, length)
        }
      }
    }
  }
}
