import Files

/// Whether documents are reached without links, asked for one after the other.
///
/// Documents of one folder mostly follow each other: what was found for the last one's folder is
/// not looked at again for the next.
struct WayThere {
  private let library: Library
  private var clear: DocumentPath?

  init(_ library: Library) {
    self.library = library
  }

  /// Whether no folder on the way to a path is a link by now.
  mutating func isWithoutLinks(to path: DocumentPath) throws(StoreError) -> Bool {
    guard let folder = path.folder, folder != clear else { return true }
    guard try library.linkOnTheWay(to: path) == nil else { return false }
    clear = folder
    return true
  }
}
