import Content

extension CellWidth {
  /// The width of visible text in UTF-8.
  static func of(_ text: [UInt8]) -> Int {
    if text.allSatisfy({ $0 < 0x80 }) { return text.count }
    // Latin letters below U+0300 neither join nor are wide: count what does not continue a scalar.
    if text.allSatisfy({ $0 < 0xCC }) { return text.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) } }
    return of(String(decoding: text, as: UTF8.self))
  }

  /// The text cut to a width, with an ellipsis in the last cell where something is missing.
  static func truncated(_ text: [UInt8], to limit: Int) -> [UInt8] {
    guard limit > 0, of(text) > limit else { return limit > 0 ? text : [] }
    var kept: [UInt8] = []
    var width = 0
    for character in String(decoding: text, as: UTF8.self) {
      let next = of(character)
      if width + next > limit - 1 { break }
      width += next
      kept.append(contentsOf: character.utf8)
    }
    kept.append(contentsOf: "…".utf8)
    return kept
  }
}
