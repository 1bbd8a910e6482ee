import Files
import Git

/// The note of which documents are being imported, so that one whose file was not put on disk any
/// more, and that therefore looks deleted, is known.
///
/// The file `versions/importing` has a UUID a line; it is there only while chains and files move.
struct ImportMarker {
  private let library: Library
  private let path: FilePath

  init(_ library: Library) {
    self.library = library
    path = library.store.appending("versions/importing")
  }

  /// Notes documents; none removes the note.
  func set(_ documents: [UUID]) throws(StoreError) {
    try onDisk { () throws(SystemError) in
      if documents.isEmpty {
        if try FileStatus.find(path) != nil { try FileSystem.remove(path) }
        return
      }
      let draft = FilePath(path.bytes + Array(".new".utf8))
      do {
        let file = try File(draft, [.write, .create, .truncate], permissions: 0o600)
        try file.write(documents.flatMap { $0.bytes + [UInt8(ascii: "\n")] })
        try file.synchronise()
      }
      try FileSystem.rename(draft, to: path)
      try Folder.synchronise(path.parent)
    }
  }

  /// Finishes what an import that was killed began: puts files on disk that are missing, and takes
  /// back deletions that only their missing made.
  func finishEarlier(report: (ImportReport) -> Void) throws(StoreError) {
    let text = try onDisk { () throws(SystemError) -> [UInt8] in
      guard try FileStatus.find(path) != nil else { return [] }
      return try File(path).readToEnd()
    }
    for line in text.split(separator: UInt8(ascii: "\n")) {
      guard let id = UUID(line), let head = try library.head(of: id) else { continue }
      do throws(StoreError) {
        try finish(Document(id: id, head: head))
      } catch {
        report(.failed(error))
      }
    }
    try set([])
  }

  private func finish(_ document: Document) throws(StoreError) {
    let head = document.head
    if head.event == .import, !head.isDeletion {
      _ = try library.place(try library.content(of: head), of: head, replacing: nil)
    } else if head.event == .delete, head.source == nil, let parent = head.parent {
      let before = try library.version(parent)
      guard before.event == .import, !before.isDeletion else { return }
      _ = try library.restore(
        document, to: before, options: RestoreOptions(keepingTime: true))
    }
  }
}
