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
  /// Bytes on the disk that packing frees at the least: the ends of blocks of files, and folders,
  /// that are not there any more then.
  public private(set) var freedByCompacting = 0
  /// Bytes of objects that `compact` frees where it lets go what was pruned, beyond that.
  public private(set) var freedByExpiring = 0
  /// What thinning would let go.
  public private(set) var thinning: Thinning

  /// What thinning by a policy, and then letting go what was pruned, would do.
  public struct Thinning: Sendable {
    /// The policy.
    public let policy: PrunePolicy
    /// Documents that have versions to go.
    public internal(set) var documents = 0
    /// Versions that would go.
    public internal(set) var versions = 0
    /// Bytes of the objects that nothing would need, as the store has them now, beyond
    /// `freedByExpiring`; what git then finds to share among the others makes it more or less.
    public internal(set) var freed = 0
  }

  /// Looks at a whole library.
  /// - Parameter policy: What thinning is foretold by; nil for the library's own policy, or else the
  ///   desktop's rules.
  public init(_ library: Library, thinningBy policy: PrunePolicy? = nil) throws(StoreError) {
    let verification = try Verification(library)
    thinning = Thinning(policy: policy ?? library.settings.prunePolicy ?? .desktop)
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
    try foretellThinning(library, verification)
  }

  private mutating func measureStore(_ library: Library, _ verification: Verification) {
    objects = verification.graph.count
    var loose = (count: 0, bytes: 0)
    var unneeded = 0
    verification.graph.forEachObject { object in
      let isNeeded = verification.reach.seen.contains(object.id)
      if !isNeeded { unneeded += object.stored }
      guard !object.isPacked else { return }
      loose.count += 1
      loose.bytes += object.stored
    }
    self.loose = loose
    self.unneeded = unneeded
    let packing = PackingForecast(verification)
    freedByCompacting = packing.freed
    disk = LibraryStatistics.sizeOnDisk(library.store)
  }

  private mutating func foretellThinning(
    _ library: Library, _ verification: Verification
  ) throws(StoreError) {
    let unneeded = verification.unneeded(without: [:])
    if try !FormerChains(library).all().isEmpty { freedByExpiring = unneeded }
    var gone: [UUID: Set<Int>] = [:]
    let sources = try library.pruneSources()
    for document in verification.chains.keys where !verification.broken.contains(document) {
      guard let head = try library.head(of: document) else { continue }
      let plan = try library.planPrune(
        Document(id: document, head: head), by: thinning.policy, sources: sources)
      let numbers = Set(plan.decisions.lazy.filter { !$0.stays }.map(\.version.number))
      if numbers.isEmpty { continue }
      gone[document] = numbers
      thinning.versions += numbers.count
    }
    thinning.documents = gone.count
    // Where none of it goes, nothing is let go either.
    if !gone.isEmpty { thinning.freed = verification.unneeded(without: gone) - freedByExpiring }
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
    let own = PackingForecast.onDisk(Int(status.size))
    guard status.kind == .folder else { return own }
    let entries = (try? Folder.entries(of: path)) ?? []
    return entries.reduce(own) { $0 + sizeOnDisk(path.appending($1.name)) }
  }
}
