import Files
import Git

/// The histories of another library, with all their names.
final class LibrarySource: ForeignSource {
  let histories: [ForeignHistory]
  let labels: [(name: String, tag: GitObject)]

  private let library: Library
  private let versions: [Version]

  /// Reads which versions there are.
  /// - Parameter paths: Only documents at or below these, all where there are none.
  init(_ library: Library, report: (StoreError) -> Void) throws(StoreError) {
    self.library = library
    var histories: [ForeignHistory] = []
    var versions: [Version] = []
    var documents: [Document] = []
    try library.forEachDocument(damaged: { _, error in report(error) }) { documents.append($0) }
    for document in documents {
      var chain: [Version] = []
      var history = History(
        library, document: document.id, from: document.head.commit, labels: nil)
      while let version = try history.next() { chain.append(version) }
      var foreign: [ForeignVersion] = []
      for version in chain.reversed() {
        guard let identifier = version.identifier else { continue }
        foreign.append(
          ForeignVersion(
            source: identifier.bytes, path: version.path, author: version.author,
            modified: version.modified, saved: version.time, label: version.label,
            isDeletion: version.isDeletion,
            own: .init(number: version.number, identifier: identifier), place: versions.count))
        versions.append(version)
      }
      histories.append(ForeignHistory(identity: document.id, versions: foreign))
    }
    self.histories = histories
    self.versions = versions
    var tags: [(name: String, tag: GitObject)] = []
    let prefix = "refs/labels/"
    try inStore { () throws(GitError) in
      try library.repository.references.forEach(below: prefix) { (name, id) throws(GitError) in
        if case .success(let id) = id, let tag = try? library.repository.objects.read(id),
          tag.kind == .tag
        {
          tags.append((String(name.dropFirst(prefix.utf8.count)), tag))
        }
        return true
      }
    }
    labels = tags
  }

  func read(
    _ wanted: [(history: Int, version: Int)],
    _ body: (ForeignContent) throws(StoreError) -> Void
  ) throws(StoreError) {
    for one in wanted {
      let version = versions[histories[one.history].versions[one.version].place]
      let object = try inStore { () throws(GitError) in
        try library.repository.objects.read(version.commit)
      }
      try body(
        ForeignContent(
          content: version.isDeletion ? nil : try library.content(of: version),
          commit: Commit(bytes: object.bytes)))
    }
  }
}
