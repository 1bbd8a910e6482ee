/// What differs between two texts besides their lines.
struct FormComparison {
  /// The changes that are left once lines in another Unicode form count as the same.
  private(set) var changes: [LineChange] = []
  private(set) var formatChanges: [TextFormatChange] = []

  private let old: TextContent
  private let new: TextContent
  /// Pairs of lines that differ in their Unicode form only.
  private var reformed: [(old: Int, new: Int)] = []

  init(old: TextContent, new: TextContent, changes: [LineChange]) {
    self.old = old
    self.new = new
    for change in changes { split(change) }
    compareEncodings()
    compareLineEnds()
    compareFinalNewlines()
    compareForms()
    if self.changes.isEmpty, formatChanges.isEmpty, old.bytes != new.bytes, changes.isEmpty,
      linesAreEqual
    {
      // Some older encodings have two spellings for one character.
      formatChanges.append(
        TextFormatChange(
          .encoding, from: old.encoding.name,
          to: "\(new.encoding.name), other bytes for the same characters"))
    }
  }

  private var linesAreEqual: Bool {
    old.lines.count == new.lines.count
      && (0..<old.lines.count).allSatisfy { old.utf8Line($0) == new.utf8Line($0) }
  }

  /// Takes out of a change the lines that are canonically equal.
  private mutating func split(_ change: LineChange) {
    func keys(_ text: TextContent, _ lines: Range<Int>) -> [[UInt8]]? {
      var anyOdd = false
      let keys = lines.map { line -> [UInt8] in
        let bytes = Array(text.utf8Line(line))
        guard bytes.contains(where: { $0 >= 0x80 }), UTF8Check.isValid(bytes) else {
          return bytes
        }
        anyOdd = true
        return UnicodeForm.composed(bytes)
      }
      return anyOdd ? keys : nil
    }
    guard let oldKeys = keys(old, change.old), let newKeys = keys(new, change.new),
      !Set(oldKeys).isDisjoint(with: newKeys)
    else {
      changes.append(change)
      return
    }
    var numbers: [[UInt8]: Int32] = [:]
    func number(_ key: [UInt8]) -> Int32 {
      let next = Int32(numbers.count)
      return numbers[key]
        ?? {
          numbers[key] = next; return next
        }()
    }
    let oldIDs = oldKeys.map(number)
    let newIDs = newKeys.map(number)
    let sides = LineSides(old: oldIDs, new: newIDs, classes: numbers.count)
    let inner = LineMatcher.compare(sides, options: ComparisonOptions()).changes
    var (oldAt, newAt) = (0, 0)
    for part in inner + [LineChange(old: oldIDs.count..<oldIDs.count, new: 0..<0)] {
      while oldAt < part.old.lowerBound {
        let pair = (change.old.lowerBound + oldAt, change.new.lowerBound + newAt)
        if old.utf8Line(pair.0) != new.utf8Line(pair.1) { reformed.append(pair) }
        oldAt += 1
        newAt += 1
      }
      if part.old.isEmpty, part.new.isEmpty { continue }
      (oldAt, newAt) = (part.old.upperBound, part.new.upperBound)
      changes.append(
        LineChange(
          old: (change.old.lowerBound + part.old.lowerBound)..<(change.old.lowerBound + oldAt),
          new: (change.new.lowerBound + part.new.lowerBound)..<(change.new.lowerBound + newAt)))
    }
  }

  private mutating func compareEncodings() {
    // A text without characters is in no encoding that could have changed.
    let oldIsBare = old.bytes.count == old.markLength
    let newIsBare = new.bytes.count == new.markLength
    if old.encoding != new.encoding, !(oldIsBare && !old.hasMark), !(newIsBare && !new.hasMark) {
      let oldIsNeutral = old.encoding.containsASCII && old.isASCII
      let newIsNeutral = new.encoding.containsASCII && new.isASCII
      let isSame =
        old.encoding.containsASCII && new.encoding.containsASCII
        && (oldIsNeutral || newIsNeutral)
      if !isSame {
        formatChanges.append(
          TextFormatChange(.encoding, from: old.encoding.name, to: new.encoding.name))
      }
    }
    if old.hasMark != new.hasMark, !old.bytes.isEmpty, !new.bytes.isEmpty {
      formatChanges.append(
        TextFormatChange(
          .byteOrderMark, from: presence(old.hasMark), to: presence(new.hasMark)))
    }
  }

  private mutating func compareLineEnds() {
    let oldKinds = old.lineEnds.kinds
    let newKinds = new.lineEnds.kinds
    if oldKinds.isEmpty || newKinds.isEmpty { return }
    if oldKinds == newKinds, oldKinds.count == 1 { return }
    var lines: [Int] = []
    var matched = 0
    eachUnchanged { oldLine, newLine in
      guard let from = old.lineEnd(oldLine), let to = new.lineEnd(newLine) else { return }
      matched += 1
      if from != to { lines.append(newLine) }
    }
    if lines.isEmpty, Set(oldKinds) == Set(newKinds) { return }
    let isWhole = oldKinds.count == 1 && newKinds.count == 1
    formatChanges.append(
      TextFormatChange(
        .lineEnds, from: old.lineEnds.description, to: new.lineEnds.description,
        lines: isWhole ? [] : lines))
  }

  private mutating func compareFinalNewlines() {
    guard let from = old.hasFinalNewline, let to = new.hasFinalNewline, from != to else { return }
    formatChanges.append(
      TextFormatChange(.finalNewline, from: presence(from), to: presence(to)))
  }

  private mutating func compareForms() {
    guard let first = reformed.first else { return }
    func form(_ text: TextContent, _ line: Int) -> UnicodeForm? {
      UnicodeForm.form(of: String(decoding: text.utf8Line(line), as: UTF8.self))
    }
    var forms = (old: form(old, first.old), new: form(new, first.new))
    for pair in reformed.dropFirst().prefix(1000) {
      if let other = form(old, pair.old), other != forms.old { forms.old = .neither }
      if let other = form(new, pair.new), other != forms.new { forms.new = .neither }
    }
    formatChanges.append(
      TextFormatChange(
        .normalisation, from: (forms.old ?? .nfc).rawValue, to: (forms.new ?? .nfc).rawValue,
        lines: reformed.map(\.new)))
  }

  private func eachUnchanged(_ body: (Int, Int) -> Void) {
    var (oldAt, newAt) = (0, 0)
    for change in changes {
      while oldAt < change.old.lowerBound {
        body(oldAt, newAt)
        oldAt += 1
        newAt += 1
      }
      (oldAt, newAt) = (change.old.upperBound, change.new.upperBound)
    }
    while oldAt < old.lines.count, newAt < new.lines.count {
      body(oldAt, newAt)
      oldAt += 1
      newAt += 1
    }
  }

  private func presence(_ isThere: Bool) -> String { isThere ? "present" : "absent" }
}
