import Files

/// How a document on disk and its history stand to each other.
public enum DocumentState: String, Sendable {
  /// The file holds what the latest version holds.
  case same
  /// The file holds something else.
  case changed
  /// The document lives, and its file is not on disk.
  case missing
  /// The file has no versions yet.
  case untracked
  /// The file is larger than the library's settings allow.
  case tooBig
  /// The document was deleted.
  case deleted
}

/// One line of a library's list.
public struct ListedDocument: Sendable {
  /// Where the document is.
  public let path: DocumentPath
  /// Its identity and newest version; nil for a file without versions.
  public let document: Document?
  /// How file and history stand to each other.
  public let state: DocumentState
  /// Why the state could not be told in full, such as a file that cannot be read.
  public let problem: StoreError?
  /// The original of which a synchronising service made this copy, as its name says.
  public let conflictOf: DocumentPath?
}

extension Library {
  /// Calls a function with each document of the library in the order of the paths: those with
  /// versions and those without.
  /// - Parameters:
  ///   - folder: Only documents below this folder.
  ///   - deleted: Whether deleted documents are listed too.
  ///   - living: Whether those that are not deleted are.
  ///   - onlyChanged: Whether those that are as their newest versions may be left out.
  ///   - readingAll: Whether all files are read, whatever is known of them.
  ///   - problem: Called for what could not be looked at.
  ///   - body: Returns false to stop.
  public func forEachListed(
    below folder: DocumentPath? = nil, deleted: Bool = false, living: Bool = true,
    onlyChanged: Bool = false, readingAll: Bool = false,
    problem: (DocumentPath, StoreError) -> Void,
    _ body: (ListedDocument) throws -> Bool
  ) throws {
    if onlyChanged, !deleted, living,
      let changed = try changedDocuments(below: folder, problem: problem)
    {
      for (path, document, status) in changed {
        if try !body(listed(path, document, status, nil)) { return }
      }
      return
    }
    var known: [DocumentPath: [Document]] = [:]
    try forEachDocument(damaged: { id, error in
      if let path = DocumentPath("id:\(id)") { problem(path, error) }
    }) { document in
      guard document.path.isBelow(folder) || document.path == folder else { return }
      guard document.isDeleted ? deleted : living else { return }
      known[document.path, default: []].append(document)
    }
    var files: [DocumentPath: FileStatus] = [:]
    if living {
      for (path, status) in try scannedDocuments(below: folder, problem: problem) {
        files[path] = status
      }
    }
    // Fewer files are read as fast as what is known of them.
    let seen =
      readingAll || files.count < Library.worthRecalling
      ? [:] : SeenDocuments.read(from: self)?.entriesByPath()
    for path in Library.inOrderOfList(Set(known.keys).union(files.keys)) {
      let documents = known[path] ?? []
      // A path has one living document at the most, and any number of deleted ones.
      let alive = documents.first { !$0.isDeleted }
      for document in documents where document.isDeleted {
        // Written again at the same path, it is the same document, and not deleted any more.
        let listed = ListedDocument(
          path: path, document: document, state: .deleted, problem: nil, conflictOf: nil)
        if try !body(listed) { return }
      }
      if alive == nil {
        if files[path] == nil { continue }
        // A file that seems new can be one whose history cannot be read.
        do throws(StoreError) {
          _ = try lookUp(path)
        } catch {
          problem(path, error)
          continue
        }
      }
      if try !body(listed(path, alive, files[path], seen?[path])) { return }
    }
  }

  private static let worthRecalling = 256
  /// Above so many that may have changed, one look at all documents is faster.
  private static let mostLookedUp = 200

  /// The order of a list: a copy that a synchronising service made stands after its original.
  private static func inOrderOfList(_ paths: some Sequence<DocumentPath>) -> [DocumentPath] {
    paths.map { (path: $0, original: ConflictCopyName.original(of: $0)) }
      .sorted { a, b in
        let (first, second) = (a.original ?? a.path, b.original ?? b.path)
        if first != second { return first < second }
        if (a.original == nil) != (b.original == nil) { return a.original == nil }
        return a.path < b.path
      }
      .map(\.path)
  }

  /// The documents that may not be as their newest versions, in the order of a list.
  /// - Returns: Nil where too little is known for that to be faster than looking at all.
  private func changedDocuments(
    below folder: DocumentPath?, problem: (DocumentPath, StoreError) -> Void
  ) throws(StoreError) -> [(DocumentPath, Document?, FileStatus?)]? {
    guard let known = try recall() else { return nil }
    var problems: [(DocumentPath, StoreError)] = []
    let touched = try touched(since: known) { problems.append(($0, $1)) }
      .filter { $0.path.isBelow(folder) || $0.path == folder }
    if touched.count > Library.mostLookedUp { return nil }
    for (path, error) in problems where path.isBelow(folder) || path == folder {
      problem(path, error)
    }
    var statuses: [DocumentPath: FileStatus?] = [:]
    for one in touched { statuses.updateValue(one.status, forKey: one.path) }
    var changed: [(DocumentPath, Document?, FileStatus?)] = []
    for path in Library.inOrderOfList(statuses.keys) {
      do throws(StoreError) {
        var document: Document?
        if case .document(let found) = try lookUp(path), !found.isDeleted { document = found }
        let status = statuses[path] ?? nil
        if document == nil, status == nil { continue }
        changed.append((path, document, status))
      } catch {
        // A file that seems new can be one whose history cannot be read.
        problem(path, error)
      }
    }
    return changed
  }

  private func listed(
    _ path: DocumentPath, _ document: Document?, _ status: FileStatus?,
    _ seen: SeenDocuments.Entry?
  ) -> ListedDocument {
    let original = ConflictCopyName.original(of: path)
    func listed(_ state: DocumentState, _ problem: StoreError? = nil) -> ListedDocument {
      ListedDocument(
        path: path, document: document, state: state, problem: problem, conflictOf: original)
    }
    do throws(StoreError) {
      var status = status
      if status == nil {
        status = try onDisk { () throws(SystemError) in try FileStatus.find(location(of: path)) }
      }
      guard let status, try hasDocument(at: path) else { return listed(.missing) }
      if status.kind == .file, status.size > settings.sizeLimit { return listed(.tooBig) }
      guard let document else { return listed(.untracked) }
      // A file of another size is another content; one of the same size must be read.
      if status.kind == .file, let size = document.head.size, Int64(size) != status.size {
        return listed(.changed)
      }
      if let seen, seen.head == SeenHead(document.head),
        (try? FileMark(status, of: location(of: path))) == seen.mark
      {
        return listed(.same)
      }
      guard let snapshot = try snapshot(of: path) else { return listed(.missing) }
      return listed(try holds(document.head, snapshot.content) ? .same : .changed)
    } catch {
      return listed(error.kind == .tooBig ? .tooBig : .changed, error)
    }
  }
}
