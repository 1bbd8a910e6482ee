import Files
import Git

/// Many documents read from disk and named, by all processors, a little ahead of what is done with
/// them.
struct ReadingAhead {
  /// A document as it is on disk.
  struct Item: Sendable {
    let path: DocumentPath
    /// Nil where nothing is there any more.
    let result: Result<Named?, StoreError>
  }

  /// What a document holds, with the name of the tree that holds the same.
  struct Named: Sendable {
    let snapshot: Snapshot
    let tree: ObjectID
  }

  private let library: Library
  private let wanted: [(DocumentPath, FileStatus)]
  private var position = 0
  private var way: WayThere
  private var ready: ArraySlice<Item> = []

  /// Prepares to read.
  /// - Parameter wanted: The documents, with what was found of them a moment ago.
  init(_ library: Library, _ wanted: [(DocumentPath, FileStatus)]) {
    self.library = library
    self.wanted = wanted
    way = WayThere(library)
  }

  /// Starting threads for fewer takes longer than reading them.
  private static let worthThreads = 64
  /// How much is read ahead at the most: it is all in memory.
  private static let mostDocuments = 2048
  private static let mostBytes: Int64 = 16 << 20
  /// Larger ones, and what is no plain file, are read when it is their turn.
  private static let largest: Int64 = 1 << 20

  /// The next document, in the order in which they are wanted; nil at the end.
  mutating func next() -> Item? {
    if let item = ready.popFirst() { return item }
    if position == wanted.count { return nil }
    readAhead()
    return ready.popFirst()
  }

  private mutating func readAhead() {
    var jobs: [Job] = []
    var bytes: Int64 = 0
    while position < wanted.count {
      let (path, status) = wanted[position]
      let isSmall = status.kind == .file && status.size <= ReadingAhead.largest
      let isFull = jobs.count == ReadingAhead.mostDocuments || bytes > ReadingAhead.mostBytes
      if !jobs.isEmpty, isFull || !isSmall { break }
      position += 1
      bytes += status.size
      jobs.append(job(path, status))
      if !isSmall { break }
    }
    if jobs.count < ReadingAhead.worthThreads {
      ready = jobs.map { $0.run() }[...]
      return
    }
    let part = max(16, jobs.count / (Threads.processors * 4) + 1)
    let parts = stride(from: 0, to: jobs.count, by: part).map {
      jobs[$0..<min($0 + part, jobs.count)]
    }
    ready = Threads.map(parts) { $0.map { $0.run() } }.flatMap { $0 }[...]
  }

  private mutating func job(_ path: DocumentPath, _ status: FileStatus) -> Job {
    var refusal: StoreError?
    var isThere = false
    do throws(StoreError) {
      isThere = try way.isWithoutLinks(to: path)
    } catch {
      refusal = error
    }
    return Job(
      path: path, location: library.location(of: path), known: status,
      isPackage: library.isPackageName(path.name), limit: library.settings.sizeLimit,
      isThere: isThere, refusal: refusal)
  }

  /// One document to be read, with all that is needed for it.
  private struct Job: Sendable {
    let path: DocumentPath
    let location: FilePath
    let known: FileStatus
    let isPackage: Bool
    let limit: Int
    let isThere: Bool
    let refusal: StoreError?

    func run() -> Item {
      do throws(StoreError) {
        if let refusal { throw refusal }
        guard isThere,
          let snapshot = try Snapshot.read(
            location, isPackage: isPackage, limit: limit, known: known)
        else { return Item(path: path, result: .success(nil)) }
        let tree = try inStore { () throws(GitError) in
          try ContentTree.write(snapshot.content, name: path.name, to: ObjectNamer())
        }
        return Item(path: path, result: .success(Named(snapshot: snapshot, tree: tree)))
      } catch {
        return Item(path: path, result: .failure(error))
      }
    }
  }
}
