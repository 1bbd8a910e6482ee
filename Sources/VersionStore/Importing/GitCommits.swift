import Files
import Git

/// The commits of a stranger's branch, none before one of its parents and else by time.
struct GitCommits {
  /// What is kept of a commit.
  struct Entry {
    /// Its name.
    let id: ObjectID
    /// The commits before it, by their places in the list.
    let parents: [Int]
    /// Who made the content.
    var author = Person(name: "", email: "")
    /// When the content was made.
    var modified = Moment(FileTime(seconds: 0), offset: 0)
    /// When it was committed.
    var saved = Moment(FileTime(seconds: 0), offset: 0)
    /// The first line of its message.
    var label: String?
    /// The version it says it is, where a library exported it.
    var exported: Exported?
  }

  /// What the trailers of a commit say that a library exported.
  struct Exported {
    let document: UUID
    let number: Int
    let identifier: UUID
    let path: DocumentPath
    let isDeletion: Bool
  }

  /// The commits, oldest first.
  private(set) var entries: [Entry] = []

  /// Reads the commits that a commit leads back to.
  init(_ process: GitProcess, from tip: ObjectID) throws(StoreError) {
    let list = try inStore { () throws(GitError) in
      try process.require(["rev-list", "--reverse", "--date-order", "--parents", tip.hex])
    }
    var places: [ObjectID: Int] = [:]
    list.withUnsafeBufferPointer { list in
      var start = 0
      while start + 40 <= list.count {
        var names: [ObjectID] = []
        var position = start
        while position + 40 <= list.count,
          let id = ObjectID(
            hexDigits: UnsafeBufferPointer(rebasing: list[position..<position + 40]))
        {
          names.append(id)
          position += 41
          if list[position - 1] == UInt8(ascii: "\n") { break }
        }
        guard let id = names.first else { break }
        places[id] = entries.count
        entries.append(Entry(id: id, parents: names.dropFirst().compactMap { places[$0] }))
        start = position
      }
    }
    try readCommits(process)
  }

  private mutating func readCommits(_ process: GitProcess) throws(StoreError) {
    var asked = 0
    var read = 0
    var reader = VersionReader()
    var people: [[UInt8]: Person] = [:]
    let ids = entries.map(\.id)
    var found = entries
    try CatFile(process: process).read({
      guard asked < ids.count else { return nil }
      defer { asked += 1 }
      return ids[asked].hexBytes
    }) { (object) throws(StoreError) in
      guard let object, let commit = Commit(bytes: object.bytes) else {
        throw StoreError(
          .damaged, "the repository is damaged: commit \(ids[read]) cannot be read",
          hints: ["see what is wrong with: git fsck"])
      }
      let key = commit.author.name + [0] + commit.author.email
      let person = people[key] ?? Person(foreign: commit.author)
      people[key] = person
      found[read].author = person
      found[read].modified = Moment(foreign: commit.author)
      found[read].saved = Moment(foreign: commit.committer)
      found[read].label = Labels.label(ofMessage: commit.message)
      if commit.message.contains(subsequence: trailer),
        let version = reader.read(ids[read], object.bytes), let identifier = version.identifier
      {
        found[read].exported = Exported(
          document: version.document, number: version.number, identifier: identifier,
          path: version.path, isDeletion: version.size == 0 && version.type == nil)
      }
      read += 1
    }
    entries = found
  }
}

private let trailer = Array("\nVersion-Id: ".utf8)

extension [UInt8] {
  /// Whether a run of bytes occurs.
  fileprivate func contains(subsequence wanted: [UInt8]) -> Bool {
    withUnsafeBytes { bytes in
      wanted.withUnsafeBytes { wanted in
        guard let first = wanted.first, bytes.count >= wanted.count else { return false }
        var position = 0
        while position <= bytes.count - wanted.count {
          guard let next = bytes[position...].firstIndex(of: first),
            next <= bytes.count - wanted.count
          else { return false }
          if bytes[next..<(next + wanted.count)].elementsEqual(wanted) { return true }
          position = next + 1
        }
        return false
      }
    }
  }
}
