import Files
import Git

/// A stranger's git repository on disk, found without asking git, so that none of its settings can
/// start a program.
struct GitFolder {
  /// What is checked out: HEAD is in it.
  let own: FilePath
  /// Objects and branches, which several work trees can share.
  let common: FilePath
  /// The folder that is checked out, nil for a bare repository.
  let workTree: FilePath?

  /// Finds the repository that a folder is, or whose work tree it is; nil where it is neither.
  init?(at folder: FilePath) throws(StoreError) {
    let found = try onDisk { () throws(SystemError) -> (FilePath, FilePath?)? in
      let inside = folder.appending(".git")
      guard let status = try FileStatus.find(inside, followingLink: true) else {
        return try GitFolder.isRepository(folder) ? (folder, nil) : nil
      }
      if status.kind == .folder {
        return try GitFolder.isRepository(inside) ? (inside, folder) : nil
      }
      // A file that says where the repository is, in submodules and further work trees.
      let marker = Array("gitdir: ".utf8)
      let text = try File(inside).read(atMost: 1 << 14).firstLine
      guard status.kind == .file, text.starts(with: marker) else { return nil }
      return (FilePath(Array(text[marker.count...])).absolute(from: folder), folder)
    }
    guard let (own, workTree) = found else { return nil }
    self.own = own
    self.workTree = workTree
    common = try onDisk { () throws(SystemError) in
      guard try FileStatus.find(own.appending("commondir")) != nil else { return own }
      let line = try File(own.appending("commondir")).read(atMost: 1 << 14).firstLine
      return FilePath(line).absolute(from: own)
    }
  }

  private static func isRepository(_ folder: FilePath) throws(SystemError) -> Bool {
    for name in ["HEAD", "objects", "refs"] {
      if try FileStatus.find(folder.appending(name), followingLink: true) == nil { return false }
    }
    return true
  }

  /// The nearest repository whose work tree holds a path, and the path in it.
  static func above(_ path: FilePath) throws(StoreError) -> (GitFolder, below: [UInt8])? {
    var folder = path
    while true {
      if let found = try GitFolder(at: folder) {
        return (found, path.relative(to: folder) ?? [])
      }
      let parent = folder.parent
      if parent == folder { return nil }
      folder = parent
    }
  }

  /// Makes sure that the repository is of a kind that can be read.
  func requireReadable() throws(StoreError) {
    let settings = try inStore { () throws(GitError) in
      let configuration = try Configuration(common.appending("config"))
      return (
        try configuration.string("extensions.objectformat") ?? "sha1",
        try configuration.string("extensions.refstorage") ?? "files"
      )
    }
    guard settings.0.lowercased() == "sha1", settings.1.lowercased() == "files" else {
      throw StoreError(
        .wrongKind,
        "'\(printable(own.bytes))' keeps its \(settings.0 == "sha1" ? "branches" : "objects") in a "
          + "form that cannot be read (\(settings.0 == "sha1" ? settings.1 : settings.0))",
        hints: ["make a plain one with: git fast-export --all | git -C NEW fast-import"])
    }
  }

  /// The newest commit of a branch.
  /// - Parameter branch: Its name, or that of a tag or commit; nil for what is checked out.
  func tip(_ branch: String?) throws(StoreError) -> ObjectID {
    let references = References(folder: common)
    if let branch {
      for name in ["refs/heads/\(branch)", "refs/remotes/\(branch)", "refs/tags/\(branch)"]
      where DocumentPath(name) != nil {
        if let id = try inStore({ () throws(GitError) in try references.find(name) }) { return id }
      }
      if let id = ObjectID(branch) { return id }
      throw StoreError(
        .documentNotFound, "'\(printable(own.bytes))' has no branch '\(branch)'",
        hints: ["see which there are with: git branch --all"])
    }
    let head = try onDisk { () throws(SystemError) in
      try File(own.appending("HEAD")).read(atMost: 1 << 14).firstLine
    }
    if let id = ObjectID(hex: head) { return id }
    let marker = Array("ref: ".utf8)
    var names = ["refs/heads/main", "refs/heads/master"]
    if head.starts(with: marker) {
      names.insert(String(decoding: head[marker.count...], as: UTF8.self), at: 0)
    }
    for name in names where name.hasPrefix("refs/") && DocumentPath(name) != nil {
      if let id = try inStore({ () throws(GitError) in try references.find(name) }) { return id }
    }
    throw StoreError(
      .documentNotFound, "'\(printable(own.bytes))' has no commits on its main branch",
      hints: ["name a branch with: --branch NAME"])
  }

  /// Labels that an exported library brought along.
  func labels() throws(StoreError) -> [(name: String, id: ObjectID)] {
    let prefix = "refs/labels/"
    var found: [(name: String, id: ObjectID)] = []
    try inStore { () throws(GitError) in
      try References(folder: common).forEach(below: prefix) { (name, id) throws(GitError) in
        if case .success(let id) = id {
          found.append((String(name.dropFirst(prefix.utf8.count)), id))
        }
        return true
      }
    }
    return found
  }
}
