import Files
import Git

/// The histories that a person kept as numbered or dated copies in a folder.
final class CopiesSource: ForeignSource {
  let histories: [ForeignHistory]
  let labels: [(name: String, tag: GitObject)] = []

  private let library: Library
  private let files: [FilePath]

  /// One copy on disk.
  private struct Copy {
    let name: [UInt8]
    let mark: CopyName.Mark
    let time: Moment
  }

  /// Looks which copies there are, below a folder too; the folders keep their names.
  init(
    _ folder: FilePath, library: Library, report: (StoreError) -> Void
  ) throws(StoreError) {
    self.library = library
    var histories: [ForeignHistory] = []
    var files: [FilePath] = []
    try CopiesSource.look(into: folder, [], library, report) { (path, location, copies) in
      var versions: [ForeignVersion] = []
      for copy in copies {
        let person = library.currentPerson
        versions.append(
          ForeignVersion(
            source: PercentEncoding.encodeForMessage(copy.name), path: path, author: person,
            modified: copy.time, saved: copy.time,
            label: Labels.label(ofMessage: PercentEncoding.encodeForMessage(copy.name)),
            isDeletion: false, own: nil, place: files.count))
        files.append(location.appending(copy.name))
      }
      let name = Array("copies\n".utf8) + folder.bytes + [0] + path.bytes
      histories.append(
        ForeignHistory(identity: UUID(naming: name), versions: versions, forgets: true))
    }
    for history in histories.indices {
      for step in histories[history].versions.indices {
        // The name alone is not enough: `note.txt` is another one tomorrow.
        let place = histories[history].versions[step].place
        let content = try CopiesSource.content(of: files[place], library)
        let name = try inStore { () throws(GitError) in
          try ContentTree.write(content, name: [], to: ObjectNamer())
        }
        histories[history].versions[step].source += [UInt8(ascii: " ")] + name.hexBytes
      }
    }
    self.histories = histories
    self.files = files
  }

  func read(
    _ wanted: [(history: Int, version: Int)],
    _ body: (ForeignContent) throws(StoreError) -> Void
  ) throws(StoreError) {
    for one in wanted {
      let path = files[histories[one.history].versions[one.version].place]
      try body(
        ForeignContent(content: try CopiesSource.content(of: path, library), commit: nil))
    }
  }

  private static func content(
    of path: FilePath, _ library: Library
  ) throws(StoreError) -> DocumentContent {
    guard
      let snapshot = try Snapshot.read(
        path, isPackage: true, limit: library.settings.sizeLimit)
    else {
      throw StoreError(
        .changedMeanwhile, "'\(printable(path.bytes))' vanished while it was imported",
        hints: ["run the same command again"])
    }
    return snapshot.content
  }

  // MARK: -

  /// - Parameter isHidden: Whether it is below a hidden folder, where only what `export` makes counts.
  private static func look(
    into folder: FilePath, _ prefix: [UInt8], isHidden: Bool = false, _ library: Library,
    _ report: (StoreError) -> Void, _ found: (DocumentPath, FilePath, [Copy]) -> Void
  ) throws(StoreError) {
    let exported = FilesExport.document(ofFolder: folder.lastComponent)
    let entries = try onDisk { () throws(SystemError) in try Folder.entries(of: folder) }
    var families: [[UInt8]: [Copy]] = [:]
    for entry in entries {
      let name =
        exported.flatMap { CopyName(entry.name, exportedFrom: $0) } ?? CopyName(entry.name)
      // What is hidden is mostly not the person's, but for copies of what is hidden.
      let isPlainHidden = entry.name.first == UInt8(ascii: ".") && name.mark == .plain
      let path = folder.appending(entry.name)
      let status: FileStatus
      do throws(SystemError) {
        status = try FileStatus(of: path)
      } catch {
        report(StoreError(error))
        continue
      }
      if status.kind == .folder, !library.isPackageName(entry.name) {
        if let path = DocumentPath(prefix + entry.name),
          BuiltInRule.match(path, isFolder: true)?.isFixed ?? false
        {
          continue
        }
        try look(
          into: path, prefix + entry.name + [UInt8(ascii: "/")],
          isHidden: (isHidden || isPlainHidden)
            && FilesExport.document(ofFolder: entry.name) == nil,
          library, report, found)
      } else if isHidden || isPlainHidden {
        continue
      } else if [.file, .folder].contains(status.kind)
        || status.kind == .link && name.mark != .plain
      {
        let time = time(of: name.mark, library.surroundings.moment(status.modified), library)
        families[name.base, default: []].append(
          Copy(name: entry.name, mark: name.mark, time: time))
      }
    }
    for (base, copies) in families.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      // One file alone has the name it has.
      var name = copies.count == 1 ? copies[0].name : base
      // What `export` makes of a library: a folder for each document, named as it is.
      var parent = prefix
      if prefix.dropLast().hasSuffix(base + FilesExport.ending) {
        name = base
        parent.removeLast(base.count + FilesExport.ending.count + 1)
      }
      guard let path = DocumentPath(parent + name) else { continue }
      found(path, folder, sorted(copies))
    }
  }

  /// When a copy was made: what its name says, as exactly as the file says it.
  private static func time(
    of mark: CopyName.Mark, _ modified: Moment, _ library: Library
  ) -> Moment {
    guard case .date(let local, let hasClock) = mark else { return modified }
    // The name has the local clock; its offset is mostly that of the same moment in UTC.
    let guess = library.surroundings.zoneOffset(local)
    let offset = library.surroundings.zoneOffset(local - Int64(guess) * 60)
    let seconds = local - Int64(offset) * 60
    if !hasClock, (seconds..<(seconds + 86_400)).contains(modified.time.seconds) { return modified }
    if hasClock, (seconds..<(seconds + 60)).contains(modified.time.seconds) { return modified }
    return library.surroundings.moment(FileTime(seconds: seconds))
  }

  /// Numbered ones by number, dated ones by time, what the file was before, the file; numbered and
  /// dated ones together by time.
  private static func sorted(_ copies: [Copy]) -> [Copy] {
    let isMixed =
      copies.contains { if case .number = $0.mark { true } else { false } }
      && copies.contains { if case .date = $0.mark { true } else { false } }
    func key(_ copy: Copy) -> (Int, Int64, Int32) {
      switch copy.mark {
      case .number(let number) where !isMixed: (0, Int64(number), 0)
      case .number, .date: (0, copy.time.time.seconds, copy.time.time.nanoseconds)
      case .backup: (1, copy.time.time.seconds, copy.time.time.nanoseconds)
      case .plain: (2, 0, 0)
      }
    }
    return copies.sorted { a, b in
      let (first, second) = (key(a), key(b))
      return first == second
        ? a.name.lexicographicallyPrecedes(b.name) : first < second
    }
  }
}

extension ArraySlice<UInt8> {
  /// Whether the last component of a path is a name.
  fileprivate func hasSuffix(_ name: [UInt8]) -> Bool {
    guard count >= name.count, suffix(name.count).elementsEqual(name) else { return false }
    return count == name.count || self[endIndex - name.count - 1] == UInt8(ascii: "/")
  }
}
