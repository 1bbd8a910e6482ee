import Files

/// What a look through a library finds out, for the next one.
struct LookMemory {
  /// What was known already, without what is known better now.
  private let recalled: RecalledDocuments?
  /// Documents that are not as they were known.
  private var touched: Set<DocumentPath> = []
  /// The newest version of each document that was read, and whose file holds it.
  private var heads: [DocumentPath: SeenHead] = [:]
  /// What the file system said of each file that was read, before it was.
  private var marks: [DocumentPath: FileMark] = [:]
  private var deleted: [UUID: SeenHead] = [:]
  /// Files that were read though nothing had changed.
  private var readInVain = 0
  private var bytesInVain: Int64 = 0
  private let time = FileTime.now

  init(_ recalled: RecalledDocuments? = nil) {
    self.recalled = recalled
    for head in recalled?.deleted ?? [] { deleted[head.document] = head }
  }

  /// Reading fewer again is faster than remembering them.
  private static let worthKeeping = 64
  private static let worthKeepingBytes: Int64 = 4 << 20

  /// Notes a document that is to be read, or whose file is gone.
  mutating func touch(_ path: DocumentPath, _ mark: FileMark?) {
    if recalled != nil { touched.insert(path) }
    marks[path] = mark
  }

  /// Notes a document that was deleted before.
  mutating func noteDeleted(_ head: Version) {
    deleted[head.document] = SeenHead(head)
  }

  /// Notes that a file was read, and holds a document's newest version.
  mutating func settle(_ path: DocumentPath, _ head: Version) {
    heads[path] = SeenHead(head)
    deleted[head.document] = nil
    readInVain += 1
    bytesInVain += marks[path]?.size ?? 0
  }

  /// Notes what became of a document.
  mutating func note(_ outcome: AutosaveOutcome) {
    switch outcome {
    case .saved(let path, _) where heads[path] != nil:
      readInVain -= 1
      bytesInVain -= marks[path]?.size ?? 0
    case .deleted(_, let version): deleted[version.document] = SeenHead(version)
    case .saved, .renamed, .failed: break
    }
  }

  /// Keeps it all where that is worth it.
  func keep(in library: Library) {
    guard
      readInVain >= LookMemory.worthKeeping || bytesInVain >= LookMemory.worthKeepingBytes
    else { return }
    var folders: [DocumentPath?: [SeenDocuments.Entry]] = [:]
    for folder in recalled?.folders ?? [] {
      folders[folder.path] = folder.entries.filter { entry in
        DocumentPath.entry(entry.name, of: folder.path).map { !touched.contains($0) } ?? false
      }
    }
    for (path, head) in heads {
      guard var mark = marks[path] else { continue }
      if mark.isRacy(takenAt: time) { mark = .none }
      folders[path.folder, default: []].append(.init(name: path.name, mark: mark, head: head))
    }
    let seen = SeenDocuments(
      folders: folders.map { .init(path: $0.key, entries: $0.value) },
      deleted: Array(deleted.values))
    // A cache: without it the next look takes longer.
    try? seen.write(to: library)
  }
}
