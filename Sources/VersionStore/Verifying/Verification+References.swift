import Files
import Git

extension Verification {
  /// All references of a library: those that can be read, files that are none, and those that are
  /// damaged.
  static func references(
    of library: Library
  ) throws(StoreError) -> ([String: ObjectID], [FilePath], [(String, GitError)]) {
    var found: [String: ObjectID] = [:]
    var problems: [(String, GitError)] = []
    do throws(GitError) {
      let strays = try library.repository.references.forEach(below: "refs/") { name, result in
        switch result {
        case .success(let id): found[name] = id
        case .failure(let error): problems.append((name, error))
        }
        return true
      }
      return (found, strays, problems)
    } catch {
      guard case .referenceDamaged(let name, _) = error else { throw StoreError(error) }
      // The packed ones cannot be read; those in files of their own can.
      problems.append((name, error))
      return (found, [], problems)
    }
  }

  /// Tells of a reference that cannot be read.
  mutating func checkDamagedReference(_ name: String, _ error: GitError) {
    guard case .referenceDamaged(_, let reason) = error else {
      return tell(Finding(.reference, StoreError(error).message))
    }
    var finding = Finding(.reference, "'\(name)' cannot be read: \(reason)")
    finding.reference = name
    finding.file = library.store.appending(name)
    if let document = ReferenceNames.document(ofChain: name) {
      finding.document = document
      if let newest = newestWhole(of: document) {
        finding.path = newest.path
        finding.message =
          "the history of '\(newest.path)' cannot be read: '\(name)': \(reason); "
          + "the newest whole version is \(newest.number)"
      }
    }
    tell(finding)
  }

  /// That the file of a reference holds nothing but a name.
  mutating func checkReferenceFiles() {
    for name in references.keys.sorted() {
      let path = library.store.appending(name)
      guard let status = try? FileStatus.find(path), status.kind == .file, status.size != 41 else {
        continue
      }
      var finding = Finding(
        .reference, .note, "the file '\(name)' has something after the name in it")
      finding.reference = name
      finding.file = path
      tell(finding)
    }
  }

  /// That every label is on a version.
  mutating func checkLabels() {
    for (name, id) in references where name.hasPrefix(ReferenceNames.labels) {
      needed(badObjects(from: id, expecting: .tag), by: name)
      guard let place = graph.place(of: id), let tag = graph.tag(place) else {
        if graph.place(of: id) != nil { tellLabel(name, nil, "is no label") }
        continue
      }
      let parts = name.dropFirst(ReferenceNames.labels.count).split(separator: "/")
      guard parts.count == 2, let document = UUID(Array(parts[0].utf8)) else {
        tellLabel(name, nil, "names no version")
        continue
      }
      guard let chain = chains[document] else {
        tellLabel(name, document, "is on a document that has no history")
        continue
      }
      let wanted = String(parts[1])
      let entry = chain.first {
        $0.facts.identifier?.description == wanted || $0.commit.hex == wanted
      }
      guard let entry else {
        // Beyond a break it can be on a version that is whole; the break was told.
        if broken.contains(document) { continue }
        // One that was taken away keeps no version from being pruned, and names none.
        if tag.message.allSatisfy({ $0 == UInt8(ascii: "\n") }) { continue }
        tellLabel(name, document, "is on a version that is not in the history")
        continue
      }
      if tag.target != graph.links(entry.place).first?.id {
        tellLabel(name, document, "is on other content than version \(entry.facts.number)")
      }
    }
  }

  private mutating func tellLabel(_ name: String, _ document: UUID?, _ what: String) {
    let path = document.flatMap { self.path(of: $0) }
    var finding = Finding(.label, "the label '\(name)'\(path.map { " of '\($0)'" } ?? "") \(what)")
    finding.reference = name
    finding.document = document
    finding.path = path
    tell(finding)
  }

  /// That the journals can be read to their beginnings, and the labels they tell of are there.
  mutating func checkJournal() {
    var labelled: [String: JournalEntry] = [:]
    for (name, id) in references where name.hasPrefix(ReferenceNames.journals) {
      var next: ObjectID? = id
      while let commit = next {
        next = nil
        needed(badObjects(from: commit, expecting: .commit), by: name)
        guard let object = try? library.repository.objects.read(commit) else { break }
        guard object.kind == .commit, let entry = JournalEntry(commit: commit, bytes: object.bytes)
        else {
          var finding = Finding(.journal, "the journal '\(name)' has an entry that makes no sense")
          finding.reference = name
          finding.object = commit
          tell(finding)
          break
        }
        if entry.event == .label || entry.event == .unlabel, let document = entry.document,
          let version = entry.versionIdentifier
        {
          // The newest counts.
          let label = ReferenceNames.labels(of: document) + version.description
          if labelled[label] == nil { labelled[label] = entry }
        }
        next = entry.parent
      }
    }
    for (name, entry) in labelled.sorted(by: { $0.key < $1.key }) where references[name] == nil {
      checkLostLabel(name, entry)
    }
  }

  /// A label that is taken away leaves its reference, with no text: only a version that is gone has
  /// none.
  private mutating func checkLostLabel(_ name: String, _ entry: JournalEntry) {
    guard let document = entry.document,
      let version = chains[document]?.first(where: {
        $0.facts.identifier == entry.versionIdentifier
      })
    else { return }
    do throws(GitError) {
      // It may have been given since the references were read.
      if try library.repository.references.find(name) != nil { return }
    } catch {
      return
    }
    let label = entry.label.map { "the label '\(printable(Array($0.utf8)))'" }
    let what = entry.event == .label ? label ?? "the label" : "that there is no label any more"
    let path = path(of: document)
    var finding = Finding(
      .label,
      "\(what) of version \(version.facts.number)\(path.map { " of '\($0)'" } ?? "") has lost "
        + "its reference")
    finding.reference = name
    finding.document = document
    finding.path = path
    tell(finding)
  }

  /// References of others, whose objects git's upkeep keeps as well.
  mutating func checkOtherReferences() {
    let known = [
      ReferenceNames.documents, ReferenceNames.paths, ReferenceNames.labels,
      ReferenceNames.journals,
    ]
    for (name, id) in references.sorted(by: { $0.key < $1.key })
    where !known.contains(where: { name.hasPrefix($0) }) {
      var rest = [id]
      var met: Set<ObjectID> = []
      while let next = rest.popLast() {
        guard met.insert(next).inserted else { continue }
        needed(badObjects(from: next, expecting: nil), by: name)
        if let place = graph.place(of: next), graph.object(place).kind == .commit {
          rest += graph.links(place).dropFirst().map(\.id)
        }
      }
    }
  }

  /// Notes what a reference needs that is not whole.
  mutating func needed(_ bad: [ObjectID], by name: String) {
    for id in bad { reach.missing[id, default: .init()].references.append(name) }
  }

  // MARK: Paths

  /// That every document is found by its path, and every alias leads to a document.
  mutating func checkAliases() {
    var living: [DocumentPath: [UUID]] = [:]
    var deleted: [DocumentPath: [UUID]] = [:]
    for (document, chain) in chains {
      guard let head = chain.first else { continue }
      let path = graph.path(head.facts, at: head.place)
      if head.facts.isDeletion {
        deleted[path, default: []].append(document)
      } else {
        living[path, default: []].append(document)
      }
    }
    for (path, documents) in living.sorted(by: { $0.key < $1.key }) {
      if documents.count > 1 {
        var finding = Finding(
          .path,
          "\(documents.count) documents that are not deleted are at '\(path)': "
            + documents.sorted().map { "id:\($0)" }.joined(separator: ", "))
        finding.path = path
        tell(finding)
      }
      checkAlias(of: path, to: documents)
    }
    for (path, documents) in deleted.sorted(by: { $0.key < $1.key }) where living[path] == nil {
      checkAlias(of: path, to: documents)
    }
    checkStrayAliases()
  }

  private mutating func checkAlias(of path: DocumentPath, to documents: [UUID]) {
    let name = ReferenceNames.alias(of: path)
    guard let id = references[name] else {
      // A damaged one was told.
      if findings.contains(where: { $0.reference == name }) { return }
      if (try? library.repository.references.find(name)) != nil { return }
      return tellAlias(
        name, path, documents, "'\(path)' does not find its history: '\(name)' is missing")
    }
    // One that leads to nothing whole is told with the object.
    guard let place = graph.place(of: id) else { return }
    guard let found = graph.identity(place) else {
      return tellAlias(
        name, path, documents, "'\(path)' does not find its history: '\(name)' names no document")
    }
    if !documents.contains(found) {
      // A path that a document gave up leads to where that is now, or was taken over meanwhile.
      tellAlias(
        name, path, documents, "'\(path)' finds another document than the one that is there")
    }
  }

  private mutating func tellAlias(
    _ name: String, _ path: DocumentPath, _ documents: [UUID], _ message: String
  ) {
    var finding = Finding(.alias, message)
    finding.reference = name
    finding.path = path
    finding.document = documents.first
    tell(finding)
  }

  /// Aliases that lead to no document, or are of no path that any version has.
  private mutating func checkStrayAliases() {
    var known: Set<String> = []
    for chain in chains.values {
      var last: DocumentPath?
      for entry in chain {
        let path = graph.path(entry.facts, at: entry.place)
        if path != last { known.insert(ReferenceNames.alias(of: path)) }
        last = path
      }
    }
    let hasGaps = chains.values.contains { $0.contains { $0.facts.gap != nil } }
    for (name, id) in references.sorted(by: { $0.key < $1.key })
    where name.hasPrefix(ReferenceNames.paths) {
      guard let place = graph.place(of: id) else {
        needed(badObjects(from: id, expecting: .blob), by: name)
        continue
      }
      reach.seen.insert(id)
      var finding: Finding?
      if let document = graph.identity(place) {
        if chains[document] == nil, !wasPurged(document) {
          finding = Finding(
            .unfinished, .note, "'\(name)' belongs to a first save that did not finish")
          finding?.document = document
        }
      } else if !known.contains(name) {
        finding = Finding(.alias, "'\(name)' names no document")
      }
      if finding == nil, !known.contains(name), !hasGaps {
        finding = Finding(.alias, .note, "'\(name)' is of a path that no version has")
      }
      guard var finding else { continue }
      finding.reference = name
      tell(finding)
    }
  }

  /// Whether the journal says that a document was purged.
  func wasPurged(_ document: UUID) -> Bool { purged.contains(document) }
}
