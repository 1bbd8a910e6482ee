/// A change that both sides made to the same place, differently; nobody guesses which counts.
public struct JSONConflict: Sendable {
  /// Where, as the side that is kept counts.
  public let pointer: JSONPointer
  /// The value that both began with; `nil` where there was none.
  public let base: JSONTree?
  /// The value that is kept; `nil` where it was removed.
  public let ours: JSONTree?
  /// The value of the other side; `nil` where it was removed.
  public let theirs: JSONTree?

  /// The conflict for programs.
  public var tree: JSONTree {
    .members([
      "kind": .string("conflict"), "path": .characters(pointer.bytes), "base": base,
      "ours": ours, "theirs": theirs,
    ])
  }
}

/// Joins two documents that were changed apart from a common one.
///
/// Changes to different members and elements join; where both sides changed the same one, ours
/// stays and a conflict is told. All that theirs did not change keeps our bytes.
public struct JSONMerge: Sendable {
  /// Our document with their changes.
  public let bytes: [UInt8]
  /// What both sides changed.
  public let conflicts: [JSONConflict]

  /// Joins documents.
  public init(base: JSONDocument, ours: JSONDocument, theirs: JSONDocument) {
    if base.source == ours.source {
      (bytes, conflicts) = (theirs.source.bytes, [])
      return
    }
    if base.source == theirs.source {
      (bytes, conflicts) = (ours.source.bytes, [])
      return
    }
    (bytes, conflicts) = JSONMerge.joined(base: base, ours: ours, theirs: theirs)
  }

  /// Joins without looking whether a side is unchanged.
  static func joined(
    base: JSONDocument, ours: JSONDocument, theirs: JSONDocument
  ) -> (bytes: [UInt8], conflicts: [JSONConflict]) {
    base.withView { baseView in
      ours.withView { ourView in
        theirs.withView { theirView in
          var walk = JSONMergeWalk(
            documents: .init(base: base, ours: ours, theirs: theirs),
            base: baseView, ours: ourView, theirs: theirView)
          walk.merge(0, 0, 0, JSONPointer())
          return (walk.editor.result(), walk.conflicts)
        }
      }
    }
  }
}

/// Walks three documents together.
struct JSONMergeWalk {
  struct Documents {
    let base: JSONDocument
    let ours: JSONDocument
    let theirs: JSONDocument
  }

  let documents: Documents
  let base: JSONView
  let ours: JSONView
  let theirs: JSONView
  var editor: JSONEditor
  var conflicts: [JSONConflict] = []
  /// Members that are left alone, told by their keys' nodes.
  var isSkipped: ((_ key: Int, _ view: JSONView) -> Bool)?

  init(documents: Documents, base: JSONView, ours: JSONView, theirs: JSONView) {
    self.documents = documents
    self.base = base
    self.ours = ours
    self.theirs = theirs
    editor = JSONEditor(documents.ours)
  }

  /// Joins a value; all three must be there.
  mutating func merge(_ b: Int, _ o: Int, _ t: Int, _ pointer: JSONPointer) {
    if JSONEquality.areEqual(o, ours, t, theirs) || JSONEquality.areEqual(b, base, t, theirs) {
      return
    }
    if JSONEquality.areEqual(b, base, o, ours) {
      takeTheirs(o, t)
      return
    }
    switch (base.kind(b), ours.kind(o), theirs.kind(t)) {
    case (.object, .object, .object): mergeObjects(b, o, t, pointer)
    case (.array, .array, .array): mergeArrays(b, o, t, pointer)
    default: conflict(b, o, t, pointer)
    }
  }

  private mutating func takeTheirs(_ o: Int, _ t: Int) {
    var comparison = JSONComparison(ours, theirs)
    comparison.compare(o, t)
    editor.add(comparison.changes, from: documents.theirs)
  }

  mutating func conflict(_ b: Int?, _ o: Int?, _ t: Int?, _ pointer: JSONPointer) {
    conflicts.append(
      JSONConflict(
        pointer: pointer, base: b.map { documents.base.tree(JSONDocument.Node($0)) },
        ours: o.map { documents.ours.tree(JSONDocument.Node($0)) },
        theirs: t.map { documents.theirs.tree(JSONDocument.Node($0)) }))
  }

  private struct Member {
    var base: Int?
    var ours: Int?
    var theirs: Int?
    var position = 0
  }

  /// Joins objects by key.
  mutating func mergeObjects(_ b: Int, _ o: Int, _ t: Int, _ pointer: JSONPointer) {
    var members: [[UInt8]: Member] = [:]
    var order: [[UInt8]] = []
    var isDoubled = false
    func collect(_ view: JSONView, _ object: Int, _ path: WritableKeyPath<Member, Int?>) {
      var position = 0
      view.forEachMember(of: object) { key, value in
        position += 1
        if isSkipped?(key, view) == true { return }
        let name = view.characters(key)
        var member = members[name] ?? Member()
        if member.base == nil, member.ours == nil, member.theirs == nil { order.append(name) }
        if member[keyPath: path] != nil { isDoubled = true }
        member[keyPath: path] = value
        if path == \Member.ours { member.position = position - 1 }
        members[name] = member
      }
    }
    collect(base, b, \.base)
    collect(ours, o, \.ours)
    collect(theirs, t, \.theirs)
    if isDoubled { return conflict(b, o, t, pointer) }

    let object = o
    for name in order {
      guard let member = members[name] else { continue }
      let place = pointer.appending(name)
      switch (member.base, member.ours, member.theirs) {
      case (let b?, let o?, let t?): merge(b, o, t, place)
      case (nil, let o?, let t?):
        if !JSONEquality.areEqual(o, ours, t, theirs) { conflict(nil, o, t, place) }
      case (let b?, let o?, nil):
        if JSONEquality.areEqual(b, base, o, ours) {
          editor.remove(childAt: member.position, of: JSONDocument.Node(object))
        } else {
          conflict(b, o, nil, place)
        }
      case (let b?, nil, let t?):
        if !JSONEquality.areEqual(b, base, t, theirs) { conflict(b, nil, t, place) }
      case (nil, nil, let t?):
        editor.add(
          name, documents.theirs.tree(JSONDocument.Node(t)), to: JSONDocument.Node(object))
      default: break
      }
    }
  }
}
