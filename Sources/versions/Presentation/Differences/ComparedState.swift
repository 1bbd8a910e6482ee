import VersionStore

/// One side of a comparison, with what people call it.
struct ComparedState {
  let side: Comparison.Side
  /// The document's path now.
  let path: [UInt8]
  /// Which of its states: `version 3`, `current`.
  let name: String

  /// Reads what was selected; a deletion and a file that is not there are missing sides.
  init(_ selection: Selection) throws {
    let path = selection.path
    self.path = path.bytes
    switch selection.selected {
    case .version(let version):
      let content = version.isDeletion ? nil : try selection.library.content(of: version)
      side = .init(path: version.path.bytes, content: content)
      var name = "version \(version.number)"
      if version.path != path { name += ", named \(VisibleText.quoted(version.path.bytes))" }
      if version.isDeletion { name += ", deleted" }
      self.name = name
    case .current:
      let content = try selection.library.snapshot(of: path)?.content
      side = .init(path: path.bytes, content: content)
      name = content == nil ? "current, not there" : "current"
    }
  }

  /// The line above the differences: `notes.txt: version 3 → current`.
  func heading(before newer: ComparedState, ofOtherDocument: Bool) -> String {
    let others = ofOtherDocument ? VisibleText.string(newer.path) + ": " : ""
    return "\(VisibleText.string(path)): \(name) → \(others)\(newer.name)"
  }
}
