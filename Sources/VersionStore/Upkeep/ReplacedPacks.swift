import Files
import Git

/// The packs that are being removed because another one has all that was in them, kept in
/// `versions/packs-replaced` until they are gone: a pack of which only a part is left is no damage then.
struct ReplacedPacks {
  private let path: FilePath
  private let packs: PackFiles

  init(_ library: Library) {
    path = library.store.appending("versions/packs-replaced")
    packs = PackFiles(folder: library.repository.objects.folder)
  }

  /// Their names, without ending.
  func names() -> [String] {
    guard let bytes = try? File(path).readToEnd(), bytes.last == UInt8(ascii: "\n") else {
      return []
    }
    return bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
      .filter { $0.hasPrefix("pack-") && !$0.contains("/") }
  }

  /// Removes packs; the caller has made sure that nothing is in them alone, and that this is on the
  /// disk.
  func remove(_ names: [String]) throws(StoreError) {
    if names.isEmpty { return }
    try onDisk { () throws(SystemError) in
      let file = try File(path, [.write, .create, .truncate], permissions: 0o600)
      try file.write(names.flatMap { Array($0.utf8) + [UInt8(ascii: "\n")] })
      try file.synchronise()
      try Folder.synchronise(path.parent)
    }
    try finish()
  }

  /// Removes what is left of packs whose removal was stopped.
  func finish() throws(StoreError) {
    let names = names()
    try inStore { () throws(GitError) in try packs.remove(names) }
    if !names.isEmpty { try? FileSystem.remove(path) }
  }
}
