import Files
import Git

/// The histories of a git repository or a bundle.
final class GitSource: ForeignSource {
  let histories: [ForeignHistory]
  let labels: [(name: String, tag: GitObject)]

  private let shell: GitShell
  private let commits: [GitCommits.Entry]
  private let lines: [[GitHistories.Step]]
  /// By the place of a version: its line and its step.
  private var steps: [(line: Int, step: Int)] = []

  /// Where the objects and the branch are.
  enum Origin {
    /// A repository, its work tree or the folder `.git`, and the part of the tree that is meant.
    case repository(GitFolder, below: [UInt8])
    /// A file that `git bundle` wrote.
    case bundle(FilePath)
  }

  /// Reads the histories; the contents are read when they are asked for.
  /// - Parameter branch: The branch, nil for the one that is checked out.
  init(
    _ origin: Origin, branch: String?, library: Library, report: (ImportReport) -> Void
  ) throws(StoreError) {
    let shell = try GitShell(library, purpose: "to read what git keeps")
    self.shell = shell
    var prefix: [UInt8] = []
    let tip: ObjectID
    var tags: [(name: String, id: ObjectID)]
    switch origin {
    case .repository(let folder, let below):
      try folder.requireReadable()
      try shell.borrow(folder.common)
      tip = try folder.tip(branch)
      tags = try folder.labels()
      if !below.isEmpty { prefix = below + [UInt8(ascii: "/")] }
    case .bundle(let path):
      (tip, tags) = try GitSource.unbundle(path, branch, into: shell)
    }
    let commits = try GitCommits(shell.process, from: tip).entries
    self.commits = commits
    var builder = GitHistories(
      commits, below: prefix, isPackageName: { library.isPackageName($0) })
    try GitChanges.read(shell.process, commits) { (commit, answers) in
      builder.add(commit, answers)
      if commit % 256 == 255 { report(.reading(done: commit + 1, total: commits.count)) }
    }
    report(.reading(done: commits.count, total: commits.count))
    lines = builder.lines
    var histories: [ForeignHistory] = []
    for (line, all) in builder.lines.enumerated() {
      guard let first = all.first else { continue }
      var versions: [ForeignVersion] = []
      for (step, one) in all.enumerated() {
        let commit = commits[one.commit]
        versions.append(
          ForeignVersion(
            source: commit.id.hexBytes, path: one.path, author: commit.author,
            modified: commit.modified, saved: commit.saved, label: commit.label,
            isDeletion: one.content == .gone, own: one.own, place: steps.count))
        steps.append((line, step))
      }
      let name = Array("git\n".utf8) + commits[first.commit].id.hexBytes + [0] + first.path.bytes
      histories.append(
        ForeignHistory(
          identity: builder.documents[line] ?? UUID(naming: name), versions: versions))
    }
    self.histories = histories
    var found: [(name: String, tag: GitObject)] = []
    for tag in tags {
      try CatFile(process: shell.process).read(GitSource.once(tag.id)) { (object) in
        if let object, object.kind == .tag { found.append((tag.name, object)) }
      }
    }
    labels = found
  }

  func read(
    _ wanted: [(history: Int, version: Int)],
    _ body: (ForeignContent) throws(StoreError) -> Void
  ) throws(StoreError) {
    var requests = Requests(self, wanted)
    var position = 0
    var objects: [[UInt8]] = []
    /// Gives all versions for which everything is there.
    func deliver() throws(StoreError) {
      while position < wanted.count {
        let step = step(of: wanted[position])
        let names = step.objects(commits)
        guard objects.count == names.count else { return }
        let content = step.assemble(&objects)
        position += 1
        try body(content)
      }
    }
    try deliver()
    try CatFile(process: shell.process).read({ requests.next() }) { (object) throws(StoreError) in
      guard let object else {
        throw StoreError(
          .damaged,
          "the repository lacks an object of '\(step(of: wanted[position]).path)'",
          hints: ["a partial or broken clone: clone it anew, whole, and import that"])
      }
      objects.append(object.bytes)
      try deliver()
    }
  }

  private func step(of wanted: (history: Int, version: Int)) -> GitHistories.Step {
    let (line, step) = steps[histories[wanted.history].versions[wanted.version].place]
    return lines[line][step]
  }

  /// The names of all objects that are wanted, one after the other.
  private struct Requests {
    let source: GitSource
    let wanted: [(history: Int, version: Int)]
    private var position = 0
    private var names: ArraySlice<ObjectID> = []

    init(_ source: GitSource, _ wanted: [(history: Int, version: Int)]) {
      self.source = source
      self.wanted = wanted
    }

    mutating func next() -> [UInt8]? {
      while names.isEmpty {
        guard position < wanted.count else { return nil }
        names = source.step(of: wanted[position]).objects(source.commits)[...]
        position += 1
      }
      return names.removeFirst().hexBytes
    }
  }

  private static func once(_ id: ObjectID) -> () -> [UInt8]? {
    var rest: ObjectID? = id
    return {
      defer { rest = nil }
      return rest?.hexBytes
    }
  }

  /// Unpacks a bundle into the temporary repository.
  private static func unbundle(
    _ path: FilePath, _ branch: String?, into shell: GitShell
  ) throws(StoreError) -> (ObjectID, [(name: String, id: ObjectID)]) {
    let answer = try inStore { () throws(GitError) in
      try shell.process.run(["bundle", "unbundle", String(decoding: path.bytes, as: UTF8.self)])
    }
    guard answer.status == 0 else {
      throw StoreError(
        .wrongKind,
        "the bundle '\(printable(path.bytes))' cannot be read: \(answer.firstComplaint)",
        hints: ["a bundle of a part of a history needs what came before; make one of all of it"])
    }
    var heads: [String: ObjectID] = [:]
    for line in answer.output.split(separator: UInt8(ascii: "\n")) {
      guard let id = ObjectID(hex: line.prefix(40)) else { continue }
      heads[String(decoding: line.dropFirst(41), as: UTF8.self)] = id
    }
    let branches = heads.keys.filter { $0.hasPrefix("refs/heads/") }.sorted()
    let names =
      branch.map { ["refs/heads/\($0)", $0] }
      ?? ["HEAD", "refs/heads/main", "refs/heads/master"] + (branches.count == 1 ? branches : [])
    guard let tip = names.lazy.compactMap({ heads[$0] }).first else {
      throw StoreError(
        .documentNotFound,
        "the bundle '\(printable(path.bytes))' has no branch "
          + (branch.map { "'\($0)'" } ?? "that is the main one"),
        hints: branches.map { "name one with: --branch \($0.dropFirst(11))" })
    }
    let prefix = "refs/labels/"
    let tags = heads.filter { $0.key.hasPrefix(prefix) }
      .map { (name: String($0.key.dropFirst(prefix.utf8.count)), id: $0.value) }
      .sorted { $0.name < $1.name }
    return (tip, tags)
  }
}

extension GitHistories.Step {
  /// The objects that make up the version.
  fileprivate func objects(_ commits: [GitCommits.Entry]) -> [ObjectID] {
    var names: [ObjectID] = own == nil ? [] : [commits[commit].id]
    switch content {
    case .gone: break
    case .file(_, let id): names.append(id)
    case .package(let parts): names += parts.map(\.id)
    }
    return names
  }

  /// The version of its objects, which are taken away.
  fileprivate func assemble(_ objects: inout [[UInt8]]) -> ForeignContent {
    var rest = objects[...]
    objects = []
    let commit = own == nil ? nil : Commit(bytes: rest.removeFirst())
    switch content {
    case .gone: return ForeignContent(content: nil, commit: commit)
    case .file(let mode, _):
      let bytes = rest.removeFirst()
      return ForeignContent(
        content: mode == 0o120000 ? .link(bytes) : .flat(bytes, executable: mode & 0o100 != 0),
        commit: commit)
    case .package(let parts):
      var found: [DocumentContent.Part] = []
      var folders: Set<[UInt8]> = []
      for var part in parts {
        // A library's own names are those of its store.
        if own != nil {
          part = .init(path: PercentEncoding.decode(part.path), mode: part.mode, id: part.id)
        }
        // A folder stands before what is in it.
        for (index, byte) in part.path.enumerated() where byte == UInt8(ascii: "/") {
          let folder = Array(part.path[..<index])
          if folders.insert(folder).inserted { found.append(.init(path: folder, kind: .folder)) }
        }
        let bytes = rest.removeFirst()
        found.append(
          .init(
            path: part.path,
            kind: part.mode == 0o120000
              ? .link(bytes) : .file(bytes, executable: part.mode & 0o100 != 0)))
      }
      return ForeignContent(content: .package(found), commit: commit)
    }
  }
}
