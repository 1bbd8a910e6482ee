import Files
import Git

extension Repair {
  /// Puts whole objects in the place of damaged and missing ones, where their bytes are found.
  mutating func refillObjects() throws(StoreError) {
    for copy in verification.graph.damagedCopies {
      let file = LooseFile.path(of: copy.id, in: library)
      if try setAside(file) {
        did("the damaged copy of object \(copy.id) was moved aside; another one is whole")
      }
    }
    let graph = verification.graph
    var wanted = Set(graph.damaged.keys)
    for id in verification.reach.missing.keys where graph.place(of: id) == nil { wanted.insert(id) }
    if wanted.isEmpty { return }
    let collector = Collector(wanted: wanted)
    try collectKnown(collector)
    collectReadable(wanted, collector)
    try collectFromDisk(collector)
    collectTrees(collector)
    for (id, object) in collector.found.sorted(by: { $0.key < $1.key }) {
      let file = LooseFile.path(of: id, in: library)
      try setAside(file)
      try inStore { () throws(GitError) in
        try library.repository.objects.write(object.kind, object.bytes)
        try library.repository.objects.synchronise()
      }
      did("object \(id) was written anew, from \(object.source)")
    }
    for id in wanted.subtracting(collector.found.keys).sorted() {
      cannot("object \(id) is found nowhere; a copy of the store can supply it")
    }
  }

  /// Moves damaged objects aside that nothing needs, as everything is by now.
  mutating func clearDamagedObjects() throws(StoreError) {
    if verification.graph.damaged.isEmpty { return }
    let now = try Verification(library)
    for id in now.graph.damaged.keys.sorted() where now.reach.missing[id] == nil {
      if try setAside(LooseFile.path(of: id, in: library)) {
        did("the damaged object \(id), which nothing needs, was moved aside")
      }
    }
  }

  /// What follows from the names of documents alone: the blobs of aliases, and the empty tree.
  private func collectKnown(_ collector: Collector) throws(StoreError) {
    try inStore { () throws(GitError) in
      _ = try collector.write(.tree, [])
      for name in verification.references.keys {
        guard let document = ReferenceNames.document(ofChain: name) else { continue }
        collector.source = "the document's identity"
        _ = try collector.write(.blob, document.bytes + [UInt8(ascii: "\n")])
      }
    }
  }

  /// What can be read in spite of what is wrong with its file.
  private func collectReadable(_ wanted: Set<ObjectID>, _ collector: Collector) {
    collector.source = "what its own file holds"
    for id in wanted {
      guard let object = try? library.repository.objects.read(id) else { continue }
      _ = try? collector.write(object.kind, object.bytes)
    }
  }

  /// What is in the files of the library as they are.
  private func collectFromDisk(_ collector: Collector) throws(StoreError) {
    for (path, _) in try library.scannedDocuments(problem: { _, _ in }) {
      if collector.isComplete { return }
      guard let content = try content(of: library.location(of: path)) else { continue }
      collector.source = "'\(path)' on disk"
      _ = try inStore { () throws(GitError) in
        try ContentTree.write(content, name: path.name, to: collector)
      }
    }
  }

  /// Trees with one file, made of the path of a version and every blob there is.
  private func collectTrees(_ collector: Collector) {
    var names: Set<[UInt8]> = []
    for (id, need) in verification.reach.missing where collector.isMissing(id) && need.kind == .tree
    {
      for (document, numbers) in need.versions {
        for entry in verification.chains[document] ?? [] where numbers.contains(entry.facts.number)
        {
          let path = verification.graph.path(entry.facts, at: entry.place)
          names.insert(PercentEncoding.encodeForTree(path.name))
        }
      }
    }
    if names.isEmpty { return }
    var blobs: [ObjectID] = collector.found.filter { $0.value.kind == .blob }.map(\.key)
    verification.graph.forEachObject { if $0.kind == .blob { blobs.append($0.id) } }
    collector.source = "the name and the content of its version"
    for name in names {
      for blob in blobs {
        if collector.isComplete { return }
        for mode: UInt32 in [0o100644, 0o100755, 0o120000] {
          let tree = Tree([Tree.Entry(mode: mode, name: name, id: blob)])
          _ = try? collector.write(.tree, tree.bytes)
        }
      }
    }
  }

  /// Keeps, of the objects that are written to it, those that are wanted.
  final class Collector: ObjectSink {
    private let wanted: Set<ObjectID>
    private(set) var found: [ObjectID: (kind: ObjectKind, bytes: [UInt8], source: String)] = [:]
    /// Where what is written now comes from.
    var source = "its name"

    init(wanted: Set<ObjectID>) { self.wanted = wanted }

    var isComplete: Bool { found.count == wanted.count }

    func isMissing(_ id: ObjectID) -> Bool { wanted.contains(id) && found[id] == nil }

    func write(_ kind: ObjectKind, _ bytes: [UInt8]) throws(GitError) -> ObjectID {
      let id = ObjectDatabase.name(of: kind, bytes)
      if isMissing(id) { found[id] = (kind, bytes, source) }
      return id
    }
  }
}
