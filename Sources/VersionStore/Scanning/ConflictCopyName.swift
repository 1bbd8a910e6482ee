/// The names that synchronising services give to a copy they could not merge.
///
/// Syncthing writes `note.sync-conflict-20260112-003022-ABCDEF1.md`; Dropbox and Nextcloud write
/// `note (Conflicted copy laptop 202601120030).md` or `note (laptop's conflicted copy 2026-01-12).md`.
enum ConflictCopyName {
  /// The path of the document that a copy was made of, nil for any other name.
  static func original(of path: DocumentPath) -> DocumentPath? {
    let name = path.name
    guard
      let stem = cut(name, from: ".sync-conflict-", until: UInt8(ascii: "."))
        ?? cutParenthesis(name)
    else { return nil }
    let folder = path.bytes.dropLast(name.count)
    return DocumentPath(Array(folder) + stem)
  }

  private static func cut(_ name: [UInt8], from marker: String, until end: UInt8) -> [UInt8]? {
    guard let start = position(of: Array(marker.utf8), in: name) else { return nil }
    let after = name[(start + marker.utf8.count)...]
    let rest = after.firstIndex(of: end) ?? name.endIndex
    let cut = Array(name[..<start]) + name[rest...]
    return start > 0 ? cut : nil
  }

  private static func cutParenthesis(_ name: [UInt8]) -> [UInt8]? {
    guard let close = name.lastIndex(of: UInt8(ascii: ")")),
      let open = name[..<close].lastIndex(of: UInt8(ascii: "("))
    else { return nil }
    let inside = name[open..<close].map { (0x41...0x5A).contains($0) ? $0 + 32 : $0 }
    guard position(of: Array("conflicted copy".utf8), in: inside) != nil else { return nil }
    var start = open
    while start > 0, name[start - 1] == UInt8(ascii: " ") { start -= 1 }
    return start > 0 ? Array(name[..<start]) + name[(close + 1)...] : nil
  }

  private static func position(of wanted: [UInt8], in bytes: [UInt8]) -> Int? {
    guard bytes.count >= wanted.count else { return nil }
    return (0...(bytes.count - wanted.count)).first { bytes[$0...].starts(with: wanted) }
  }
}
