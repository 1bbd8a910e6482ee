import Files

/// A bare repository in a folder: its objects, its references and its settings.
public final class Repository {
  /// The folder.
  public let folder: FilePath
  /// The objects.
  public let objects: ObjectDatabase
  /// The references.
  public let references: References

  /// What every repository has in its folder.
  public static let parts = ["HEAD", "objects", "refs"]

  /// Opens a repository; its form is looked at, nothing is read.
  /// - Parameter parts: What must be there; less only for who mends it.
  /// - Throws: `notARepository` where something of that is missing.
  public init(_ folder: FilePath, requiring parts: [String] = Repository.parts) throws(GitError) {
    for name in parts {
      let status = try files { () throws(SystemError) in
        try FileStatus.find(folder.appending(name), followingLink: true)
      }
      if status == nil { throw .notARepository(folder, reason: "'\(name)' is missing") }
    }
    self.folder = folder
    objects = ObjectDatabase(folder: folder.appending("objects"))
    references = References(folder: folder)
  }

  /// The settings.
  public func configuration() throws(GitError) -> Configuration {
    try Configuration(folder.appending("config"))
  }

  /// Makes a repository that no one sees until it is complete, and syncs it.
  /// - Parameters:
  ///   - folder: Where it is to be; nothing may be there.
  ///   - branch: The branch that HEAD points to and that is never made.
  ///   - settings: The text of its settings, as git's config file has it.
  ///   - folders: Folders to be made inside it.
  public static func create(
    _ folder: FilePath, branch: String, settings: String,
    folders: [String]
  ) throws(GitError) {
    // Two threads may try at once.
    let number = UInt32.random(in: .min ... .max)
    let draft = FilePath(folder.bytes + Array(".new-\(ProcessID.current)-\(number)".utf8))
    do throws(GitError) {
      try files { () throws(SystemError) in
        try FileSystem.removeAll(draft)
        try Folder.make(draft, permissions: 0o700)
        let objects = draft.appending("objects")
        try Folder.make(objects, permissions: 0o700)
        for name in ["info", "pack"] {
          try Folder.make(objects.appending(name), permissions: 0o700)
        }
        for name in twoDigitNames {
          try Folder.make(objects.appending(name), permissions: 0o700)
        }
        try Folder.make(draft.appending("refs"), permissions: 0o700)
        for name in folders { try Folder.makeAll(draft.appending(name), permissions: 0o700) }
        try writeSynced(draft.appending("HEAD"), "ref: refs/heads/\(branch)\n")
        try writeSynced(draft.appending("config"), settings)
        for name in ["objects", "refs"] { try Folder.synchronise(draft.appending(name)) }
        try Folder.synchronise(draft)
        try FileSystem.renameExclusively(draft, to: folder)
        try Folder.synchronise(folder.parent)
      }
    } catch {
      try? FileSystem.removeAll(draft)
      throw error
    }
  }

  private static func writeSynced(_ path: FilePath, _ text: String) throws(SystemError) {
    let file = try File(path, [.write, .createNew], permissions: 0o600)
    try file.write(Array(text.utf8))
    try file.synchronise()
  }
}
