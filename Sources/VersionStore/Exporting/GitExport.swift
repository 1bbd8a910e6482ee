import Files
import Git

/// An export that git reads: one branch with one commit for each version, in the order of time.
///
/// The commits keep authors, times and messages, so that an import makes the same versions of them.
final class GitExport {
  private let library: Library
  private let timeline: [Version]
  private let draft: ExportDraft
  private let shell: GitShell

  /// Makes the branch in a temporary repository beside the target.
  init(
    _ library: Library, _ timeline: [Version], beside target: FilePath,
    _ progress: (Int, Int) -> Void
  ) throws(StoreError) {
    self.library = library
    self.timeline = timeline
    draft = try ExportDraft(library, beside: target, permissions: 0o700)
    shell = try GitShell(library, purpose: "to export for git", in: draft.folder)
    try shell.borrow(library.store)
    let folder = shell.process.repository
    let batch = PackBatch(ObjectDatabase(folder: folder.appending("objects")))
    let root = ExportTree()
    var places: [UUID: DocumentPath] = [:]
    var newest: ObjectID?
    for (done, version) in timeline.enumerated() {
      if done % 256 == 0 {
        progress(done, timeline.count)
        if library.surroundings.isStopped() { throw StoreError(.interrupted, "interrupted") }
      }
      if let old = places[version.document], old != version.path || version.isDeletion {
        root.remove(old.exportedComponents[...], of: version.document)
        places[version.document] = nil
      }
      if !version.isDeletion {
        root.put(
          version.path.exportedComponents[...], try library.entry(of: version),
          of: version.document)
        places[version.document] = version.path
      }
      let object = try inStore { () throws(GitError) in
        try library.repository.objects.read(version.commit)
      }
      guard var commit = Commit(bytes: object.bytes) else {
        throw StoreError(.damaged, "the store is damaged: \(version.commit) is no version")
      }
      let parent = newest
      newest = try inStore { () throws(GitError) in
        commit.tree = try root.write(to: batch)
        commit.parents = parent.map { [$0] } ?? []
        // A signature is one of the commit as it was.
        commit.otherHeaders = []
        let id = try batch.write(.commit, commit.bytes)
        if batch.size > 48 << 20 { try batch.flush() }
        return id
      }
    }
    try inStore { () throws(GitError) in try batch.flush() }
    if let newest { try set("refs/heads/main", newest) }
    for (name, id) in try labels() { try set(name, id) }
    progress(timeline.count, timeline.count)
  }

  private func set(_ name: String, _ id: ObjectID) throws(StoreError) {
    let path = shell.process.repository.appending(name)
    try onDisk { () throws(SystemError) in
      try Folder.makeAll(path.parent, permissions: 0o700)
      try GitShell.write(id.hexBytes + [UInt8(ascii: "\n")], to: path)
    }
  }

  /// Labels that were given later, which are objects of their own.
  private func labels() throws(StoreError) -> [(String, ObjectID)] {
    var found: [(String, ObjectID)] = []
    try inStore { () throws(GitError) in
      for document in Set(timeline.map(\.document)).sorted() {
        try library.repository.references.forEach(below: ReferenceNames.labels(of: document)) {
          (name, id) throws(GitError) in
          if case .success(let id) = id { found.append((name, id)) }
          return true
        }
      }
    }
    return found
  }

  /// Puts it at its place in a form.
  func write(as format: ExportFormat, to target: FilePath) throws(StoreError) -> ExportOutcome {
    var leftOut = 0
    if format != .patches {
      // A tree for each version is much alike the one before; git stores the differences, which it
      // does not look for in what is packed already unless it is told to.
      try git(["repack", "-a", "-d", "-l", "-f", "-q"])
    }
    switch format {
    case .bundle: try writeBundle(to: target)
    case .patches: leftOut = timeline.count - (try writePatches(to: target))
    case .git, .files: try writeRepository(to: target)
    }
    return ExportOutcome(
      documents: Set(timeline.map(\.document)).count, versions: timeline.count - leftOut,
      leftOut: leftOut)
  }

  private func writeBundle(to target: FilePath) throws(StoreError) {
    let draft = shell.folder.appending("bundle")
    try git(["bundle", "create", "-q", draft.description, "HEAD", "--all"])
    try onDisk { () throws(SystemError) in try File(draft).synchronise() }
    try Library.publish(draft, as: target)
  }

  private func writeRepository(to target: FilePath) throws(StoreError) {
    let folder = shell.process.repository
    // All objects come over, packed; then nothing is borrowed any more.
    try git(["repack", "-a", "-d", "-q"])
    let own = shell.folder.appending(".git")
    try onDisk { () throws(SystemError) in
      try FileSystem.remove(folder.appending("objects/info/alternates"))
      try GitShell.write(
        Array(
          "[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n".utf8),
        to: folder.appending("config"))
      try FileSystem.rename(folder, to: own)
      try FileSystem.setPermissions(shell.folder, 0o755)
    }
    var process = GitProcess(shell.process.program, repository: own)
    process.isStopped = shell.process.isStopped
    process.environment = ["GIT_WORK_TREE=\(shell.folder.description)"]
    try inStore { () throws(GitError) in
      _ = try process.require(["read-tree", "--reset", "-u", "refs/heads/main"])
    }
    try onDisk { () throws(SystemError) in try Library.synchroniseAll(shell.folder) }
    try Library.publish(shell.folder, as: target)
  }

  private func writePatches(to target: FilePath) throws(StoreError) -> Int {
    let draft = shell.folder.appending("patches")
    // Mail programs, and `git am`, take line ends for their own; what is no plain text goes as it is.
    let attributes = binaryPaths().flatMap { GitExport.quoted($0) + Array(" -diff\n".utf8) }
    try onDisk { () throws(SystemError) in
      try Folder.make(draft)
      try GitShell.write(
        attributes, to: shell.process.repository.appending("info/attributes"))
    }
    try git([
      "format-patch", "-q", "--root", "--binary", "--full-index", "--no-signature", "--no-stat",
      "--no-cover-letter", "--no-thread", "--no-renames", "-o", draft.description,
      "refs/heads/main",
    ])
    let count = try onDisk { () throws(SystemError) in
      // Git makes an empty file of a commit that changes nothing, and cannot take it.
      let names = try Folder.entries(of: draft).map { draft.appending($0.name) }
      var empty = 0
      for path in names where try FileStatus(of: path).size == 0 {
        try FileSystem.remove(path)
        empty += 1
      }
      try Library.synchroniseAll(draft)
      return names.count - empty
    }
    try Library.publish(draft, as: target)
    return count
  }

  /// Paths of documents of which a version is no UTF-8 text with plain line ends.
  private func binaryPaths() -> [[UInt8]] {
    var paths: Set<[UInt8]> = []
    var seen: Set<ObjectID> = []
    for version in timeline where !version.isDeletion && seen.insert(version.tree).inserted {
      let path = version.path.exported.bytes
      if paths.contains(path) { continue }
      guard let content = try? library.content(of: version) else { continue }
      switch content {
      case .flat(let bytes, _):
        let isPlain =
          !bytes.contains(UInt8(ascii: "\r")) && !bytes.contains(0)
          && String(validating: bytes, as: UTF8.self) != nil
        if !isPlain { paths.insert(path) }
      case .link: break
      case .package: paths.insert(path + Array("/**".utf8))
      }
    }
    return paths.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// A path as a pattern of an attributes file: quoted, its special characters for themselves.
  private static func quoted(_ path: [UInt8]) -> [UInt8] {
    var quoted = Array("\"/".utf8)
    for byte in path {
      switch byte {
      case UInt8(ascii: "\""): quoted += [0x5C, byte]
      case 0x5C: quoted += [0x5C, 0x5C, 0x5C, 0x5C]
      case UInt8(ascii: "["), UInt8(ascii: "?"): quoted += [0x5C, 0x5C, byte]
      case 0..<0x20:
        let octal = String(byte, radix: 8)
        quoted += ("\\" + String(repeating: "0", count: 3 - octal.utf8.count) + octal).utf8
      default: quoted.append(byte)
      }
    }
    return quoted + [UInt8(ascii: "\"")]
  }

  private func git(_ arguments: [String]) throws(StoreError) {
    try inStore { () throws(GitError) in _ = try shell.process.require(arguments) }
  }
}
