extension JSONDiff {
  /// A change for programs: `kind`, `path`, `from`, `to`, and `hidden`, as texts have it.
  public func tree(of change: JSONChange) -> JSONTree {
    let (from, to) = (change.old.map(older.tree), change.new.map(newer.tree))
    return .members([
      "kind": .string(change.kind.rawValue), "path": .characters(pointer(of: change).bytes),
      "from": from, "to": to, "hidden": HiddenDifference.tree(JSONTree.hidden(from, to)),
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
      Visible.revealed(String(decoding: tree.bytes, as: UTF8.self), limit: 60)
    }
    let place = pointer.tokens.isEmpty ? "the whole" : Visible.revealed(pointer.description)
    let hidden = HiddenDifference.remark(JSONTree.hidden(from, to))
    switch (from, to) {
    case (let from?, let to?): return "\(place) \(short(from)) → \(short(to))" + hidden
    case (nil, let to?): return "\(place) added: \(short(to))" + hidden
    case (let from?, nil): return "\(place) removed: \(short(from))" + hidden
    case (nil, nil): return place
    }
  }
}

extension JSONTree {
  /// What differs between two strings that the eye does not see; nothing for other values.
  static func hidden(_ from: JSONTree?, _ to: JSONTree?) -> [HiddenDifference] {
    let sides = [from, to].map { tree -> String? in
      guard case .characters(let characters)? = tree else { return nil }
      return String(validating: characters, as: UTF8.self)
    }
    if from != nil, to != nil, sides[0] == nil || sides[1] == nil { return [] }
    return HiddenDifference.between(sides[0], sides[1])
  }
}
