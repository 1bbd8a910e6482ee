import Files
import Git

/// What the disk gets back at the least when all objects and references of a store are packed.
struct PackingForecast {
  /// Bytes, in whole blocks.
  let freed: Int

  /// The block of most file systems.
  private static let block = 4096
  /// What the indexes of a pack take for each object (gitformat-pack): its name, a checksum, an
  /// offset, and its place in the order of the pack.
  static let indexed = 32
  /// What a pack and its indexes take for each object beside it, and as a whole.
  private static let perObject = indexed + 8
  private static let perPack = 1200 + 3 * block
  /// What a packed reference takes beside its name.
  private static let perReference = 42

  /// Bytes of a file in whole blocks.
  static func onDisk(_ size: Int) -> Int { (size + block - 1) / block * block }

  /// Looks at what a check has met.
  init(_ verification: Verification) {
    let store = verification.library.store
    var loose = 0
    var gain = 0
    verification.graph.forEachObject { object in
      guard !object.isPacked else { return }
      loose += 1
      gain += PackingForecast.onDisk(object.stored) - object.stored - PackingForecast.perObject
    }
    if loose > 0 {
      gain -= PackingForecast.perPack
      for entry in PackingForecast.entries(store.appending("objects")) where entry.name.count == 2 {
        gain += PackingForecast.sizeOnDisk(store.appending("objects").appending(entry.name))
      }
    }
    var lines = 0
    for name in verification.references.keys {
      let file = PackingForecast.sizeOnDisk(store.appending(name))
      if file == 0 { continue }
      gain += file
      lines += name.utf8.count + PackingForecast.perReference
    }
    if lines > 0 { gain -= PackingForecast.onDisk(lines) }
    freed = max(0, gain)
  }

  private static func entries(_ folder: FilePath) -> [Folder.Entry] {
    (try? Folder.entries(of: folder)) ?? []
  }

  private static func sizeOnDisk(_ path: FilePath) -> Int {
    (try? FileStatus.find(path)).map { onDisk(Int($0.size)) } ?? 0
  }
}
