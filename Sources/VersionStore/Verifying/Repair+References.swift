import Files
import Git

extension Repair {
  /// Lets every history that has lost its reference, or the version it leads to, go on from the
  /// newest version that is whole.
  mutating func mendHistories() throws(StoreError) {
    var documents: Set<UUID> = []
    for finding in verification.findings where finding.severity == .damage {
      if finding.kind == .reference || finding.kind == .historyLost, let id = finding.document {
        documents.insert(id)
      }
    }
    for document in documents.sorted() {
      let name = ReferenceNames.chain(of: document)
      guard let newest = verification.newestWhole(of: document) else {
        cannot("'\(name)' cannot be mended: no version of its document is whole")
        continue
      }
      let lock = try WriteLock.document(document, in: library)
      defer { lock.release() }
      let current = try findSettingAside(name)
      if current == newest.commit { continue }
      // What was saved since the check is never taken back.
      if let current, isWhole(current, of: document, from: newest.number) { continue }
      try inStore { () throws(GitError) in
        try library.repository.references.move(name, to: newest.commit, expecting: current)
      }
      did("the history of '\(newest.path)' goes on from version \(newest.number)", newest.path)
    }
  }

  /// Whether a commit is a whole version of a document, of at least a number.
  private func isWhole(_ id: ObjectID, of document: UUID, from number: Int) -> Bool {
    guard let version = try? library.version(id) else { return false }
    return version.document == document && version.number >= number
  }

  /// Sets the aliases of documents that their paths do not find.
  mutating func mendAliases() throws(StoreError) {
    // As they are by now: what was mended before this can have brought a document back.
    let now = try Verification(library)
    var damaged: Set<String> = []
    for finding in verification.findings where finding.severity == .damage {
      if let name = finding.reference, name.hasPrefix(ReferenceNames.paths) { damaged.insert(name) }
    }
    var owners: [String: (document: UUID, path: DocumentPath, isDeletion: Bool)] = [:]
    for (document, chain) in now.chains {
      guard let head = chain.first else { continue }
      let path = now.graph.path(head.facts, at: head.place)
      let name = ReferenceNames.alias(of: path)
      if let other = owners[name], !other.isDeletion || head.facts.isDeletion { continue }
      owners[name] = (document, path, head.facts.isDeletion)
    }
    for finding in now.findings where finding.kind == .alias && finding.severity == .damage {
      if let name = finding.reference { damaged.insert(name) }
    }
    for name in damaged.sorted() {
      guard let owner = owners[name] else {
        // Of a path that a document had once; its file is of no use to anyone.
        if try setAside(library.store.appending(name)) {
          did("'\(name)', which led nowhere, was moved aside")
        }
        continue
      }
      let lock = try WriteLock.path(owner.path, in: library)
      defer { lock.release() }
      let current = try findSettingAside(name)
      let wasSet = try inStore { () throws(GitError) in
        let blob = try library.repository.objects.write(
          .blob, owner.document.bytes + [UInt8(ascii: "\n")])
        try library.repository.objects.synchronise()
        if current == blob { return false }
        try library.repository.references.move(name, to: blob, expecting: current)
        return true
      }
      if wasSet { did("'\(owner.path)' finds its history again", owner.path) }
    }
  }

  /// Takes apart a file of packed references that cannot be read: its whole lines become references
  /// in files of their own; what was in the others is found again from versions and labels.
  mutating func mendPackedReferences() throws(StoreError) {
    let path = library.store.appending("packed-refs")
    let isDamaged = verification.findings.contains {
      $0.severity == .damage && ($0.reference == "packed-refs" || $0.file == path)
    }
    guard isDamaged else { return }
    let bytes = (try? File(path).readToEnd()) ?? []
    try setAside(path)
    try setAside(library.store.appending("versions/refs-guard"))
    var moves: [References.Move] = []
    var names: Set<String> = []
    func add(_ name: String, _ id: ObjectID) throws(StoreError) {
      guard names.insert(name).inserted else { return }
      let loose = try? library.repository.references.find(name)
      if loose == nil { moves.append(.init(name, to: id, expecting: nil)) }
    }
    for (name, id) in Repair.wholeLines(of: bytes) where verification.graph.place(of: id) != nil {
      try add(name, id)
    }
    let kept = moves.count
    var documents: Set<UUID> = []
    verification.graph.forEachVersion { _, _, facts in documents.insert(facts.document) }
    for document in documents.sorted() where !verification.wasPurged(document) {
      if let newest = verification.newestWhole(of: document) {
        try add(ReferenceNames.chain(of: document), newest.commit)
      }
    }
    try inStore { () throws(GitError) in try library.repository.references.move(moves) }
    did(
      "'packed-refs' was moved aside: \(kept) references were kept from it, and "
        + "\(moves.count - kept) histories go on from their newest whole versions")
  }

  /// The lines that are whole: a name of an object, and a name that a reference can have.
  private static func wholeLines(of bytes: [UInt8]) -> [(String, ObjectID)] {
    var found: [(String, ObjectID)] = []
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      guard line.count > 41, let id = ObjectID(hex: line.prefix(40)),
        line[line.startIndex + 40] == UInt8(ascii: " ")
      else { continue }
      let name = String(decoding: line.dropFirst(41), as: UTF8.self)
      let parts = name.split(separator: "/", omittingEmptySubsequences: false).map(\.utf8.count)
      // Lengths tell the last line, where it was cut, from a whole one.
      let isWhole =
        name.hasPrefix(ReferenceNames.documents) && parts == [4, 9, 2, 30]
        || name.hasPrefix(ReferenceNames.paths) && parts == [4, 5, 2, 38]
        || name.hasPrefix(ReferenceNames.labels) && parts.count == 4
          && [36, 40].contains(parts[3])
        || name.hasPrefix(ReferenceNames.journals) && parts == [4, 7, 36]
      if isWhole { found.append((name, id)) }
    }
    return found
  }
}

extension Repair {
  /// What a reference points to, its file set aside where that is damaged, so that a packed one of
  /// the same name counts again.
  private mutating func findSettingAside(_ name: String) throws(StoreError) -> ObjectID? {
    do throws(GitError) {
      return try library.repository.references.find(name)
    } catch {
      guard case .referenceDamaged(let name, _) = error else { throw StoreError(error) }
      try setAside(library.store.appending(name))
      return try inStore { () throws(GitError) in
        try library.repository.references.find(name)
      }
    }
  }
}

extension Library {
  /// Mends what a check finds, as far as nothing is guessed, and never deletes anything.
  /// - Returns: What was done, and what cannot be done.
  public func repair(_ verification: Verification) throws(StoreError) -> [RepairStep] {
    var repair = try Repair(self, verification)
    try repair.run()
    return repair.steps
  }
}

extension Journal {
  /// Records what a repair did, in one entry.
  func recordRepair(_ sentences: [String]) throws(StoreError) {
    guard let replica = library.settings.replica else { return }
    let lock = try WriteLock.journal(in: library)
    defer { lock.release() }
    let name = ReferenceNames.journals + replica.description
    let person = library.currentPerson
    let now = library.surroundings.moment(library.surroundings.now())
    let signature = Signature(
      name: Array(person.name.utf8), email: Array(person.email.utf8),
      seconds: now.time.seconds, offset: now.offset)
    let shown = sentences.prefix(100)
    var message = Array("repair\n\nEvent: repair\n".utf8)
    for sentence in shown {
      message += "Repaired: ".utf8 + Library.trailerText(sentence) + [UInt8(ascii: "\n")]
    }
    if sentences.count > shown.count {
      message += "Repaired: \(sentences.count - shown.count) more\n".utf8
    }
    for (key, value) in [
      ("Saved", Array(now.rfc3339(fraction: true).utf8)),
      ("Host", Library.trailerText(library.surroundings.host)),
      ("App", Library.trailerText(library.surroundings.app)), ("Replica", replica.bytes),
    ] {
      message += "\(key): ".utf8 + value + [UInt8(ascii: "\n")]
    }
    let text = message
    try inStore { () throws(GitError) in
      let parent: ObjectID?
      do throws(GitError) {
        parent = try library.repository.references.find(name)
      } catch {
        // A journal that is damaged itself cannot be written to.
        guard case .referenceDamaged = error else { throw error }
        return
      }
      let commit = Commit(
        tree: try library.repository.objects.write(.tree, []), parents: parent.map { [$0] } ?? [],
        author: signature, committer: signature, message: text)
      let id = try library.repository.objects.write(.commit, commit.bytes)
      try library.repository.objects.synchronise()
      try library.repository.references.move(name, to: id, expecting: parent)
    }
  }
}
