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

  /// Makes a file of packed references anew that cannot be read, or has lost some: of its whole lines,
  /// and of what is found again from the objects. It is replaced in one move.
  mutating func mendPackedReferences() throws(StoreError) {
    let path = library.store.appending("packed-refs")
    let isDamaged = verification.findings.contains {
      $0.severity == .damage && ($0.reference == "packed-refs" || $0.file == path)
    }
    guard isDamaged || isMissingReferences else { return }
    let bytes = try onDisk { () throws(SystemError) in
      try FileStatus.find(path) == nil ? nil : try File(path).readToEnd()
    }
    var kept: [String: ObjectID] = [:]
    for (name, id) in Repair.wholeLines(of: bytes ?? []) where kept[name] == nil {
      if verification.graph.place(of: id) != nil { kept[name] = id }
    }
    // Where all files are gone, what is packed can be old: whatever the objects tell is newer.
    var known = isMissingReferences ? kept.filter { $0.key.hasPrefix(ReferenceNames.pruned) } : kept
    // What has a file of its own counts before what is packed.
    for (name, id) in try looseReferences() { known[name] = id }
    let lost = LostReferences(verification, kept: known)
    var packed = kept
    for (name, id) in lost.all where known[name] == nil { packed[name] = id }
    let count = kept.count { packed[$0.key] == $0.value }
    let content = packed
    let isReplaced = try inStore { () throws(GitError) in
      try library.repository.references.replacePacked(by: content, expecting: bytes) {
        () throws(GitError) in
        do throws(SystemError) {
          try quarantine.keep(path)
        } catch {
          throw GitError.system(error)
        }
      }
    }
    guard isReplaced else {
      throw StoreError(
        .busy, "'packed-refs' was changed by another program meanwhile",
        hints: ["run it again: versions verify --repair"])
    }
    // Last: until then fewer references are damage, and no path counts as new.
    try setAside(library.store.appending("versions/refs-guard"))
    try ReferenceGuard(library).checkAndRemember()
    did("'packed-refs' was made anew: " + Repair.text(of: lost.counts, kept: count))
    for doubt in lost.doubts { cannot(doubt) }
  }

  private static func text(of found: LostReferences.Counts, kept: Int) -> String {
    func counted(_ count: Int, _ one: String, _ several: String) -> String? {
      count == 0 ? nil : "\(count) \(count == 1 ? one : several)"
    }
    let words = [
      counted(found.histories, "history", "histories"), counted(found.aliases, "path", "paths"),
      counted(found.labels, "label", "labels"), counted(found.journals, "journal", "journals"),
      counted(
        found.former, "history as it was before pruning", "histories as they were before pruning"),
    ].compactMap { $0 }
    return (counted(kept, "reference was", "references were") ?? "nothing was") + " kept of it"
      + (words.isEmpty ? "" : ", and found again: " + words.joined(separator: ", "))
  }

  /// References in files of their own that can be read.
  private func looseReferences() throws(StoreError) -> [String: ObjectID] {
    try inStore { () throws(GitError) in try library.repository.references.loose() }
  }

  /// The lines that are whole: a name of an object, and a name that a reference can have.
  private static func wholeLines(of bytes: [UInt8]) -> [(String, ObjectID)] {
    var found: [(String, ObjectID)] = []
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() {
      guard line.count > 41, let id = ObjectID(hex: line.prefix(40)),
        line[line.startIndex + 40] == UInt8(ascii: " ")
      else { continue }
      let name = String(decoding: line.dropFirst(41), as: UTF8.self)
      // Of the last line, which may be cut, the length tells; strangers' names can have any.
      let isWhole =
        number < lines.count - 1 ? name.hasPrefix("refs/") && isPlain(line) : isOurs(name)
      if isWhole { found.append((name, id)) }
    }
    return found
  }

  private static func isPlain(_ line: ArraySlice<UInt8>) -> Bool {
    line.allSatisfy { (0x20..<0x7F).contains($0) }
      && line.count(where: { $0 == 0x20 }) == 1
  }

  private static func isOurs(_ name: String) -> Bool {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false).map(\.utf8.count)
    return name.hasPrefix(ReferenceNames.documents) && parts == [4, 9, 2, 30]
      || name.hasPrefix(ReferenceNames.paths) && parts == [4, 5, 2, 38]
      || name.hasPrefix(ReferenceNames.labels) && parts.count == 4 && [36, 40].contains(parts[3])
      || ReferenceNames.former(name) != nil && parts.prefix(3) == [4, 6, 2]
      || name.hasPrefix(ReferenceNames.journals) && parts == [4, 7, 36]
  }
}

extension Repair {
  /// What a reference points to, its file set aside where that is damaged, so that a packed one of
  /// the same name counts again.
  mutating func findSettingAside(_ name: String) throws(StoreError) -> ObjectID? {
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
