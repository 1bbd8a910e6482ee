import Files
import Git

/// The packs that are being removed because another one has all that was in them, kept in
/// `versions/packs-replaced` until they are gone: a pack of which only a part is left is no damage then.
///
/// The first line is the new pack, and nothing goes without it: the list can be older than the packs
/// beside it, as in a copy of the store.
struct ReplacedPacks {
  private let path: FilePath
  private let packs: PackFiles

  init(_ library: Library) {
    path = library.store.appending("versions/packs-replaced")
    packs = PackFiles(folder: library.repository.objects.folder)
  }

  /// Names of packs, without ending, whose removal was begun, where the new one is there.
  func names() -> [String] {
    guard let (new, old) = read(), packs.hasIndex(new) else { return [] }
    return old
  }

  /// Removes packs; the caller has made sure that the new one is on the disk, with all that is in
  /// them.
  func remove(_ old: [String], replacedBy new: String) throws(StoreError) {
    if old.isEmpty { return }
    try onDisk { () throws(SystemError) in
      let file = try File(path, [.write, .create, .truncate], permissions: 0o600)
      try file.write(([new] + old).flatMap { Array($0.utf8) + [UInt8(ascii: "\n")] })
      try file.synchronise()
      try Folder.synchronise(path.parent)
    }
    try inStore { () throws(GitError) in try packs.remove(old) }
    try forget()
  }

  /// Removes what is left of packs whose removal was stopped.
  func finish() throws(StoreError) {
    guard let (new, old) = read() else { return }
    if packs.hasIndex(new) {
      var going: [String] = []
      for pack in old where pack != new {
        // Without its index nobody finds anything in it.
        let isReplaced =
          packs.hasIndex(pack) ? (try? packs.isWhole(new, besides: pack)) ?? false : true
        if isReplaced { going.append(pack) }
      }
      let gone = going
      try inStore { () throws(GitError) in try packs.remove(gone) }
    }
    try forget()
  }

  private func forget() throws(StoreError) {
    try onDisk { () throws(SystemError) in
      try FileSystem.remove(path)
      try Folder.synchronise(path.parent)
    }
  }

  private func read() -> (new: String, old: [String])? {
    guard let bytes = try? File(path).readToEnd() else { return nil }
    let lines = bytes.split(separator: UInt8(ascii: "\n")).map {
      String(decoding: $0, as: UTF8.self)
    }
    let names = lines.filter { $0.hasPrefix("pack-") && !$0.contains("/") }
    guard bytes.last == UInt8(ascii: "\n"), names.count == lines.count, let new = names.first else {
      return ("", [])
    }
    return (new, Array(names.dropFirst()))
  }
}
