import Git

extension Verification {
  /// Bytes of the objects that nothing needs when some versions went and whatever was pruned before
  /// is let go: as the store has them now, with their places in an index.
  ///
  /// The versions that stay are written anew, at much the same size.
  /// - Parameter gone: Numbers of versions by document.
  public func unneeded(without gone: [UUID: Set<Int>]) -> Int {
    var needed = Needed(graph: graph)
    for (document, chain) in chains {
      let numbers = gone[document] ?? []
      for entry in chain where !numbers.contains(entry.facts.number) {
        let links = graph.links(entry.place)
        needed.insert(entry.commit)
        if let tree = links.first { needed.add(tree.id) }
        for other in links.dropFirst(2) { needed.add(other.id) }
      }
    }
    for (name, id) in references
    where !name.hasPrefix(ReferenceNames.documents) && !name.hasPrefix(ReferenceNames.pruned) {
      needed.add(id)
    }
    var bytes = 0
    graph.forEachObject { object in
      if !needed.contains(object.id) { bytes += object.stored + PackingForecast.indexed }
    }
    return bytes
  }

  /// Objects that are met on the way from others.
  private struct Needed {
    let graph: StoreGraph
    private var met: Set<ObjectID> = []

    init(graph: StoreGraph) { self.graph = graph }

    func contains(_ id: ObjectID) -> Bool { met.contains(id) }

    /// Adds one object alone.
    mutating func insert(_ id: ObjectID) { met.insert(id) }

    /// Adds an object, and all that it leads to.
    mutating func add(_ id: ObjectID) {
      var rest = [id]
      while let next = rest.popLast() {
        guard met.insert(next).inserted, let place = graph.place(of: next) else { continue }
        for link in graph.links(place) { rest.append(link.id) }
      }
    }
  }
}
