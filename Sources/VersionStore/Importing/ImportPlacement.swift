import Files
import Git

/// Which documents of a source are wanted, and where they are to be.
struct ImportPlacement {
  /// Only documents at or below these paths of the source; all where there are none.
  var paths: [[UInt8]]

  private let target: ImportOptions.Target?
  private var folder: DocumentPath?
  private var wanted: Set<Int> = []

  init(options: ImportOptions) {
    paths = options.paths
    target = options.target
  }

  /// Chooses among the histories.
  /// - Parameter automatic: The folder of the library in which the source lies, which its paths are
  ///   below; nil where it lies elsewhere.
  mutating func choose(
    from histories: [ForeignHistory], named source: FilePath, automatic: DocumentPath?
  ) throws(StoreError) {
    var found: Set<[UInt8]> = []
    for (index, history) in histories.enumerated() {
      if paths.isEmpty {
        wanted.insert(index)
        continue
      }
      for path in paths {
        let matches = history.versions.contains { version in
          version.path.bytes == path || version.path.isBelow(DocumentPath(path))
        }
        if matches {
          wanted.insert(index)
          found.insert(path)
        }
      }
    }
    if let missing = paths.first(where: { !found.contains($0) }) {
      throw StoreError(
        .documentNotFound, "'\(printable(source.bytes))' has no file '\(printable(missing))'",
        hints: ["paths are as the source has them, from its top"])
    }
    guard !wanted.isEmpty else {
      throw StoreError(
        .documentNotFound, "there is nothing to import in '\(printable(source.bytes))'")
    }
    switch target {
    case .document:
      // Deleted documents that had the path of a living one before it do not count.
      let living = wanted.filter { histories[$0].versions.last?.isDeletion == false }
      if living.count == 1 { wanted = living }
      guard wanted.count == 1 else {
        throw StoreError(
          .ambiguous,
          "'\(printable(source.bytes))' has \(wanted.count) documents, which cannot have one path",
          hints: ["choose one with: --path FILE", "or name a folder for them, ending in '/'"])
      }
    case .folder(let path): folder = path
    case nil: folder = automatic
    }
  }

  /// A history with the paths it is to have here; nil where it is not wanted.
  ///
  /// At another path than its own it is another document than the one it was exported from.
  func place(_ history: ForeignHistory, at index: Int) -> ForeignHistory? {
    guard wanted.contains(index) else { return nil }
    let isOwn = history.versions.contains { $0.own != nil }
    var placed = history
    switch target {
    case .document(let path):
      for step in placed.versions.indices { placed.versions[step].path = path }
      placed.identity = UUID(naming: history.identity.bytes + path.bytes)
    default:
      guard let folder, target != nil || !isOwn else { return history }
      for step in placed.versions.indices {
        let below = folder.bytes + [UInt8(ascii: "/")] + placed.versions[step].path.bytes
        placed.versions[step].path = DocumentPath(below) ?? placed.versions[step].path
      }
      placed.identity = UUID(naming: history.identity.bytes + folder.bytes)
    }
    for step in placed.versions.indices { placed.versions[step].own = nil }
    return placed
  }
}
