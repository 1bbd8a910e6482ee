import Git

extension Verification {
  /// What is bad at and below an object; each object is looked at once.
  mutating func badObjects(from id: ObjectID, expecting kind: ObjectKind?) -> [ObjectID] {
    if reach.seen.contains(id) { return reach.badBelow[id] ?? [] }
    var bad: [ObjectID] = []
    var rest: [(id: ObjectID, kind: ObjectKind?)] = [(id, kind)]
    // Package folders are few and shallow; the root remembers what is bad below it.
    var met: Set<ObjectID> = []
    while let next = rest.popLast() {
      guard met.insert(next.id).inserted else { continue }
      guard let place = graph.place(of: next.id) else {
        reach.missing[next.id, default: .init()].kind = next.kind
        bad.append(next.id)
        continue
      }
      let object = graph.object(place)
      if let kind = next.kind, object.kind != kind {
        reach.missing[next.id, default: .init()].kind = kind
        bad.append(next.id)
        continue
      }
      if next.id != id, reach.seen.contains(next.id) {
        bad += reach.badBelow[next.id] ?? []
        continue
      }
      reach.seen.insert(next.id)
      for link in graph.links(place) { rest.append((link.id, link.kind)) }
    }
    if !bad.isEmpty { reach.badBelow[id] = bad }
    return bad
  }

  /// Tells every object that is needed and not whole, and every damaged one that nothing needs.
  mutating func tellBadObjects() {
    for (id, need) in reach.missing.sorted(by: { $0.key < $1.key }) {
      let damage = graph.damaged[id]
      let isOther = damage == nil && graph.place(of: id) != nil
      let state =
        damage.map { "is damaged (\($0.reason))" }
        ?? (isOther ? "is of another kind" : "is missing")
      let documents = need.versions.sorted { $0.key < $1.key }
      if documents.isEmpty {
        var finding = Finding(
          damage == nil ? .objectMissing : .objectDamaged,
          "object \(id) \(state)"
            + (need.references.first.map { "; '\($0)' needs it" } ?? ""))
        finding.object = id
        finding.reference = need.references.first
        fill(&finding, damage?.pack, id)
        tell(finding)
      }
      for (document, numbers) in documents {
        let numbers = numbers.sorted()
        let path = path(of: document)
        let what = numbers.count == 1 ? "version" : "versions"
        let part = need.kind == .commit ? "" : " the content of"
        var finding = Finding(
          damage == nil ? .objectMissing : .objectDamaged,
          "\(need.kind == .commit ? what : part.dropFirst() + " " + what) \(ranges(of: numbers)) of "
            + "'\(path?.description ?? "id:\(document)")': object \(id) \(state)")
        finding.object = id
        finding.document = document
        finding.path = path
        finding.versions = numbers
        fill(&finding, damage?.pack, id)
        tell(finding)
      }
    }
    for (id, damage) in graph.damaged.sorted(by: { $0.key < $1.key })
    where reach.missing[id] == nil {
      var finding = Finding(
        .objectDamaged, "object \(id) is damaged (\(damage.reason)); no version needs it")
      finding.object = id
      fill(&finding, damage.pack, id)
      tell(finding)
    }
  }

  private func fill(_ finding: inout Finding, _ pack: String?, _ id: ObjectID) {
    guard graph.damaged[id] != nil else { return }
    finding.file =
      pack.map { library.repository.objects.folder.appending($0 + ".pack") }
      ?? LooseFile.path(of: id, in: library)
  }

  /// Where a document is, as the newest version of it that was read says.
  func path(of document: UUID) -> DocumentPath? {
    chains[document]?.first.map { graph.path($0.facts, at: $0.place) }
  }
}
