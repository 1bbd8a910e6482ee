import Files
import VersionStore

/// A document as it was read from its library.
struct Reading: Sendable {
  var url: FileURL
  var contents: FileContents
  var known: KnownContent
  var modified: FileTime
  var isLocked: Bool
  /// Whether there are conflict versions that nobody has dealt with.
  var hasConflicts: Bool
  /// The newest version; nil where there is none.
  var head: Version?

  /// Reads a document, where it is now.
  /// - Parameter settled: A version that is known to have no open conflict at or before it.
  static func read(
    _ url: FileURL, _ surroundings: Surroundings, settled: Version? = nil
  ) throws -> Reading {
    var url = url
    for _ in 0..<4 {
      let (library, path) = try locate(url, surroundings)
      guard let snapshot = try library.snapshot(of: path) else {
        guard let moved = try follow(path, in: library) else { break }
        url = FileURL(library.location(of: moved))
        continue
      }
      if case .link = snapshot.content {
        throw DocumentError(
          .notADocument, "'\(path)' is a link that leads out of the library or nowhere")
      }
      var isLocked = snapshot.status.permissions & 0o222 == 0
      var hasConflicts = false
      var head: Version?
      if case .document(let document) = try library.lookUp(path) {
        if document.isLocked { isLocked = true }
        // A history that is damaged keeps nobody from opening what is on disk.
        hasConflicts =
          (try? library.hasUnresolvedConflict(of: document, after: settled)) ?? false
        head = document.head
      }
      return Reading(
        url: FileURL(library.location(of: path)), contents: FileContents(snapshot.content),
        known: try library.known(snapshot, at: path), modified: snapshot.status.modified,
        isLocked: isLocked, hasConflicts: hasConflicts, head: head)
    }
    throw StoreError(
      .documentNotFound, "'\(printable(url.path.bytes))' is not on disk",
      hints: ["bring it back from its versions, or save it anew"])
  }
}
