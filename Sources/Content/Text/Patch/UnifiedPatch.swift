/// A change as a patch in git's unified form, which `patch` and `git apply` take.
///
/// Made from bytes, whatever the encoding: applying it to the older bytes gives the newer ones. The
/// text of the patch is valid UTF-8 where both contents and the names are. For terminals use
/// `visibleLines`: the bytes themselves carry whatever the documents hold.
public struct UnifiedPatch: Sendable {
  /// The older side.
  public let old: PatchSide
  /// The newer side.
  public let new: PatchSide
  /// What changed between the bytes of the sides.
  public let comparison: ByteComparison
  /// The changes with their context.
  public let hunks: [Hunk]
  /// Whether names beyond ASCII are written in octal, as git does unless told otherwise.
  public var quotesNonASCII = false
  /// Whether the line that a hunk belongs under is repeated in its head, as git does.
  public var showsHeadings = true

  /// Compares two sides.
  public init(
    old: PatchSide, new: PatchSide, options: ComparisonOptions = ComparisonOptions()
  ) {
    self.old = old
    self.new = new
    let empty = TextContent([])
    let comparison = ByteComparison(
      old: old.content ?? empty, new: new.content ?? empty, options: options)
    self.comparison = comparison
    hunks = Hunk.grouping(
      comparison.changes, context: options.context, oldCount: comparison.oldLines.count,
      newCount: comparison.newLines.count
    ) { options.ignoresBlankLines && comparison.isBlank($0) }
  }

  /// Whether there is nothing to apply.
  public var isEmpty: Bool {
    hunks.isEmpty && old.mode == new.mode && (old.content == nil) == (new.content == nil)
      && old.name == new.name
  }

  /// The patch; empty where there is nothing to apply.
  public var bytes: [UInt8] {
    if isEmpty { return [] }
    var output = header
    for hunk in hunks { append(hunk, to: &output) }
    return output
  }

  /// The patch line by line as it may be shown on a terminal; it cannot be applied then.
  public func visibleLines(_ showing: VisibleText = VisibleText()) -> [String] {
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { showing.string($0) }
  }

  private var header: [UInt8] {
    func quoted(_ name: [UInt8], _ prefix: String) -> [UInt8] {
      QuotedName.bytes(of: name, prefix: prefix, quotesNonASCII: quotesNonASCII)
    }
    let oldName = quoted(old.content == nil ? new.name : old.name, "a/")
    let newName = quoted(new.content == nil ? old.name : new.name, "b/")
    var output = Array("diff --git ".utf8) + oldName + [0x20] + newName + [0x0A]
    func line(_ text: String) { output += Array(text.utf8) + [0x0A] }
    if old.content == nil {
      line("new file mode \(octal(new.mode))")
    } else if new.content == nil {
      line("deleted file mode \(octal(old.mode))")
    } else {
      if old.mode != new.mode {
        line("old mode \(octal(old.mode))")
        line("new mode \(octal(new.mode))")
      }
      if old.name != new.name {
        output += Array("rename from ".utf8) + quoted(old.name, "") + [0x0A]
        output += Array("rename to ".utf8) + quoted(new.name, "") + [0x0A]
      }
    }
    if old.object != nil || new.object != nil {
      let none = String(repeating: "0", count: (old.object ?? new.object ?? "").utf8.count)
      let sameMode = old.content != nil && new.content != nil && old.mode == new.mode
      line(
        "index \(old.object ?? none)..\(new.object ?? none)"
          + (sameMode ? " \(octal(old.mode))" : ""))
    }
    guard !hunks.isEmpty else { return output }
    let nothing = Array("/dev/null".utf8)
    for (marker, side, name) in [("--- ", old, oldName), ("+++ ", new, newName)] {
      // A tab ends a name with a blank in it: `patch` would take the rest for a date.
      let tab: [UInt8] = side.content != nil && name.contains(0x20) ? [0x09] : []
      output += Array(marker.utf8) + (side.content == nil ? nothing : name) + tab + [0x0A]
    }
    return output
  }

  private func append(_ hunk: Hunk, to output: inout [UInt8]) {
    output += Array("@@ -\(Self.range(hunk.old)) +\(Self.range(hunk.new)) @@".utf8)
    if showsHeadings, let heading = comparison.heading(above: hunk.old.lowerBound) {
      output.append(0x20)
      output += heading
    }
    output.append(0x0A)
    for row in hunk.rows {
      switch row {
      case .same(_, let line): append(0x20, comparison.new, comparison.newLines, line, &output)
      case .removed(let line): append(0x2D, comparison.old, comparison.oldLines, line, &output)
      case .added(let line): append(0x2B, comparison.new, comparison.newLines, line, &output)
      }
    }
  }

  private func append(
    _ marker: UInt8, _ bytes: [UInt8], _ lines: LineTable, _ line: Int, _ output: inout [UInt8]
  ) {
    output.append(marker)
    output += bytes[lines.whole(line)]
    if output[output.count - 1] != 0x0A || lines.whole(line).isEmpty {
      output += Array("\n\\ No newline at end of file\n".utf8)
    }
  }

  private static func range(_ lines: Range<Int>) -> String {
    let start = lines.isEmpty ? lines.lowerBound : lines.lowerBound + 1
    return lines.count == 1 ? "\(start)" : "\(start),\(lines.count)"
  }

  private func octal(_ mode: UInt32) -> String { String(mode, radix: 8) }
}

extension ByteComparison {
  /// Whether only blank lines were added or removed; with white space ignored, lines of blanks.
  func isBlank(_ change: LineChange) -> Bool {
    func isBlank(_ bytes: [UInt8], _ lines: LineTable, _ line: Int) -> Bool {
      let whole = bytes[lines.whole(line)]
      return options.whitespace == .exact
        ? whole.count <= 1 : whole.allSatisfy { isBlankByte($0) }
    }
    return change.old.allSatisfy { isBlank(old, oldLines, $0) }
      && change.new.allSatisfy { isBlank(new, newLines, $0) }
  }

  /// The nearest line above that begins a section: with a letter, `_` or `$` in its first column.
  func heading(above line: Int) -> ArraySlice<UInt8>? {
    for index in stride(from: min(line, oldLines.count) - 1, through: 0, by: -1) {
      let whole = oldLines.whole(index)
      guard let first = old[whole].first,
        (0x41...0x5A).contains(first & 0xDF) || first == 0x5F || first == 0x24
      else { continue }
      var end = whole.upperBound
      if end - whole.lowerBound > 80 {
        end = whole.lowerBound + 80
        // Not in the middle of a character.
        while end > whole.lowerBound + 76, old[end] & 0xC0 == 0x80 { end -= 1 }
      }
      while end > whole.lowerBound, isBlankByte(old[end - 1]) { end -= 1 }
      return old[whole.lowerBound..<end]
    }
    return nil
  }
}
