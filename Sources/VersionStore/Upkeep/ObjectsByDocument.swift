import Git

/// All objects of a store as lines for `git pack-objects`, each with a name by which git has the versions
/// of one document side by side.
///
/// Git looks for differences among objects that are near each other in the order of their names'
/// hashes, and then of their sizes. It takes the names of files, which many documents share; so
/// versions are compared with other documents, and of a long history with any version of the same
/// size. By the names given here each is compared with those before and after it, commits too: a
/// pack is made in a fraction of the time, and becomes half as large or less.
final class ObjectsByDocument {
  private let library: Library
  private let packs: PackFiles
  private var chains: [(document: UUID, heads: [ObjectID])]
  private var others: [String]
  private var loose: [ObjectID]
  private var names = PackingNames()
  /// What could not be read; the objects that were told are not all then.
  private(set) var failure: StoreError?

  /// Finds out what there is.
  /// - Parameter replaced: The packs whose objects are told.
  init(_ library: Library, _ packs: PackFiles, replaced: [String]) throws(StoreError) {
    self.library = library
    self.packs = packs
    others = replaced
    var heads: [UUID: [ObjectID]] = [:]
    try library.forEachDocument { heads[$0.id, default: []].append($0.head.commit) }
    for former in try FormerChains(library).all() {
      heads[former.document, default: []].append(former.head)
    }
    // Taken from the end.
    chains = heads.map { (document: $0.key, heads: $0.value) }.sorted { $0.document > $1.document }
    loose = try inStore { () throws(GitError) in try library.repository.objects.looseNames() }
  }

  /// The next lines, none at the end or after a failure.
  func next() -> [UInt8] {
    if failure != nil { return [] }
    do throws(StoreError) {
      if let (document, heads) = chains.popLast() {
        var lines: [UInt8] = []
        for head in heads { try append(head, of: document, to: &lines) }
        return lines.isEmpty ? next() : lines
      }
      var lines: [UInt8] = []
      if let pack = others.popLast() {
        try inStore { () throws(GitError) in
          try packs.forEachObject(of: pack) { ObjectsByDocument.append($0, [], to: &lines) }
        }
        return lines.isEmpty ? next() : lines
      }
      for id in loose { ObjectsByDocument.append(id, [], to: &lines) }
      loose = []
      return lines
    } catch {
      failure = error
      return []
    }
  }

  private func append(
    _ head: ObjectID, of document: UUID, to lines: inout [UInt8]
  ) throws(StoreError) {
    // A part of a package is like itself in other versions, and not like other parts.
    var parts: [[UInt8]: [ObjectID]] = [:]
    var history = History(library, document: document, from: head, labels: nil)
    while let version = try history.next() {
      let name = names.next()
      ObjectsByDocument.append(version.commit, name, to: &lines)
      ObjectsByDocument.append(version.tree, name, to: &lines)
      for entry in try library.tree(version.tree).entries {
        if entry.isTree {
          try collect(entry.id, at: [], into: &parts)
        } else {
          ObjectsByDocument.append(entry.id, name, to: &lines)
        }
      }
    }
    for (_, objects) in parts.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      for id in objects { ObjectsByDocument.append(id, names.next(), to: &lines) }
    }
  }

  private func collect(
    _ tree: ObjectID, at path: [UInt8], into parts: inout [[UInt8]: [ObjectID]]
  ) throws(StoreError) {
    // What did not change since the version after it is told already.
    if parts[path]?.last == tree { return }
    parts[path, default: []].append(tree)
    for entry in try library.tree(tree).entries {
      let part = path + [UInt8(ascii: "/")] + entry.name
      if entry.isTree {
        try collect(entry.id, at: part, into: &parts)
      } else if parts[part]?.last != entry.id {
        parts[part, default: []].append(entry.id)
      }
    }
  }

  private static func append(_ id: ObjectID, _ name: [UInt8], to lines: inout [UInt8]) {
    lines += id.hexBytes
    if !name.isEmpty {
      lines.append(UInt8(ascii: " "))
      lines += name
    }
    lines.append(UInt8(ascii: "\n"))
  }
}

/// Names whose hashes go down one by one, as git hashes names for packing (`pack_name_hash`): a
/// character counts for 2^24, and a quarter of that with each one after it.
///
/// So thirteen digits to the base of four, the lowest first, of which the last goes up to 63, are a
/// number of 30 bits. The newest version comes first, as a whole, and older ones as what differs.
struct PackingNames {
  private var number: UInt32 = (1 << 30) - 1

  /// The next name; empty when there are no more.
  mutating func next() -> [UInt8] {
    if number == 0 { return [] }
    number -= 1
    let zero = UInt8(ascii: "0")
    return (0..<12).map { zero + UInt8(number >> (2 * $0) & 3) } + [zero + UInt8(number >> 24)]
  }
}
