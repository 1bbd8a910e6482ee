import Files
import VersionStore

/// The folder of a library, held open: it is known again when it is renamed.
final class LibraryHome: Sendable {
  private let file: File

  init(_ folder: FilePath) throws(SystemError) {
    file = try File(folder, [.read, .folder])
  }

  /// Where it was.
  var folder: FilePath { file.path }

  /// Whether it still is where it was.
  var isThere: Bool { file.isAtItsPath }

  /// Where it is by now; nil where it is gone, or the system does not tell.
  var present: FilePath? { isThere ? folder : file.presentPath }
}

extension Document {
  /// Where the document is, in a library that may have been renamed since it was last looked for.
  func place() async -> FileURL? {
    guard let url = fileURL, let home, let inside = url.path.relative(to: home.folder) else {
      return fileURL
    }
    let present = try? await storage.perform { home.present }
    if let present = present ?? nil, present != home.folder, fileURL == url {
      move(to: FileURL(present.appending(inside)))
      await rememberLibrary()
    }
    return fileURL
  }

  /// Holds on to the library of the document; all documents of one hold the same. An open document keeps
  /// its file system from being unmounted.
  func rememberLibrary() async {
    guard let url = fileURL else { return }
    let known = [home] + (settings.openDocuments?.documents.map(\.home) ?? [])
    home = try? await storage.perform(at: url) { library, _ in
      // Another library may stand at the path of one that was renamed.
      try known.lazy.compactMap { $0 }.first { $0.folder == library.folder && $0.isThere }
        ?? LibraryHome(library.folder)
    }
  }
}
