import Files
import Git

/// A temporary repository of our own through which git reads a stranger's objects.
///
/// Nothing of the stranger's settings, hooks, attributes, filters or replacements takes part: git
/// never sees them, only the objects.
final class GitShell {
  /// Git on the temporary repository.
  let process: GitProcess
  /// The temporary folder; all of it goes with the value.
  let folder: FilePath

  /// Makes an empty repository in the store's folder for what is temporary.
  /// - Parameter folder: An empty folder to use instead.
  init(_ library: Library, purpose: String, in folder: FilePath? = nil) throws(StoreError) {
    let git = try library.requireGit(purpose)
    let isGiven = folder != nil
    let place = library.store.appending("versions")
    let folder = folder ?? place.appending("temporary-\(UUID())")
    self.folder = folder
    var process = GitProcess(git.program, repository: folder.appending("git"))
    process.isStopped = git.isStopped
    // Objects that a partial clone lacks are not fetched, from wherever it says.
    process.environment = ["GIT_ALLOW_PROTOCOL=none", "GIT_NO_LAZY_FETCH=1"]
    self.process = process
    try onDisk { () throws(SystemError) in
      if !isGiven {
        try Folder.makeAll(place, permissions: 0o700)
        try Folder.make(folder, permissions: 0o700)
      }
      let git = process.repository
      try Folder.make(git, permissions: 0o700)
      for name in ["objects", "objects/info", "objects/pack", "refs", "info"] {
        try Folder.make(git.appending(name), permissions: 0o700)
      }
      try GitShell.write(
        Array("[core]\n\trepositoryformatversion = 0\n\tbare = true\n".utf8),
        to: git.appending("config"))
      try GitShell.write(Array("ref: refs/heads/main\n".utf8), to: git.appending("HEAD"))
    }
  }

  deinit { try? FileSystem.removeAll(folder) }

  /// Lets git find the objects of another repository.
  /// - Parameter common: The folder `.git`, or the bare repository.
  func borrow(_ common: FilePath) throws(StoreError) {
    try onDisk { () throws(SystemError) in
      let objects = try FileSystem.resolved(common.appending("objects"))
      try GitShell.write(
        GitShell.quoted(objects.bytes) + [UInt8(ascii: "\n")],
        to: process.repository.appending("objects/info/alternates"))
      // Where a history was cut off when it was cloned.
      let shallow = common.appending("shallow")
      if try FileStatus.find(shallow) != nil {
        try GitShell.write(
          try File(shallow).readToEnd(), to: process.repository.appending("shallow"))
      }
    }
  }

  static func write(_ bytes: [UInt8], to path: FilePath) throws(SystemError) {
    try File(path, [.write, .create, .truncate], permissions: 0o600).write(bytes)
  }

  /// A path as the file `alternates` has it: quoted, where it holds what would end it.
  private static func quoted(_ path: [UInt8]) -> [UInt8] {
    guard path.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == 0x5C }) else {
      return path
    }
    var quoted: [UInt8] = [UInt8(ascii: "\"")]
    for byte in path {
      if byte == UInt8(ascii: "\"") || byte == 0x5C {
        quoted += [0x5C, byte]
      } else if byte < 0x20 {
        let octal = String(byte, radix: 8)
        quoted += ("\\" + String(repeating: "0", count: 3 - octal.utf8.count) + octal).utf8
      } else {
        quoted.append(byte)
      }
    }
    return quoted + [UInt8(ascii: "\"")]
  }
}
