import Git

/// A document's content as the tree of a version: one entry, named as the file is.
enum ContentTree {
  /// Gives the content to a sink and names its tree.
  /// - Parameter keepingModes: False to name it as if nothing could be executed, for comparing.
  static func write(
    _ content: DocumentContent, name: [UInt8], to sink: some ObjectSink, keepingModes: Bool = true
  ) throws(GitError) -> ObjectID {
    let entry: Tree.Entry
    let encoded = PercentEncoding.encodeForTree(name)
    switch content {
    case .flat(let bytes, let executable):
      entry = Tree.Entry(
        mode: mode(executable && keepingModes), name: encoded, id: try sink.write(.blob, bytes))
    case .link(let target):
      entry = Tree.Entry(mode: 0o120000, name: encoded, id: try sink.write(.blob, target))
    case .package(let parts):
      entry = Tree.Entry(
        mode: 0o040000, name: encoded,
        id: try write(parts[...], depth: 0, to: sink, keepingModes: keepingModes))
    }
    return try sink.write(.tree, Tree([entry]).bytes)
  }

  private static func mode(_ executable: Bool) -> UInt32 { executable ? 0o100755 : 0o100644 }

  /// Writes the parts below one folder; `depth` is how many bytes of their paths name it.
  private static func write(
    _ parts: ArraySlice<DocumentContent.Part>, depth: Int, to sink: some ObjectSink,
    keepingModes: Bool
  ) throws(GitError) -> ObjectID {
    var entries: [Tree.Entry] = []
    var position = parts.startIndex
    while position < parts.endIndex {
      let part = parts[position]
      let name = PercentEncoding.encodeForTree(Array(part.path[depth...]))
      position += 1
      switch part.kind {
      case .file(let bytes, let executable):
        entries.append(
          Tree.Entry(
            mode: mode(executable && keepingModes), name: name, id: try sink.write(.blob, bytes)))
      case .link(let target):
        entries.append(
          Tree.Entry(mode: 0o120000, name: name, id: try sink.write(.blob, target)))
      case .folder:
        let prefix = part.path + [UInt8(ascii: "/")]
        var end = position
        while end < parts.endIndex, parts[end].path.starts(with: prefix) { end += 1 }
        let tree = try write(
          parts[position..<end], depth: prefix.count, to: sink, keepingModes: keepingModes)
        entries.append(Tree.Entry(mode: 0o040000, name: name, id: tree))
        position = end
      }
    }
    return try sink.write(.tree, Tree(entries).bytes)
  }
}

extension Library {
  /// The content of a version, exact.
  /// - Throws: `versionNotFound` for one that says the document was deleted.
  public func content(of version: Version) throws(StoreError) -> DocumentContent {
    if version.isDeletion {
      throw StoreError(
        .versionNotFound,
        "version \(version.number) of '\(version.path)' says that it was deleted; it holds nothing")
    }
    let entry = try entry(of: version)
    if entry.isTree {
      var parts: [DocumentContent.Part] = []
      try collectParts(of: entry.id, below: [], into: &parts)
      return .package(parts)
    }
    let bytes = try blob(entry.id)
    return entry.mode == 0o120000
      ? .link(bytes) : .flat(bytes, executable: entry.mode & 0o100 != 0)
  }

  /// Whether a version holds these bytes and names, whatever may be executed.
  /// - Parameter tree: The name of the tree that holds the content, where it is known.
  func holds(
    _ version: Version, _ content: DocumentContent, named tree: ObjectID? = nil
  ) throws(StoreError) -> Bool {
    if version.isDeletion { return false }
    if tree == version.tree { return true }
    // Mostly the names of the trees tell, and nothing is read. The entry has the document's name.
    let name = version.path.name
    let exact = try named { () throws(GitError) in
      try ContentTree.write(content, name: name, to: ObjectNamer())
    }
    if exact == version.tree { return true }
    let entry = try entry(of: version)
    switch content {
    case .flat(let bytes, _):
      return entry.mode & 0o170000 == 0o100000 && entry.id == ObjectDatabase.name(of: .blob, bytes)
    case .link(let bytes):
      return entry.mode == 0o120000 && entry.id == ObjectDatabase.name(of: .blob, bytes)
    case .package:
      guard entry.isTree else { return false }
      let plain = try named { () throws(GitError) in
        try ContentTree.write(content, name: name, to: ObjectNamer(), keepingModes: false)
      }
      return try plain == treeWithoutModes(version.tree)
    }
  }

  /// Bytes of a version's content, looked up where a stranger's version does not say.
  public func size(of version: Version) throws(StoreError) -> Int {
    if let size = version.size { return size }
    if version.isDeletion { return 0 }
    let entry = try entry(of: version)
    if entry.isTree { return try content(of: version).size }
    return try inStore { () throws(GitError) in
      try repository.objects.readHeader(entry.id).size
    }
  }

  /// Whether a version holds a package.
  func isPackage(_ version: Version) throws(StoreError) -> Bool { try entry(of: version).isTree }

  // MARK: Inside

  private func named(
    _ body: () throws(GitError) -> ObjectID
  ) throws(StoreError) -> ObjectID {
    try inStore(body)
  }

  func entry(of version: Version) throws(StoreError) -> Tree.Entry {
    let tree = try tree(version.tree)
    guard tree.entries.count == 1 else {
      throw StoreError(
        .damaged,
        "the store is damaged: the tree of version \(version.number) of "
          + "'\(version.path)' has \(tree.entries.count) entries")
    }
    return tree.entries[0]
  }

  func tree(_ id: ObjectID) throws(StoreError) -> Tree {
    let object = try inStore { () throws(GitError) in try repository.objects.read(id) }
    guard object.kind == .tree, let tree = Tree(bytes: object.bytes) else {
      throw StoreError(.damaged, "the store is damaged: \(id) is no tree")
    }
    return tree
  }

  func blob(_ id: ObjectID) throws(StoreError) -> [UInt8] {
    let object = try inStore { () throws(GitError) in try repository.objects.read(id) }
    guard object.kind == .blob else {
      throw StoreError(.damaged, "the store is damaged: \(id) is no blob")
    }
    // Content goes back to the person only when it is what its name says, bit for bit.
    guard ObjectDatabase.name(of: .blob, object.bytes) == id else {
      throw StoreError(
        .damaged, "the store is damaged: object \(id) holds other bytes than were saved")
    }
    return object.bytes
  }

  private func collectParts(
    of id: ObjectID, below prefix: [UInt8], into parts: inout [DocumentContent.Part]
  ) throws(StoreError) {
    // In the order in which they are read from disk, which differs from git's.
    let entries = try tree(id).entries.map { (PercentEncoding.decode($0.name), $0) }
      .sorted { $0.0.lexicographicallyPrecedes($1.0) }
    for (name, entry) in entries {
      // A store of a stranger's must not write outside of the package.
      guard !name.isEmpty, !name.contains(UInt8(ascii: "/")), !name.contains(0),
        !name.elementsEqual(".".utf8), !name.elementsEqual("..".utf8)
      else {
        throw StoreError(
          .damaged, "the store is damaged: tree \(id) has the name '\(printable(name))'")
      }
      let path = prefix.isEmpty ? name : prefix + [UInt8(ascii: "/")] + name
      switch entry.mode & 0o170000 {
      case 0o040000:
        parts.append(.init(path: path, kind: .folder))
        try collectParts(of: entry.id, below: path, into: &parts)
      case 0o120000:
        parts.append(.init(path: path, kind: .link(try blob(entry.id))))
      default:
        parts.append(
          .init(
            path: path, kind: .file(try blob(entry.id), executable: entry.mode & 0o100 != 0)))
      }
    }
  }

  private func treeWithoutModes(_ id: ObjectID) throws(StoreError) -> ObjectID {
    var entries = try tree(id).entries
    for index in entries.indices {
      if entries[index].isTree {
        entries[index].id = try treeWithoutModes(entries[index].id)
      } else if entries[index].mode & 0o170000 == 0o100000 {
        entries[index].mode = 0o100644
      }
    }
    return ObjectDatabase.name(of: .tree, Tree(entries).bytes)
  }
}
