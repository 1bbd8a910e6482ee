import VersionStore

/// The names of the files that differ, of a file package those of its parts.
struct NamePresentation {
  /// Where the document is.
  let path: [UInt8]
  let ignoresFormat: Bool
  let endsNamesWithNull: Bool

  func bytes(_ comparison: Comparison) -> [UInt8] {
    var names = comparison.changedFiles(at: path, ignoringFormat: ignoresFormat).map(\.path)
    // A package of which only empty folders differ.
    if names.isEmpty { names = [path] }
    var out: [UInt8] = []
    var last: [UInt8]?
    for name in names where name != last {
      out += endsNamesWithNull ? name + [0] : VisibleText.bytes(name) + [0x0A]
      last = name
    }
    return out
  }
}
