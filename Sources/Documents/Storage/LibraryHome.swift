import Files
import VersionStore

/// The folder of a library, held open: it is known again when it is renamed.
final class LibraryHome: Sendable {
  /// Where it was.
  let folder: FilePath
  private let file: File

  init(_ folder: FilePath) throws(SystemError) {
    self.folder = folder
    file = try File(folder, [.read, .folder])
  }

  /// Where it is by now; nil where it is gone, or the system does not tell.
  var present: FilePath? {
    if let own = try? file.status(), let there = try? FileStatus.find(folder),
      own.inode == there.inode, own.device == there.device
    {
      return folder
    }
    return file.presentPath
  }
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

  /// Holds on to the library of the document; all documents of one hold the same.
  func rememberLibrary() async {
    guard let url = fileURL else { return }
    if let home, url.path.relative(to: home.folder) != nil { return }
    let homes = settings.openDocuments?.documents.compactMap(\.home) ?? []
    home = homes.first { url.path.relative(to: $0.folder) != nil }
    if home != nil { return }
    home = try? await storage.perform(at: url) { library, _ in try LibraryHome(library.folder) }
  }
}
