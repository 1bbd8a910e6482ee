extension JSONDiff {
  /// A change for programs: `kind`, `path`, `from`, `to`.
  public func tree(of change: JSONChange) -> JSONTree {
    .members([
      "kind": .string(change.kind.rawValue), "path": .characters(pointer(of: change).bytes),
      "from": change.old.map(older.tree), "to": change.new.map(newer.tree),
    ])
  }

  /// A change for people, such as `/checked true → false`; long values are cut.
  public func sentence(of change: JSONChange) -> String {
    JSONDiff.sentence(
      pointer(of: change), from: change.old.map(older.tree), to: change.new.map(newer.tree))
  }

  /// All changes for people, those of form last; nothing for documents that are the same.
  public var sentences: [String] {
    changes.map { sentence(of: $0) } + formatChanges.map(\.sentence)
  }

  /// What to say first where only the form differs: `no change in the content`.
  public var headline: String? {
    changes.isEmpty && !formatChanges.isEmpty ? "no change in the content" : nil
  }

  /// All changes for programs, those of form last.
  public var trees: [JSONTree] { changes.map { tree(of: $0) } + formatChanges.map(\.tree) }

  static func sentence(_ pointer: JSONPointer, from: JSONTree?, to: JSONTree?) -> String {
    func short(_ tree: JSONTree) -> String {
      Visible.text(String(decoding: tree.bytes, as: UTF8.self), limit: 60)
    }
    let place = pointer.tokens.isEmpty ? "the whole" : Visible.text(pointer.description)
    switch (from, to) {
    case (let from?, let to?): return "\(place) \(short(from)) → \(short(to))"
    case (nil, let to?): return "\(place) added: \(short(to))"
    case (let from?, nil): return "\(place) removed: \(short(from))"
    case (nil, nil): return place
    }
  }
}
