import Git

extension LostReferences {
  /// The newest entry of each journal, by the copy of the library that its entries name.
  ///
  /// An entry that was written and never became part of its journal leads to a second end. Who wrote
  /// the latest of all entries found the journal without it, so it is known which end counts.
  mutating func findJournals() {
    var replicas: [UUID: [ObjectID: JournalEntry]] = [:]
    for (id, bytes) in journalCommits() {
      guard let entry = JournalEntry(commit: id, bytes: bytes),
        let replica = LostReferences.replica(of: bytes)
      else { continue }
      replicas[replica, default: [:]][id] = entry
    }
    var all: [JournalEntry] = []
    for (replica, entries) in replicas.sorted(by: { $0.key < $1.key }) {
      let name = ReferenceNames.journals + replica.description
      let known = self.all[name]
      guard let end = known ?? LostReferences.end(of: entries) else {
        doubt("'\(name)' is not found again: its entries have several ends")
        continue
      }
      add(name, end, \.journals)
      all += LostReferences.path(to: end, in: entries).compactMap { entries[$0] }
    }
    setJournal(all)
  }

  /// Commits that are no versions, with their bytes.
  private func journalCommits() -> [(ObjectID, [UInt8])] {
    var ids: [ObjectID] = []
    graph.forEachObject { object in
      guard object.kind == .commit, let place = graph.place(of: object.id) else { return }
      if graph.version(place)?.isJournal != false { ids.append(object.id) }
    }
    return ids.sorted().compactMap { id in
      (try? verification.library.repository.objects.read(id)).map { (id, $0.bytes) }
    }
  }

  private static func replica(of bytes: [UInt8]) -> UUID? {
    guard let commit = Commit(bytes: bytes) else { return nil }
    var replica: UUID?
    commit.message.withUnsafeBufferPointer { message in
      _ = VersionMessage.decode(message) { key, value in
        if key.equals("Replica") { replica = UUID(value) }
      }
    }
    return replica
  }

  /// The entry that a journal ends with; nil where that is not certain.
  static func end(of entries: [ObjectID: JournalEntry]) -> ObjectID? {
    let parents = Set(entries.values.compactMap(\.parent))
    let ends = entries.keys.filter { !parents.contains($0) }.sorted()
    if ends.count < 2 { return ends.first }
    let paths = ends.map { Set(path(to: $0, in: entries)) }
    func latest(_ ids: Set<ObjectID>) -> (Int64, Int32) {
      ids.compactMap { entries[$0] }.map { ($0.time.time.seconds, $0.nanoseconds) }.max {
        $0 < $1
      } ?? (Int64.min, 0)
    }
    return ends.indices.first { mine in
      ends.indices.allSatisfy { other in
        mine == other
          || latest(paths[mine].subtracting(paths[other]))
            > latest(paths[other].subtracting(paths[mine]))
      }
    }.map { ends[$0] }
  }

  private static func path(to end: ObjectID, in entries: [ObjectID: JournalEntry]) -> [ObjectID] {
    var path: [ObjectID] = []
    var next: ObjectID? = end
    while let id = next, let entry = entries[id] {
      path.append(id)
      next = entry.parent
    }
    return path
  }
}
