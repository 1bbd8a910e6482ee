/// Text as it may be shown on a terminal: valid UTF-8 in which nothing steers.
///
/// Notation: a C0 control or DEL as `\x1b`, a byte that stands for no character as `\xff`, any other
/// character that could steer or hide as `\u{202e}`. Always written so are C0 and C1 controls, line
/// and paragraph separators, direction marks, overrides and isolates, U+FEFF, interlinear
/// annotations, noncharacters, tags outside a flag, and marks with nothing to stand on. It is for
/// reading: a backslash stands for itself, so it cannot be turned back with certainty.
public struct VisibleText: Sendable {
  /// Which characters are written as escapes.
  public enum Reveal: Sendable, Hashable {
    /// Those that could steer a terminal or reorder a line.
    case unsafe
    /// Also those that the eye does not see: odd spaces, zero-width spaces, soft hyphens; but not
    /// what emoji and some scripts are made with.
    case invisible
    /// Everything that the eye does not see: also selectors, joiners and tabs.
    case all
  }

  /// Where a tab goes.
  public enum Tabs: Sendable, Hashable {
    /// It stays a tab.
    case kept
    /// It becomes blanks up to the next multiple of this many columns.
    case expanded(Int)
    /// It is written as `\x09`, as in names.
    case escaped
  }

  /// What is written as an escape.
  public var reveal: Reveal
  /// What becomes of tabs.
  public var tabs: Tabs

  /// A way of showing text.
  public init(reveal: Reveal = .unsafe, tabs: Tabs = .kept) {
    self.reveal = reveal
    self.tabs = tabs
  }

  /// A piece of shown text that takes a known number of columns: a run of ASCII, which may be cut
  /// anywhere, or one character.
  struct Cell {
    var text: ArraySlice<UInt8>
    var width: Int
  }

  /// Any bytes, taken for UTF-8, as text for a terminal; for names, messages and the like.
  public func string(_ bytes: [UInt8]) -> String { string(bytes[...]) }

  /// A slice of bytes, taken for UTF-8, as text for a terminal.
  public func string(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: render(bytes, escapesRaw: false), as: UTF8.self)
  }

  /// A line of a text, without its end, as text for a terminal.
  public func line(_ line: Int, of text: TextContent) -> String {
    String(
      decoding: render(text.form.line(line), escapesRaw: text.form.escapesRaw), as: UTF8.self)
  }

  func render(_ bytes: ArraySlice<UInt8>, escapesRaw: Bool) -> [UInt8] {
    if isPlain(bytes) { return Array(bytes) }
    if case .expanded = tabs {
      return cells(bytes, escapesRaw: escapesRaw).flatMap { $0.text }
    }
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count + 16)
    bytes.withUnsafeBufferPointer { buffer in
      var index = 0
      var isFlag = false
      // A mark would join the escape before it, or whatever the caller has put before the line.
      var isBoundary = true
      while index < buffer.count {
        let length = UTF8Check.sequenceLength(buffer, at: index)
        if length == 0 {
          let isMarked = escapesRaw && index + 1 < buffer.count
          Self.appendHex(buffer[isMarked ? index + 1 : index], to: &output)
          index += isMarked ? 2 : 1
          isFlag = false
          isBoundary = true
          continue
        }
        let value = decodeValidUTF8(buffer, at: index, length: length)
        if needsEscape(value, insideFlag: isFlag)
          || isBoundary && value >= 0x300 && Self.joins(value)
        {
          Self.appendEscape(value, to: &output)
          isBoundary = true
        } else {
          output.append(contentsOf: buffer[index..<(index + length)])
          isBoundary = value == 0x09
        }
        isFlag = value == 0x1F3F4 || isFlag && (0xE0020...0xE007F).contains(value)
        index += length
      }
    }
    return output
  }

  /// The same, divided at clusters, each with its width; tabs count from `column`.
  func cells(_ bytes: ArraySlice<UInt8>, escapesRaw: Bool, column: Int = 0) -> [Cell] {
    let clusters = Clusters(bytes, escapesRaw: escapesRaw)
    var cells: [Cell] = []
    // Where the run of ASCII began that the last cell holds; beyond all bytes where it holds none.
    var runStart = Int.max
    var plain = self
    if case .expanded = tabs { plain.tabs = .kept }
    var at = column
    for index in 0..<clusters.count {
      let range = clusters.range(index)
      let cluster = bytes[
        (bytes.startIndex + range.lowerBound)..<(bytes.startIndex + range.upperBound)]
      if case .expanded(let stop) = tabs, cluster.first == 0x09, reveal != .all {
        runStart = Int.max
        let blanks = max(1, stop) - at % max(1, stop)
        cells.append(Cell(text: ArraySlice(repeatElement(0x20, count: blanks)), width: blanks))
        at += blanks
        continue
      }
      if cluster.count == 1, let byte = cluster.first, (0x20...0x7E).contains(byte) {
        if let last = cells.last, last.width == last.text.count,
          last.text.endIndex == cluster.startIndex, last.text.startIndex >= runStart
        {
          cells[cells.count - 1].text = bytes[last.text.startIndex..<cluster.endIndex]
          cells[cells.count - 1].width += 1
        } else {
          runStart = cluster.startIndex
          cells.append(Cell(text: cluster, width: 1))
        }
        at += 1
        continue
      }
      runStart = Int.max
      let shown = plain.render(cluster, escapesRaw: escapesRaw)
      if shown.count != cluster.count, let parts = plain.scalarCells(cluster) {
        // An escape divides what would be one character.
        cells += parts
        at += parts.reduce(0) { $0 + $1.width }
        continue
      }
      let width = CellWidth.width(String(decoding: shown, as: UTF8.self).unicodeScalars)
      cells.append(Cell(text: shown[...], width: width))
      at += width
    }
    return cells
  }

  /// A cluster scalar by scalar; nil where it has only one, or bytes that are no character.
  private func scalarCells(_ cluster: ArraySlice<UInt8>) -> [Cell]? {
    guard cluster.first.map({ $0 != UTF8Form.rawMarker }) == true else { return nil }
    let scalars = String(decoding: cluster, as: UTF8.self).unicodeScalars
    guard scalars.count > 1 else { return nil }
    return scalars.map { scalar in
      let shown = render(Array(String(scalar).utf8)[...], escapesRaw: false)
      let text = String(decoding: shown, as: UTF8.self)
      return Cell(text: shown[...], width: CellWidth.width(text.unicodeScalars))
    }
  }

  private func isPlain(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.allSatisfy {
      (0x20...0x7E).contains($0) || $0 == 0x09 && tabs == .kept && reveal != .all
    }
  }

  private func needsEscape(_ value: UInt32, insideFlag: Bool) -> Bool {
    if value < 0x20 || value == 0x7F {
      return value != 0x09 || tabs == .escaped || reveal == .all
    }
    if value < 0xA0 { return value >= 0x80 }
    if HiddenCharacter.steers(value) { return true }
    if (0xE0000...0xE007F).contains(value) { return !insideFlag }
    switch reveal {
    case .unsafe: return false
    case .invisible:
      return HiddenCharacter.isInvisible(value) && !HiddenCharacter.belongsToEmoji(value)
    case .all: return HiddenCharacter.isInvisible(value)
    }
  }

  /// Whether a character is drawn together with the one before it.
  private static func joins(_ value: UInt32) -> Bool {
    guard let properties = Unicode.Scalar(value)?.properties else { return false }
    return value == 0x200D || properties.isGraphemeExtend || properties.isEmojiModifier
      || properties.generalCategory == .spacingMark
  }

  private static func appendEscape(_ value: UInt32, to output: inout [UInt8]) {
    if value < 0x80 {
      appendHex(UInt8(value), to: &output)
    } else {
      output += Array("\\u{".utf8) + Array(String(value, radix: 16).utf8) + [0x7D]
    }
  }

  private static func appendHex(_ byte: UInt8, to output: inout [UInt8]) {
    let digits = Array("0123456789abcdef".utf8)
    output += [0x5C, 0x78, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
  }
}
