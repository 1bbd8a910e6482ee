import Files
import Git

/// One of the program's own small files in a store, which is never changed but replaced in one move:
/// whoever reads it finds what was there, or all that is there now.
struct OwnFile {
  let path: FilePath

  /// What is on the disk when a replacement returns.
  enum Durability {
    /// Nothing: what a loss of power leaves is known for what it is, or missing it loses nothing.
    case none
    /// The bytes, before the file gets its name: it is whole, or the former one.
    case whole
    /// The name, too.
    case complete
  }

  /// Puts bytes in the place of what is there.
  func replace(with bytes: [UInt8], _ durability: Durability) throws(SystemError) {
    let draft = FilePath(path.bytes + Array(".new-\(ProcessID.current)".utf8))
    let file = try File(draft, [.write, .create, .truncate], permissions: 0o600)
    try file.write(bytes)
    if durability != .none { try file.synchronise() }
    try FileSystem.rename(draft, to: path)
    if durability == .complete { try Folder.synchronise(path.parent) }
  }
}
