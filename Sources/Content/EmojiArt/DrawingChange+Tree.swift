extension DrawingChange {
  /// The change for programs: `kind`, `emoji`, `from`, `to`, and what else a kind has.
  ///
  /// One object, and for another order one for each emoji that moved among the others. An emoji's
  /// `index` is that in the newer drawing, for a removed one that in the older. A picture inside the
  /// document is told by type and size, never printed.
  public var trees: [JSONTree] {
    switch self {
    case .added(let emoji, let index):
      [
        .members([
          "kind": .string("added"), "emoji": emoji.tree(index: index), "to": emoji.placeTree,
        ])
      ]
    case .removed(let emoji, let index):
      [
        .members([
          "kind": .string("removed"), "emoji": emoji.tree(index: index), "from": emoji.placeTree,
        ])
      ]
    case .moved(let change):
      [
        .members([
          "kind": .string("moved"), "emoji": change.emojiTree,
          "from": Self.point(change.old.x, change.old.y),
          "to": Self.point(change.new.x, change.new.y), "delta": Self.point(change.dx, change.dy),
        ])
      ]
    case .resized(let change):
      [
        .members([
          "kind": .string("resized"), "emoji": change.emojiTree, "from": .number(change.old.size),
          "to": .number(change.new.size),
        ])
      ]
    case .textChanged(let change):
      [
        .members([
          "kind": .string("textChanged"), "emoji": change.emojiTree,
          "from": .string(change.old.text), "to": .string(change.new.text),
          "hidden": HiddenDifference.tree(change.hidden),
        ])
      ]
    case .backgroundChanged(let from, let to):
      [
        .members([
          "kind": .string("backgroundChanged"), "from": from.longName.map { .string($0) },
          "to": to.longName.map { .string($0) },
          "hidden": HiddenDifference.tree(from.hidden(to: to)),
        ])
      ]
    case .reordered(let changes):
      changes.map { change in
        .members([
          "kind": .string("reordered"), "emoji": change.emojiTree,
          "from": .integer(change.oldIndex), "to": .integer(change.newIndex),
        ])
      }
    case .formatChanged(let change): [change.tree]
    case .other(let change):
      [
        .members([
          "kind": .string(change.kind.rawValue), "path": .characters(change.pointer.bytes),
          "from": change.from, "to": change.to,
        ])
      ]
    }
  }

  fileprivate static func point(_ x: JSONNumber, _ y: JSONNumber) -> JSONTree {
    .members(["x": .number(x), "y": .number(y)])
  }
}

extension DrawingDiff {
  /// The changes for programs, in their order.
  public var trees: [JSONTree] { changes.flatMap(\.trees) }
}

extension EmojiChange {
  fileprivate var emojiTree: JSONTree { new.tree(index: newIndex) }

  /// What differs in the texts that the eye does not see.
  var hidden: [HiddenDifference] { HiddenDifference.between(old.text, new.text) }
}

extension Emoji {
  fileprivate var idTree: JSONTree? {
    switch id {
    case .number(let value): .integer(value)
    case .text(let text): .string(text)
    case nil: nil
    }
  }

  /// Which emoji it is, for programs.
  public func tree(index: Int) -> JSONTree {
    .members(["id": idTree, "text": .string(text), "index": .integer(index)])
  }

  fileprivate var placeTree: JSONTree {
    .members(["x": .number(x), "y": .number(y), "size": .number(size)])
  }
}

extension DrawingBackground {
  /// The background for programs: the address, or a picture's type and size; `nil` for none.
  public var longName: String? { url ?? image?.name }

  /// What differs between two addresses that the eye does not see.
  func hidden(to other: DrawingBackground) -> [HiddenDifference] {
    url == nil || other.url == nil ? [] : HiddenDifference.between(url, other.url)
  }
}

extension EmbeddedImage {
  /// Type and size, such as `picture (public.png, 120 bytes)`.
  public var name: String {
    let size = byteCount == 1 ? "1 byte" : "\(byteCount) bytes"
    return "picture (" + (type.map { "\($0), " } ?? "") + size + ")"
  }
}
