/// The trailers that a version is read from; others are kept in the commit and passed over.
enum TrailerKey: CaseIterable {
  case document, version, versionID, event, path, size, type, permissions, partPermissions
  case modified, saved, host, app, from, source, original, pruned, purged

  /// The key as it stands in the message.
  var text: StaticString {
    switch self {
    case .document: "Document"
    case .version: "Version"
    case .versionID: "Version-Id"
    case .event: "Event"
    case .path: "Path"
    case .size: "Size"
    case .type: "Type"
    case .permissions: "Permissions"
    case .partPermissions: "Part-Permissions"
    case .modified: "Modified"
    case .saved: "Saved"
    case .host: "Host"
    case .app: "App"
    case .from: "From"
    case .source: "Source"
    case .original: "Original"
    case .pruned: "Pruned"
    case .purged: "Purged"
    }
  }

  /// The key that bytes spell, nil for one that is not known.
  init?(_ bytes: Bytes) {
    // Length and first letter leave two candidates at the most; then all bytes must agree.
    let candidates: (TrailerKey, TrailerKey?)
    switch (bytes.count, bytes.first) {
    case (3, UInt8(ascii: "A")): candidates = (.app, nil)
    case (4, UInt8(ascii: "P")): candidates = (.path, nil)
    case (4, UInt8(ascii: "S")): candidates = (.size, nil)
    case (4, UInt8(ascii: "T")): candidates = (.type, nil)
    case (4, UInt8(ascii: "H")): candidates = (.host, nil)
    case (4, UInt8(ascii: "F")): candidates = (.from, nil)
    case (5, UInt8(ascii: "E")): candidates = (.event, nil)
    case (5, UInt8(ascii: "S")): candidates = (.saved, nil)
    case (6, UInt8(ascii: "P")): candidates = (.pruned, .purged)
    case (6, UInt8(ascii: "S")): candidates = (.source, nil)
    case (7, UInt8(ascii: "V")): candidates = (.version, nil)
    case (8, UInt8(ascii: "D")): candidates = (.document, nil)
    case (8, UInt8(ascii: "M")): candidates = (.modified, nil)
    case (8, UInt8(ascii: "O")): candidates = (.original, nil)
    case (10, UInt8(ascii: "V")): candidates = (.versionID, nil)
    case (11, UInt8(ascii: "P")): candidates = (.permissions, nil)
    case (16, UInt8(ascii: "P")): candidates = (.partPermissions, nil)
    default: return nil
    }
    if TrailerKey.spells(candidates.0, bytes) {
      self = candidates.0
    } else if let other = candidates.1, TrailerKey.spells(other, bytes) {
      self = other
    } else {
      return nil
    }
  }

  private static func spells(_ key: TrailerKey, _ bytes: Bytes) -> Bool {
    bytes.equals(key.text)
  }
}
