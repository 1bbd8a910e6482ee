import Files

/// What one look through a library finds out, for the next one.
struct LookMemory {
  /// The newest version of each document whose file holds it.
  private var heads: [DocumentPath: SeenHead] = [:]
  /// What the file system said of each file, before its content was read.
  private var marks: [DocumentPath: FileMark] = [:]
  /// Documents that were deleted.
  private var deleted: [UUID: SeenHead]
  /// Files that were read though nothing had changed.
  private var readInVain: Set<DocumentPath> = []
  private var bytesInVain: Int64 = 0
  private let time = FileTime.now

  init(deleted: [SeenHead] = []) {
    self.deleted = Dictionary(
      deleted.map { ($0.document, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Reading fewer again is faster than remembering them.
  private static let worthKeeping = 64
  private static let worthKeepingBytes: Int64 = 4 << 20

  /// Notes what a file is like that is about to be looked at.
  mutating func note(
    _ path: DocumentPath, _ status: FileStatus, in library: Library
  ) -> FileMark? {
    let mark =
      status.kind == .folder
      ? try? FileMark(status, of: library.location(of: path)) : FileMark(status)
    marks[path] = mark
    return mark
  }

  /// Whether a file was noted.
  func hasNoted(_ path: DocumentPath) -> Bool { marks[path] != nil }

  /// Notes that a file is as it was when it held a version.
  mutating func keep(_ path: DocumentPath, _ entry: SeenDocuments.Entry) {
    marks[path] = entry.mark
    heads[path] = entry.head
  }

  /// Notes that a file was read, and holds a document's newest version.
  mutating func settle(_ path: DocumentPath, _ head: Version) {
    heads[path] = SeenHead(head)
    deleted[head.document] = nil
    readInVain.insert(path)
    bytesInVain += marks[path]?.size ?? 0
  }

  /// Notes what became of a document.
  mutating func note(_ outcome: AutosaveOutcome) {
    switch outcome {
    case .saved(let path, _):
      if readInVain.remove(path) != nil { bytesInVain -= marks[path]?.size ?? 0 }
    case .deleted(_, let version): deleted[version.document] = SeenHead(version)
    case .renamed, .failed: break
    }
  }

  /// Notes a document that was deleted before.
  mutating func noteDeleted(_ head: Version) {
    deleted[head.document] = SeenHead(head)
  }

  /// Keeps it all where that is worth it.
  func keep(in library: Library) {
    guard
      readInVain.count >= LookMemory.worthKeeping || bytesInVain >= LookMemory.worthKeepingBytes
    else { return }
    var folders: [DocumentPath?: [SeenDocuments.Entry]] = [:]
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
