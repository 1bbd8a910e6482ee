import Git

extension LostReferences {
  /// Labels of versions that are in the histories, by the names of their tags.
  ///
  /// Of several that a version had, the journal says which was the last. Where it does not, or is
  /// older than one of them, that is left to a person.
  mutating func findLabels() {
    let versions = labelled()
    var tags: [String: [(id: ObjectID, tag: Tag)]] = [:]
    graph.forEachObject { object in
      guard object.kind == .tag, let place = graph.place(of: object.id),
        let tag = graph.tag(place), let version = versions[tag.name], tag.target == version.tree
      else { return }
      let name =
        ReferenceNames.labels(of: version.document) + String(decoding: tag.name, as: UTF8.self)
      tags[name, default: []].append((object.id, tag))
    }
    let last = lastLabels()
    for (name, found) in tags.sorted(by: { $0.key < $1.key }) where all[name] == nil {
      guard let version = versions[found[0].tag.name] else { continue }
      if let id = LostReferences.choose(found, last[found[0].tag.name]) {
        add(name, id, \.labels)
      } else {
        let texts = Set(found.map { LostReferences.text($0.tag) }).sorted()
          .map { $0.isEmpty ? "none" : "'\(printable(Array($0.utf8)))'" }
        doubt(
          "the label of version \(version.number) of '\(version.path)' is not found again: it can be "
            + texts.joined(separator: " or "))
      }
    }
  }

  /// A version that can have a label.
  private struct Labelled {
    let document: UUID
    let path: DocumentPath
    let number: Int
    let tree: ObjectID
  }

  /// Those of the histories, and of what they were before they were pruned.
  private func labelled() -> [[UInt8]: Labelled] {
    var found: [[UInt8]: Labelled] = [:]
    func take(_ chain: [Entry], _ document: UUID) {
      for entry in chain {
        guard let tree = graph.links(entry.place).first else { continue }
        let name = entry.facts.identifier?.bytes ?? (entry.facts.original ?? entry.commit).hexBytes
        found[name] = Labelled(
          document: document, path: graph.path(entry.facts, at: entry.place),
          number: entry.facts.number, tree: tree.id)
      }
    }
    for (name, head) in all {
      guard let document = ReferenceNames.former(name)?.document else { continue }
      take(chain(of: document, from: head), document)
    }
    for (document, chain) in chains { take(chain, document) }
    return found
  }

  /// The last that the journals say of a version's label, by its identifier; an empty text is none.
  private func lastLabels() -> [[UInt8]: (text: String, time: Moment, nanoseconds: Int32)] {
    var last: [[UInt8]: (text: String, time: Moment, nanoseconds: Int32)] = [:]
    for entry in journal where entry.event == .label || entry.event == .unlabel {
      guard let identifier = entry.versionIdentifier else { continue }
      if let before = last[identifier.bytes],
        (before.time.time.seconds, before.nanoseconds) >= (
          entry.time.time.seconds, entry.nanoseconds
        )
      {
        continue
      }
      last[identifier.bytes] = (entry.label ?? "", entry.time, entry.nanoseconds)
    }
    return last
  }

  /// The tag that holds, nil where that is not certain.
  private static func choose(
    _ found: [(id: ObjectID, tag: Tag)], _ last: (text: String, time: Moment, nanoseconds: Int32)?
  ) -> ObjectID? {
    guard let last else { return found.count == 1 ? found[0].id : nil }
    // A label is given before the journal is told of it.
    if found.contains(where: { $0.tag.tagger.seconds > last.time.time.seconds }) { return nil }
    return found.filter { text($0.tag) == last.text }
      .max { ($0.tag.tagger.seconds, $0.id) < ($1.tag.tagger.seconds, $1.id) }?.id
  }

  private static func text(_ tag: Tag) -> String {
    var message = tag.message[...]
    while message.last == UInt8(ascii: "\n") { message = message.dropLast() }
    return String(decoding: message, as: UTF8.self)
  }
}
