import Files
import VersionStore

/// One write of a document, with what is known of its file; done where disks are waited for.
struct Writing: Sendable {
  /// What there is to write.
  enum Source: Sendable {
    /// Contents that were handed over.
    case contents(FileContents)
    /// A file or folder that the document wrote itself; it is removed afterwards.
    case scratch(FileURL)
  }

  /// What must be on disk.
  enum Base: Sendable {
    /// What the document knows.
    case known(KnownContent)
    /// Nothing.
    case nothing
    /// Whatever is there.
    case anything
  }

  var source: Source
  var url: FileURL
  var base: Base
  var event: Event
  var label: String?
  /// Whether the content is only to be kept beside the file.
  var isInConflict = false
  /// Whether a file that is not as expected is a case for a conflict version, or an error.
  var keepsConflicts = true

  /// What became of it.
  enum Outcome: Sendable {
    case written(Written)
    case conflict
    case vanished
  }

  /// What is on disk now.
  struct Written: Sendable {
    var url: FileURL
    var outcome: WriteOutcome
    var modified: FileTime?
  }

  /// Writes.
  func run(_ surroundings: Surroundings) throws -> Outcome {
    defer {
      if case .scratch(let scratch) = source { try? FileSystem.removeAll(scratch.path) }
    }
    let content = try content()
    var url = url
    var base = base
    for _ in 0..<4 {
      let (library, path): (Library, DocumentPath)
      do {
        (library, path) = try locate(url, surroundings)
      } catch let error as DocumentError where error.kind == .notADocument && keepsConflicts {
        guard let outcome = try keepBesideFolder(content, surroundings) else { throw error }
        return outcome
      }
      if isInConflict {
        _ = try library.keepConflict(content, of: path)
        return .conflict
      }
      do throws(StoreError) {
        let known = try knownContent(base, library, path)
        let outcome = try library.write(
          content, at: path, over: known, as: event, label: label)
        let place = library.location(of: path)
        return .written(
          Written(
            url: FileURL(place), outcome: outcome,
            modified: (try? FileStatus(of: place))?.modified))
      } catch {
        guard keepsConflicts else { throw error }
        switch error.kind {
        case .changedMeanwhile:
          // Another program may have written the same.
          if let snapshot = try library.snapshot(of: path),
            try library.isStill(.content(content), snapshot)
          {
            base = .known(.content(content))
            continue
          }
          _ = try library.keepConflict(content, of: path)
          return .conflict
        case .documentNotFound:
          if let moved = try follow(path, in: library) {
            url = FileURL(library.location(of: moved))
            continue
          }
          _ = try library.keepConflict(content, of: path)
          return .vanished
        default: throw error
        }
      }
    }
    throw StoreError(
      .busy, "'\(printable(url.path.bytes))' is renamed or changed by others all the time")
  }

  /// Keeps the content where a folder has taken the document's place; nil where that folder is a library
  /// itself.
  private func keepBesideFolder(
    _ content: DocumentContent, _ surroundings: Surroundings
  ) throws -> Outcome? {
    let location = try Location(of: url.path, from: "/", surroundings: surroundings)
    guard let path = location.folder else { return nil }
    _ = try location.library.keepConflict(content, of: path)
    return .vanished
  }

  private func content() throws -> DocumentContent {
    switch source {
    case .contents(let contents): return contents.stored
    case .scratch(let scratch):
      guard let content = try DocumentContent.read(at: scratch.path) else {
        throw DocumentError(
          .notImplemented, "the document wrote nothing to '\(printable(scratch.path.bytes))'")
      }
      return content
    }
  }

  private func knownContent(
    _ base: Base, _ library: Library, _ path: DocumentPath
  ) throws(StoreError) -> KnownContent? {
    switch base {
    case .known(let known): return known
    case .nothing: return nil
    case .anything:
      guard let snapshot = try library.snapshot(of: path) else { return nil }
      return .content(snapshot.content)
    }
  }
}

/// Where the document of a path is that is not on disk there any more; nil where it is gone.
func follow(_ path: DocumentPath, in library: Library) throws(StoreError) -> DocumentPath? {
  switch try library.lookUp(path) {
  case .moved(let document) where !document.isDeleted: return document.path
  case .document(let document) where !document.isDeleted:
    return try library.follow(document)?.path
  default: return nil
  }
}
