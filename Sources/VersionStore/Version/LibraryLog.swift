/// The events of a whole library, newest first: the histories of all documents merged by time,
/// each in the order of its own chain.
public struct LibraryLog {
  private var histories: [(next: Version, rest: History)] = []
  private var damage: StoreError?
  private let known: [UUID: Int]

  /// Begins the log.
  /// - Parameters:
  ///   - folder: Only documents below this folder.
  ///   - document: Only this document.
  ///   - known: Of these documents only versions above these numbers.
  ///   - problem: Called for documents that cannot be read.
  public init(
    _ library: Library, below folder: DocumentPath? = nil, document: Document? = nil,
    after known: [UUID: Int] = [:], problem: (UUID, StoreError) -> Void
  ) throws(StoreError) {
    self.known = known
    var documents: [Document] = []
    if let document {
      documents = [document]
    } else {
      try library.forEachDocument(damaged: problem) { candidate in
        if candidate.path.isBelow(folder) { documents.append(candidate) }
      }
    }
    // Looked up once: most documents have no labels, and a library has many documents.
    let labels = try Labels.all(in: library)
    for document in documents where document.head.number > known[document.id] ?? 0 {
      // The head was read already.
      let history = History(
        library, document: document.id, from: document.head.parent, labels: labels[document.id])
      histories.append((try history.labelled(document.head), history))
    }
    // A heap whose first element is the newest.
    for index in stride(from: histories.count / 2 - 1, through: 0, by: -1) { sink(index) }
  }

  /// The same log, of which nothing is left.
  func ended() -> LibraryLog {
    var log = self
    log.histories = []
    log.damage = nil
    return log
  }

  /// The next older event, nil at the end.
  /// - Throws: `damaged`, once all that could be read of all documents was given.
  public mutating func next() throws(StoreError) -> Version? {
    try nextWithOlder()?.version
  }

  /// The same, with the version before it in its own document.
  mutating func nextWithOlder() throws(StoreError) -> (version: Version, older: Version?)? {
    guard let newest = histories.first?.next else {
      guard let damage else { return nil }
      self.damage = nil
      throw damage
    }
    let following = try LibraryLog.following(in: &histories[0].rest, &damage)
    if let following, following.number > known[following.document] ?? 0 {
      histories[0].next = following
    } else {
      histories[0] = histories[histories.count - 1]
      histories.removeLast()
    }
    if !histories.isEmpty { sink(0) }
    return (newest, following)
  }

  /// The next version of one document; damage ends its part and not the log.
  private static func following(
    in history: inout History, _ damage: inout StoreError?
  ) throws(StoreError) -> Version? {
    do throws(StoreError) {
      return try history.next()
    } catch {
      guard error.kind == .damaged else { throw error }
      damage = damage ?? error
      return nil
    }
  }

  private mutating func sink(_ start: Int) {
    var index = start
    while true {
      var newest = index
      for child in [2 * index + 1, 2 * index + 2] where child < histories.count {
        if precedes(child, newest) { newest = child }
      }
      if newest == index { return }
      histories.swapAt(index, newest)
      index = newest
    }
  }

  private func precedes(_ a: Int, _ b: Int) -> Bool {
    let first = histories[a].next
    let second = histories[b].next
    if first.time != second.time { return second.time < first.time }
    // Within one second by the fraction that is told, else by what was modified last.
    if first.document != second.document, first.nanoseconds != second.nanoseconds {
      return second.nanoseconds < first.nanoseconds
    }
    if first.document != second.document, first.modified != second.modified {
      return second.modified < first.modified
    }
    if first.path != second.path { return first.path < second.path }
    return first.number > second.number
  }
}
