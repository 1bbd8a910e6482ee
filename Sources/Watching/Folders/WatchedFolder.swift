import VersionStore

/// A folder of the library that is watched, with what is known of its entries.
final class WatchedFolder {
  /// Where it is; nil for the library's own folder.
  let path: DocumentPath?
  /// The package that it is, or is in.
  let package: DocumentPath?
  /// The folders in it, by their names.
  var folders: [[UInt8]: WatchedFolder] = [:]
  /// The documents in it whose content is known to be a version, by their names.
  var files: [[UInt8]: SeenFile] = [:]
  /// The number of its watch; nil where it has none, and must be looked at again and again.
  var watch: Int32?
  /// Whether other machines write to it without events.
  var isShared = false
  /// The number of its device, as far as it is known.
  var device: UInt64?
  /// Whether its entries could not be read.
  var isUnreadable = false
  /// The look that found it last.
  var look: UInt32 = 0

  init(_ path: DocumentPath?, package: DocumentPath? = nil) {
    self.path = path
    self.package = package
  }

  /// The path of an entry.
  func path(of name: [UInt8]) -> DocumentPath? {
    DocumentPath.entry(name, of: path)
  }

  /// Calls a function with this folder and all below it.
  func forEachFolder(_ body: (WatchedFolder) -> Void) {
    body(self)
    for folder in folders.values { folder.forEachFolder(body) }
  }
}
