import Git

/// All objects of a store as lines for `git pack-objects`: the object, and a name that is the same for
/// what is likely to be alike.
///
/// Git looks for differences among objects of like names, and takes the names of files, which many
/// documents share. By the names given here it compares each version with other versions of the same
/// document, and its commits too: a pack becomes half as large, and is made in a quarter of the time.
final class ObjectsByDocument {
  private let library: Library
  private let packs: PackFiles
  private var chains: [(document: UUID, heads: [ObjectID])]
  private var others: [String]
  private var loose: [ObjectID]
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
    chains = heads.map { (document: $0.key, heads: $0.value) }.sorted { $0.document < $1.document }
    chains.reverse()
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
    // Git knows a name by its last sixteen characters.
    let name = Array(document.digits.suffix(16))
    var history = History(library, document: document, from: head, labels: nil)
    while let version = try history.next() {
      ObjectsByDocument.append(version.commit, name, to: &lines)
      try append(tree: version.tree, name, to: &lines)
    }
  }

  private func append(
    tree: ObjectID, _ name: [UInt8], isPart: Bool = false, to lines: inout [UInt8]
  ) throws(StoreError) {
    ObjectsByDocument.append(tree, name, to: &lines)
    for entry in try library.tree(tree).entries {
      // A part of a package is like itself in other versions; a file is, whatever it is renamed to.
      let part =
        isPart || entry.isTree
        ? Array(ObjectID.digest(of: name + entry.name).hexBytes.prefix(16)) : name
      if entry.isTree {
        try append(tree: entry.id, part, isPart: true, to: &lines)
      } else {
        ObjectsByDocument.append(entry.id, part, to: &lines)
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
