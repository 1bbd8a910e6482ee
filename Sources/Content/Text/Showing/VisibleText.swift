/// Text as it may be shown on a terminal: valid UTF-8 in which nothing steers.
///
/// Notation: a C0 control or DEL as `\x1b`, a byte that stands for no character as `\xff`, any other
/// character that could steer or hide as `\u{202e}`. Always written so are C0 and C1 controls, line
/// and paragraph separators, direction marks, overrides and isolates, U+FEFF, interlinear
/// annotations, noncharacters, and tags outside a flag. It is for reading: a backslash stands for
/// itself, so it cannot be turned back with certainty.
public struct VisibleText: Sendable {
  /// Which characters are written as escapes.
  public enum Reveal: Sendable, Hashable {
    /// Those that could steer a terminal or reorder a line.
    case unsafe
    /// Also those that the eye does not see: selectors, joiners, odd spaces, tabs, soft hyphens.
    case invisible
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

  /// A piece of shown text that takes a known number of columns and is not to be cut.
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
    if case .expanded = tabs {
      return cells(bytes, escapesRaw: escapesRaw).flatMap { $0.text }
    }
    if isPlain(bytes) { return Array(bytes) }
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count + 16)
    bytes.withUnsafeBufferPointer { buffer in
      var index = 0
      var isFlag = false
      while index < buffer.count {
        let length = UTF8Check.sequenceLength(buffer, at: index)
        if length == 0 {
          let isMarked = escapesRaw && index + 1 < buffer.count
          Self.appendHex(buffer[isMarked ? index + 1 : index], to: &output)
          index += isMarked ? 2 : 1
          isFlag = false
          continue
        }
        let value = decodeValidUTF8(buffer, at: index, length: length)
        if needsEscape(value, insideFlag: isFlag) {
          Self.appendEscape(value, to: &output)
        } else {
          output.append(contentsOf: buffer[index..<(index + length)])
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
    cells.reserveCapacity(clusters.count)
    var plain = self
    if case .expanded = tabs { plain.tabs = .kept }
    var at = column
    for index in 0..<clusters.count {
      let range = clusters.range(index)
      let cluster = bytes[
        (bytes.startIndex + range.lowerBound)..<(bytes.startIndex + range.upperBound)]
      if case .expanded(let stop) = tabs, cluster.first == 0x09, reveal == .unsafe {
        let blanks = max(1, stop) - at % max(1, stop)
        cells.append(Cell(text: ArraySlice(repeatElement(0x20, count: blanks)), width: blanks))
        at += blanks
        continue
      }
      if cluster.count == 1, let byte = cluster.first, (0x20...0x7E).contains(byte) {
        cells.append(Cell(text: cluster, width: 1))
        at += 1
        continue
      }
      let shown = plain.render(cluster, escapesRaw: escapesRaw)
      let width = CellWidth.width(String(decoding: shown, as: UTF8.self).unicodeScalars)
      cells.append(Cell(text: shown[...], width: width))
      at += width
    }
    return cells
  }

  private func isPlain(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.allSatisfy {
      (0x20...0x7E).contains($0) || $0 == 0x09 && tabs == .kept && reveal == .unsafe
    }
  }

  private func needsEscape(_ value: UInt32, insideFlag: Bool) -> Bool {
    if value < 0x20 || value == 0x7F {
      return value != 0x09 || tabs == .escaped || reveal == .invisible
    }
    if value < 0xA0 { return value >= 0x80 }
    if HiddenCharacter.steers(value) { return true }
    if (0xE0000...0xE007F).contains(value) { return !insideFlag }
    return reveal == .invisible && HiddenCharacter.isInvisible(value)
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
