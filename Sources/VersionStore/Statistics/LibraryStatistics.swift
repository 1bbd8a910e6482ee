import Files
import Git

/// What space goes where in a library.
public struct LibraryStatistics: Sendable {
  /// How much something takes.
  public struct Amount: Sendable, Equatable {
    /// Versions.
    public var versions = 0
    /// Bytes of content, each version counted as if it were a file of its own.
    public var content = 0
    /// Bytes of the objects in the store that were not there before, compressed.
    public var stored = 0

    static func += (a: inout Amount, b: Amount) {
      a.versions += b.versions
      a.content += b.content
      a.stored += b.stored
    }
  }

  /// One document.
  public struct DocumentAmount: Sendable {
    /// Its identity.
    public let id: UUID
    /// Where it is, or was.
    public let path: DocumentPath
    /// How much it takes.
    public let amount: Amount
  }

  /// Documents, those that take most first.
  public private(set) var documents: [DocumentAmount] = []
  /// By uniform type identifier, those that take most first.
  public private(set) var kinds: [(type: String, documents: Int, amount: Amount)] = []
  /// By month, such as `2026-11`, the earliest first.
  public private(set) var months: [(month: String, amount: Amount)] = []
  /// All documents together.
  public private(set) var total = Amount()
  /// Objects in the store.
  public private(set) var objects = 0
  /// Objects in files of their own, and the bytes that they take.
  public private(set) var loose = (count: 0, bytes: 0)
  /// Bytes of objects that nothing needs.
  public private(set) var unneeded = 0
  /// Bytes that the files of the store take on the disk.
  public private(set) var disk = 0
  /// Bytes that packing frees at the least: what nothing needs, and the ends of blocks.
  public private(set) var freedByCompacting = 0

  /// The block of most file systems.
  private static let block = 4096

  /// Looks at a whole library.
  public init(_ library: Library) throws(StoreError) {
    let verification = try Verification(library)
    let graph = verification.graph
    var seen: Set<ObjectID> = []
    var byKind: [String: (documents: Int, amount: Amount)] = [:]
    var byMonth: [Int32: Amount] = [:]
    for (id, chain) in verification.chains {
      guard let head = chain.first else { continue }
      var amount = Amount()
      var type: String?
      // The oldest first: what a version adds is what none before it has.
      for entry in chain.reversed() {
        var own = Amount(versions: 1)
        own.stored = LibraryStatistics.add(entry.commit, in: graph, &seen)
        if let tree = graph.links(entry.place).first?.id {
          own.stored += LibraryStatistics.add(tree, in: graph, &seen)
          own.content = entry.facts.size ?? LibraryStatistics.size(of: tree, in: graph)
        }
        if let known = entry.facts.type { type = known }
        byMonth[entry.facts.month, default: Amount()] += own
        amount += own
      }
      let kind = type ?? "public.data"
      byKind[kind, default: (0, Amount())].documents += 1
      byKind[kind, default: (0, Amount())].amount += amount
      documents.append(
        DocumentAmount(id: id, path: graph.path(head.facts, at: head.place), amount: amount))
      total += amount
    }
    documents.sort { ($0.amount.stored, $1.path) > ($1.amount.stored, $0.path) }
    kinds = byKind.map { ($0.key, $0.value.documents, $0.value.amount) }
      .sorted { ($0.2.stored, $1.0) > ($1.2.stored, $0.0) }
    months = byMonth.sorted { $0.key < $1.key }.map { month, amount in
      let number = month % 12 + 1
      return ("\(month / 12)-" + (number < 10 ? "0" : "") + "\(number)", amount)
    }
    measureStore(library, verification)
  }

  private mutating func measureStore(_ library: Library, _ verification: Verification) {
    objects = verification.graph.count
    var loose = (count: 0, bytes: 0)
    var unneeded = 0
    var waste = 0
    verification.graph.forEachObject { object in
      let isNeeded = verification.reach.seen.contains(object.id)
      if !isNeeded { unneeded += object.stored }
      guard !object.isPacked else { return }
      loose.count += 1
      loose.bytes += object.stored
      let rounded = (object.stored + LibraryStatistics.block - 1) / LibraryStatistics.block
      waste += rounded * LibraryStatistics.block - object.stored
    }
    self.loose = loose
    self.unneeded = unneeded
    freedByCompacting = unneeded + waste
    disk = LibraryStatistics.sizeOnDisk(library.store)
  }

  /// Bytes of an object and all below it, of those that were not met before.
  private static func add(
    _ id: ObjectID, in graph: StoreGraph, _ seen: inout Set<ObjectID>
  ) -> Int {
    guard seen.insert(id).inserted, let place = graph.place(of: id) else { return 0 }
    let object = graph.object(place)
    var bytes = object.stored
    if object.kind == .tree {
      for link in graph.links(place) { bytes += add(link.id, in: graph, &seen) }
    }
    return bytes
  }

  /// Bytes of the content below a tree.
  private static func size(of tree: ObjectID, in graph: StoreGraph) -> Int {
    guard let place = graph.place(of: tree) else { return 0 }
    let object = graph.object(place)
    guard object.kind == .tree else { return object.size }
    return graph.links(place).reduce(0) { $0 + size(of: $1.id, in: graph) }
  }

  private static func sizeOnDisk(_ path: FilePath) -> Int {
    guard let status = try? FileStatus.find(path) else { return 0 }
    let own = (Int(status.size) + block - 1) / block * block
    guard status.kind == .folder else { return own }
    let entries = (try? Folder.entries(of: path)) ?? []
    return entries.reduce(own) { $0 + sizeOnDisk(path.appending($1.name)) }
  }
}

extension Verification {
  /// Bytes in the store that nothing would need if some versions went: what thinning them frees.
  /// - Parameter gone: Numbers of versions by document.
  public func bytesFreed(byRemoving gone: [UUID: Set<Int>]) -> Int {
    var kept: Set<ObjectID> = []
    var leaving: [ObjectID] = []
    func mark(_ id: ObjectID) {
      guard kept.insert(id).inserted, let place = graph.place(of: id) else { return }
      if graph.object(place).kind == .tree { for link in graph.links(place) { mark(link.id) } }
    }
    for (document, chain) in chains {
      let numbers = gone[document] ?? []
      for entry in chain {
        if numbers.contains(entry.facts.number) {
          leaving.append(entry.commit)
          continue
        }
        // Without what it followed its commit is another of much the same size.
        kept.insert(entry.commit)
        if let tree = graph.links(entry.place).first { mark(tree.id) }
      }
    }
    var freed = 0
    var met: Set<ObjectID> = []
    while let id = leaving.popLast() {
      guard !kept.contains(id), met.insert(id).inserted, let place = graph.place(of: id) else {
        continue
      }
      let object = graph.object(place)
      freed += object.stored
      if object.kind == .commit {
        if let tree = graph.links(place).first { leaving.append(tree.id) }
      } else {
        leaving += graph.links(place).map(\.id)
      }
    }
    return freed
  }
}
