import Files
import Git

/// Makes one line of versions for each document out of the commits of a branch.
///
/// All commits count, those of branches that were merged too, by time: the version after the merge
/// holds what the merge left. A document is followed when it is renamed; a file written again at
/// the path of a deleted one is the same document, as it is in a library.
struct GitHistories {
  /// What a document holds in one version.
  enum Content: Equatable {
    case gone
    case file(mode: UInt32, id: ObjectID)
    case package([Part])

    /// One file of a package.
    struct Part: Equatable {
      let path: [UInt8]
      let mode: UInt32
      let id: ObjectID
    }
  }

  /// A version of a line.
  struct Step {
    let commit: Int
    let path: DocumentPath
    let content: Content
    let own: ForeignVersion.Own?
  }

  /// The lines, each a document.
  private(set) var lines: [[Step]] = []
  /// The identity that a library gave a line.
  private(set) var documents: [UUID?] = []

  private let commits: [GitCommits.Entry]
  private let isPackageName: ([UInt8]) -> Bool
  /// The part of the paths that is left out, with its slash.
  private let prefix: [UInt8]
  private var lineAtPath: [DocumentPath: Int] = [:]
  private var lineOfDocument: [UUID: Int] = [:]
  /// States by commit, for as long as a child is still to come.
  private var states: [Int: State] = [:]
  private var children: [Int]

  /// What there is at one commit.
  private struct State {
    /// Documents by path.
    var entries: [DocumentPath: Entry] = [:]
    var packages: [DocumentPath: [[UInt8]: (mode: UInt32, id: ObjectID)]] = [:]
  }

  private struct Entry {
    var line: Int
    var content: Content
  }

  init(
    _ commits: [GitCommits.Entry], below prefix: [UInt8], isPackageName: @escaping ([UInt8]) -> Bool
  ) {
    self.commits = commits
    self.prefix = prefix
    self.isPackageName = isPackageName
    children = [Int](repeating: 0, count: commits.count)
    for commit in commits {
      for parent in Set(commit.parents) { children[parent] += 1 }
    }
  }

  /// Takes in the next commit.
  mutating func add(_ commit: Int, _ answers: [[GitChanges.Change]]) {
    let parents = commits[commit].parents
    let others = parents.dropFirst().map { states[$0] ?? State() }
    var state = parents.first.map { take($0) } ?? State()
    for parent in Set(parents.dropFirst()) where parent != parents.first { _ = take(parent) }

    let exported = parents.count > 1 ? nil : commits[commit].exported
    var touched = apply(answers.first ?? [], to: &state, others: others, exported: exported)
    if let exported, let line = lineOfDocument[exported.document] ?? newLine(exported, state) {
      if lines[line].last.map({ ($0.own?.number ?? .max) < exported.number }) ?? true {
        let place = exported.path.exported
        let content = exported.isDeletion ? .gone : state.entries[place]?.content ?? .gone
        state.entries[place]?.line = line
        append(
          line, commit, exported.path, content,
          .init(number: exported.number, identifier: exported.identifier))
        touched = touched.filter { $0.value != line }
      }
    }
    // What differs from another parent may need a version that holds what the merge left.
    for (other, changes) in zip(others, answers.dropFirst()) {
      for change in changes {
        guard let path = document(change.path)?.path else { continue }
        if let line = state.entries[path]?.line ?? other.entries[path]?.line {
          touched[path] = line
        }
      }
    }
    // Lines that go on, perhaps under another path that the same commit touched.
    let alive = Set(touched.filter { state.entries[$0.key]?.line == $0.value }.values)
    for (path, line) in touched.sorted(by: { $0.key < $1.key }) {
      if let entry = state.entries[path] {
        guard entry.line == line else { continue }
        append(line, commit, path, entry.content, nil)
      } else if let last = lines[line].last,
        state.entries[last.path]?.line != line, !alive.contains(line)
      {
        append(line, commit, last.path, .gone, nil)
      }
    }
    if children[commit] > 0 { states[commit] = state }
  }

  private mutating func take(_ commit: Int) -> State {
    children[commit] -= 1
    if children[commit] > 0 { return states[commit] ?? State() }
    return states.removeValue(forKey: commit) ?? State()
  }

  private mutating func newLine(_ exported: GitCommits.Exported, _ state: State) -> Int? {
    // Only where nothing else lives there: trailers can be copied into any message.
    if let line = lineAtPath[exported.path], let last = lines[line].last, documents[line] == nil,
      last.content != .gone
    {
      return nil
    }
    lines.append([])
    documents.append(exported.document)
    lineOfDocument[exported.document] = lines.count - 1
    lineAtPath[exported.path] = lines.count - 1
    return lines.count - 1
  }

  private mutating func append(
    _ line: Int, _ commit: Int, _ path: DocumentPath, _ content: Content,
    _ own: ForeignVersion.Own?
  ) {
    if own == nil {
      if let last = lines[line].last {
        if last.content == content, content == .gone || last.path == path { return }
      } else if content == .gone {
        return
      }
    }
    lineAtPath[path] = line
    lines[line].append(Step(commit: commit, path: path, content: content, own: own))
  }

  /// The document that a file belongs to, and the file's path in it where that is a package.
  private func document(_ path: [UInt8]) -> (path: DocumentPath, part: [UInt8]?)? {
    guard path.starts(with: prefix), let found = DocumentPath(Array(path[prefix.count...])),
      !found.isReserved
    else { return nil }
    var position = found.bytes.startIndex
    while let slash = found.bytes[position...].firstIndex(of: UInt8(ascii: "/")) {
      if isPackageName(Array(found.bytes[position..<slash])),
        let package = DocumentPath(Array(found.bytes[..<slash]))
      {
        return (package, Array(found.bytes[(slash + 1)...]))
      }
      position = slash + 1
    }
    return (found, nil)
  }

  /// Applies what changed against the first parent.
  /// - Returns: The documents that were touched, with their lines.
  private mutating func apply(
    _ changes: [GitChanges.Change], to state: inout State, others: [State],
    exported: GitCommits.Exported?
  ) -> [DocumentPath: Int] {
    var touched: [DocumentPath: Int] = [:]
    var renamed: [DocumentPath: Int] = [:]
    // First all that goes, so that two files may change places.
    for change in changes {
      let isGitlink = change.mode == 0o160000
      guard let oldPath = change.oldPath ?? (change.mode == 0 || isGitlink ? change.path : nil),
        let (path, part) = document(oldPath)
      else { continue }
      if let part {
        state.packages[path]?[part] = nil
        if let line = state.entries[path]?.line { touched[path] = line }
      } else if let entry = state.entries.removeValue(forKey: path) {
        if change.oldPath != nil { renamed[path] = entry.line } else { touched[path] = entry.line }
      }
    }
    for change in changes where change.mode != 0 && change.mode != 0o160000 {
      guard let (path, part) = document(change.path) else { continue }
      if let part {
        state.packages[path, default: [:]][part] = (change.mode, change.id)
        let line = state.entries[path]?.line ?? line(for: path, others, exported)
        state.entries[path] = Entry(line: line, content: .gone)
        touched[path] = line
        continue
      }
      let old = change.oldPath.flatMap { document($0) }
      let former = old.flatMap { $0.part == nil ? renamed[$0.path] : nil }
      let line = state.entries[path]?.line ?? former ?? line(for: path, others, exported)
      state.entries[path] = Entry(line: line, content: .file(mode: change.mode, id: change.id))
      touched[path] = line
    }
    // What was renamed to where nothing is imported from is gone.
    let goingOn = Set(touched.values)
    for (path, line) in renamed where !goingOn.contains(line) { touched[path] = line }
    // A package holds what its files hold.
    for path in touched.keys {
      guard let parts = state.packages[path] else { continue }
      if parts.isEmpty {
        state.packages[path] = nil
        state.entries[path] = nil
      } else {
        let sorted = parts.map { Content.Part(path: $0.key, mode: $0.value.mode, id: $0.value.id) }
          .sorted { $0.path.lexicographicallyPrecedes($1.path) }
        state.entries[path]?.content = .package(sorted)
      }
    }
    return touched
  }

  /// The line that a new path goes on with, or begins.
  private mutating func line(
    for path: DocumentPath, _ others: [State], _ exported: GitCommits.Exported?
  ) -> Int {
    // What a merge brings in has its line already.
    for other in others {
      if let line = other.entries[path]?.line { return line }
    }
    if let exported, exported.path.exported == path,
      let line = lineOfDocument[exported.document] ?? newLine(exported, State())
    {
      return line
    }
    if let line = lineAtPath[path], lines[line].last?.path == path { return line }
    lines.append([])
    documents.append(nil)
    lineAtPath[path] = lines.count - 1
    return lines.count - 1
  }
}
