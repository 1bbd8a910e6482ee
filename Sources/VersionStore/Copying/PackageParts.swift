import Content

/// A package's parts as files only, and back with the folders that they need.
extension Array where Element == DocumentContent.Part {
  /// The package with the parts of another one under a name; a folder is copied whole.
  func copying(
    partsNamed path: [UInt8], from other: [DocumentContent.Part]
  ) throws(PackageCopyError) -> [DocumentContent.Part] {
    let mine = PackageContent(files)
    let theirs = PackageContent(other.files)
    let named = path.last == UInt8(ascii: "/") ? Array<UInt8>(path.dropLast()) : path
    let result = try mine.copying(partsNamed: named, from: theirs)
    if result == mine { return self }
    // Folders that hold nothing are parts, too: below a copied folder the other package's, else
    // what is here.
    let below = named + [UInt8(ascii: "/")]
    let replacesFolder = theirs.part(at: named) == nil
    var folders: Set<[UInt8]> = []
    for part in self where part.kind == .folder {
      if !replacesFolder || !part.path.starts(with: below) { folders.insert(part.path) }
    }
    if replacesFolder {
      for part in other where part.kind == .folder && part.path.starts(with: below) {
        folders.insert(part.path)
      }
    }
    for part in result.parts {
      for (index, byte) in part.path.enumerated() where byte == UInt8(ascii: "/") {
        folders.insert(Array<UInt8>(part.path[..<index]))
      }
    }
    let all =
      folders.map { DocumentContent.Part(path: $0, kind: .folder) }
      + result.parts.map { part in
        DocumentContent.Part(
          path: part.path,
          kind: part.isLink
            ? .link(part.content) : .file(part.content, executable: part.isExecutable))
      }
    // A folder comes before what is in it, and all of that before its neighbours.
    return all.sorted { left, right in
      left.path.lexicographicallyPrecedes(right.path) { order($0) < order($1) }
    }
  }

  private var files: [PackageContent<[UInt8]>.Part] {
    compactMap { part in
      switch part.kind {
      case .file(let bytes, let executable):
        .init(path: part.path, content: bytes, isExecutable: executable)
      case .link(let target): .init(path: part.path, content: target, isLink: true)
      case .folder: nil
      }
    }
  }
}

/// The separator before all other bytes.
private func order(_ byte: UInt8) -> UInt8 { byte == UInt8(ascii: "/") ? 0 : byte }
