/// What was seen, asked for in the order in which a library is looked through.
struct SeenFolders {
  private var folders: [DocumentPath?: [SeenDocuments.Entry]] = [:]
  private var open: [(path: DocumentPath?, rest: ArraySlice<SeenDocuments.Entry>)] = []
  /// What was known and was not asked for.
  private(set) var missing: [DocumentPath] = []

  init(_ known: RecalledDocuments) {
    folders.reserveCapacity(known.folders.count)
    for folder in known.folders { folders[folder.path] = folder.entries }
  }

  /// Goes into a folder.
  mutating func enter(_ path: DocumentPath?) {
    open.append((path, folders.removeValue(forKey: path)?[...] ?? []))
  }

  /// Leaves the folder that was entered last.
  mutating func leave() {
    guard let folder = open.popLast() else { return }
    miss(folder.rest, in: folder.path)
  }

  /// What is known of an entry of the folder that was entered last, asked for in the order of names.
  mutating func find(_ name: [UInt8]) -> SeenDocuments.Entry? {
    guard let last = open.indices.last else { return nil }
    while let entry = open[last].rest.first, entry.name.lexicographicallyPrecedes(name) {
      open[last].rest.removeFirst()
      miss([entry], in: open[last].path)
    }
    guard let entry = open[last].rest.first, entry.name == name else { return nil }
    open[last].rest.removeFirst()
    return entry
  }

  /// Ends asking: what is in folders that were not entered is missing, too.
  mutating func finish() {
    for (path, entries) in folders { miss(entries[...], in: path) }
    folders = [:]
    missing.sort()
  }

  private mutating func miss(_ entries: ArraySlice<SeenDocuments.Entry>, in folder: DocumentPath?) {
    for entry in entries {
      if let path = DocumentPath.entry(entry.name, of: folder) { missing.append(path) }
    }
  }
}
