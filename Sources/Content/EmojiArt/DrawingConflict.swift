/// A change that both sides made to the same part of a drawing, differently; ours is kept.
public struct DrawingConflict: Sendable {
  /// The part.
  public enum Part: String, Hashable, Sendable {
    /// The text of an emoji.
    case text
    /// The place of an emoji.
    case place
    /// The size of an emoji.
    case size
    /// One side removed an emoji that the other one changed.
    case removal
    /// What stands behind the emojis.
    case background
    /// The order in which the emojis lie upon each other.
    case order
    /// Something that programs keep beside the drawing.
    case other
  }

  /// The part.
  public let part: Part
  /// The emoji, as it was before.
  public let emoji: Emoji?
  /// Where, for `other`.
  public let pointer: JSONPointer?
  /// What both began with; `nil` where there was nothing.
  public let base: JSONTree?
  /// What is kept.
  public let ours: JSONTree?
  /// What the other side has.
  public let theirs: JSONTree?

  /// The conflict for programs.
  public var tree: JSONTree {
    .members([
      "kind": .string("conflict"), "part": .string(part.rawValue),
      "emoji": emoji.map { .members(["id": $0.id?.tree, "text": .string($0.text)]) },
      "path": pointer.map { .characters($0.bytes) }, "base": base, "ours": ours,
      "theirs": theirs,
    ])
  }

  /// What a side that did not remove the emoji made of it, such as ` (size 20 → 22)`.
  private func changes(to side: JSONTree?) -> String {
    guard case .object(let before)? = base, case .object(let after)? = side else { return "" }
    let changes = zip(before, after).compactMap { old, new -> String? in
      if old.value.bytes == new.value.bytes { return nil }
      let values = [old, new].map {
        Visible.text(String(decoding: $0.value.bytes, as: UTF8.self), limit: 60)
      }
      return "\(String(decoding: new.key, as: UTF8.self)) \(values[0]) → \(values[1])"
    }
    return changes.isEmpty ? "" : " (" + changes.joined(separator: ", ") + ")"
  }

  /// The conflict for people.
  public var sentence: String {
    let name = emoji?.name ?? ""
    func text(_ tree: JSONTree?) -> String {
      guard let tree else { return "nothing" }
      return Visible.text(String(decoding: tree.bytes, as: UTF8.self), limit: 60)
    }
    switch part {
    case .removal where ours == nil:
      return "\(name) was removed here and changed there" + changes(to: theirs)
    case .removal: return "\(name) was changed here" + changes(to: ours) + " and removed there"
    case .text, .place, .size:
      return "\(name): \(part.rawValue) \(text(ours)) here, \(text(theirs)) there"
    case .background: return "background \(text(ours)) here, \(text(theirs)) there"
    case .order: return "the order was changed here and there"
    case .other:
      let place = Visible.text(pointer?.description ?? "")
      return "\(place): \(text(ours)) here, \(text(theirs)) there"
    }
  }
}
