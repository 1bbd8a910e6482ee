extension Drawing {
  /// The index of the emoji that a person names: `#3` by index, else by identifier, else by glyph.
  ///
  /// Throws `notThere`, and `several` where the name fits more than one emoji.
  public func index(named name: String) throws(PartCopyError) -> Int {
    if let index = Drawing.index(afterNumberSign: name) {
      guard emojis.indices.contains(index) else { throw .notThere("emoji \(name)") }
      return index
    }
    let byIdentifier = emojis.indices.filter { index in
      emojis[index].id.map { $0.description.utf8.elementsEqual(name.utf8) } ?? false
    }
    let found =
      byIdentifier.isEmpty
      ? emojis.indices.filter { emojis[$0].text.utf8.elementsEqual(name.utf8) } : byIdentifier
    guard let index = found.first else {
      throw .notThere("emoji \(Visible.text(name, limit: 40))")
    }
    guard found.count == 1 else {
      throw .several(Visible.text(name, limit: 40), indices: found)
    }
    return index
  }

  private static func index(afterNumberSign name: String) -> Int? {
    guard name.utf8.first == UInt8(ascii: "#") else { return nil }
    let digits = name.utf8.dropFirst()
    guard !digits.isEmpty, digits.count < 10, digits.allSatisfy(JSONByte.isDigit) else {
      return nil
    }
    return digits.reduce(0) { $0 * 10 + Int($1 & 0x0F) }
  }
}
