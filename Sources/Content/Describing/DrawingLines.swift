/// A drawing as lines: its form, its background, its emojis from back to front, and what else is kept.
struct DrawingLines {
  private(set) var lines: [String] = []

  init(_ drawing: Drawing) {
    guard let document = drawing.document else {
      lines = ["drawing, new"]
      return
    }
    lines = ["drawing, \(drawing.format.name)"]
    if let url = drawing.background.url {
      lines.append("background \(Visible.text(url))")
    } else if let image = drawing.background.image {
      lines.append("background \(image.name), checksum \(image.checksum)")
    }
    for (index, emoji) in drawing.emojis.enumerated() {
      var line = emoji.text.utf8.isEmpty ? emoji.name : Visible.text(emoji.text)
      line += " at \(emoji.x.plain), \(emoji.y.plain)"
      line += " size \(emoji.size.plain)"
      if let id = emoji.id { line += " id \(Visible.text(id.description))" }
      let extras = drawing.extras(of: index).map { Self.text($0.key, $0.value) }
      for extra in extras.sorted(by: Self.precedes) { line += " " + extra }
      lines.append(line)
    }
    let others = document.members(of: document.root).filter { member in
      let key = document.characters(of: member.key)
      return !Self.known.contains { key.elementsEqual($0.utf8) }
    }
    lines += others.map {
      Self.text(document.characters(of: $0.key), document.tree($0.value))
    }.sorted(by: Self.precedes)
  }

  private static func precedes(_ one: String, _ two: String) -> Bool {
    one.utf8.lexicographicallyPrecedes(two.utf8)
  }

  /// The counter follows the emojis, so it would only double each change.
  private static let known =
    DrawingKeys.emojis + DrawingKeys.counters + DrawingKeys.backgrounds
    + DrawingKeys.backgroundURLs + DrawingKeys.backgroundImages + [DrawingKeys.image]

  private static func text(_ key: [UInt8], _ value: JSONTree) -> String {
    let name = Visible.text(String(decoding: key, as: UTF8.self))
    return "\(name): \(Visible.text(String(decoding: value.plain.bytes, as: UTF8.self)))"
  }
}

extension EmbeddedImage {
  /// Tells pictures of the same size apart.
  fileprivate var checksum: String { Checksum(base64).text }
}
