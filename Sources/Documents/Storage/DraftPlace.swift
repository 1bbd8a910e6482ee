import Files
import VersionStore

/// Where a document that was never saved is kept: a folder of the store, with the content under its
/// name, its type, and a lock that its program holds.
struct DraftPlace: Sendable {
  /// A folder that is a library, or is in one.
  let library: FilePath
  let id: UUID
  let name: FileName

  init(library: FilePath, id: UUID = UUID(), name: FileName) {
    self.library = library
    self.id = id
    self.name = name
  }

  /// The folder of all drafts.
  static func all(in library: Library) -> FilePath {
    library.store.appending("versions/drafts")
  }

  static func folder(_ id: UUID, in library: Library) -> FilePath {
    all(in: library).appending(id.bytes)
  }

  static func lock(_ folder: FilePath) -> FilePath { folder.appending("lock") }
  static func type(_ folder: FilePath) -> FilePath { folder.appending("type") }
  static func contents(_ folder: FilePath) -> FilePath { folder.appending("contents") }
}

/// Finding the library of a folder.
enum VersionsLibrary {
  /// The library that a folder is, or is in.
  static func around(_ folder: FilePath, _ surroundings: Surroundings) throws -> Library {
    try Location(of: folder, from: "/", surroundings: surroundings).library
  }
}
