/// Two texts compared as their readers see them: line by line, in characters.
///
/// Line ends, a final newline, the encoding, a byte order mark and the Unicode form are no part of a
/// line here: where only they differ, the lines are the same and `formatChanges` says what differs.
/// Everything else counts, whether it can be seen or not. Whoever needs bytes uses `ByteComparison`.
public struct TextDiff: Sendable {
  /// The older text.
  public let old: TextContent
  /// The newer text.
  public let new: TextContent
  /// The settings that were used.
  public let options: ComparisonOptions
  /// What changed, in lines from 0, in order.
  public let changes: [LineChange]
  /// What differs in form only.
  public let formatChanges: [TextFormatChange]
  /// Whether the budget ran out: the changes are correct, and more than need be.
  public let isCoarse: Bool

  /// Compares two texts.
  ///
  /// Where two guesses of an older encoding differ, the guess that fits both is taken for both.
  public init(
    old oldText: TextContent, new newText: TextContent,
    options: ComparisonOptions = ComparisonOptions()
  ) {
    let (old, new) = Self.agreeing(oldText, newText)
    self.old = old
    self.new = new
    self.options = options
    if old.bytes == new.bytes, old.encoding == new.encoding {
      changes = []
      formatChanges = []
      isCoarse = false
      return
    }
    let result = LineView.with(old.form.bytes, old.form.lines, whole: false) { oldView in
      LineView.with(new.form.bytes, new.form.lines, whole: false) { newView in
        LineMatcher.compare(old: oldView, new: newView, options: options)
      }
    }
    let forms = FormComparison(old: old, new: new, changes: result.changes)
    changes = forms.changes
    formatChanges = forms.formatChanges
    isCoarse = result.isCoarse
  }

  /// Whether nothing differs, not even the form.
  public var isEmpty: Bool { changes.isEmpty && formatChanges.isEmpty }

  /// Lines added and removed.
  public var counts: (added: Int, removed: Int) {
    changes.reduce(into: (0, 0)) { sum, change in
      sum.0 += change.new.count
      sum.1 += change.old.count
    }
  }

  /// The changes with the lines around them, numbered as people are shown them.
  public var hunks: [Hunk] {
    Hunk.grouping(
      changes, context: options.context, oldCount: old.lines.count, newCount: new.lines.count,
      isIgnorable: { options.ignoresBlankLines && isBlank($0) })
  }

  /// The words that changed inside the lines of one change.
  public func words(in change: LineChange, wholeWords: Bool = false) -> ChangedWords {
    ChangedWords(change, old: old, new: new, wholeWords: wholeWords)
  }

  private func isBlank(_ change: LineChange) -> Bool {
    func isBlank(_ line: ArraySlice<UInt8>) -> Bool {
      options.whitespace == .exact ? line.isEmpty : line.allSatisfy { isBlankByte($0) }
    }
    return change.old.allSatisfy { isBlank(old.utf8Line($0)) }
      && change.new.allSatisfy { isBlank(new.utf8Line($0)) }
  }

  private static func agreeing(
    _ old: TextContent, _ new: TextContent
  ) -> (TextContent, TextContent) {
    func again(_ text: TextContent, like other: TextContent) -> TextContent? {
      guard case .legacy = other.encoding, text.encoding != other.encoding,
        let changed = TextContent(text.bytes, encoding: other.encoding), changed.isWellFormed
      else { return nil }
      return changed
    }
    guard case .legacy = old.encoding, case .legacy = new.encoding else { return (old, new) }
    // The longer text gave the detector more to go by.
    if old.bytes.count > new.bytes.count {
      if let changed = again(new, like: old) { return (old, changed) }
      if let changed = again(old, like: new) { return (changed, new) }
    } else {
      if let changed = again(old, like: new) { return (changed, new) }
      if let changed = again(new, like: old) { return (old, changed) }
    }
    return (old, new)
  }
}
