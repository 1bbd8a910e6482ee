/// One difference between two JSON documents.
public struct JSONChange: Hashable, Sendable {
  /// What happened.
  public enum Kind: String, Hashable, Sendable {
    /// A member or element is new.
    case added
    /// A member or element is gone.
    case removed
    /// A value became another.
    case changed
  }

  /// What happened.
  public let kind: Kind
  /// The value in the older document; `nil` where it was added.
  public let old: JSONDocument.Node?
  /// The value in the newer document; `nil` where it was removed.
  public let new: JSONDocument.Node?
  /// The way, in the table of the diff.
  let step: Int32
  /// In the older document: the container of what was added or removed.
  var container = -1
  /// The position of the child that was removed, or before which one was added.
  var position = -1
  /// The key of an added member in the newer document, -1 for elements.
  var key = -1
}

/// The ways to changes, each a step from another one, so that many changes share what they can.
struct JSONSteps: Sendable {
  struct Step: Sendable {
    let before: Int32
    /// The key's node, or the index of an element.
    let place: Int32
    let isKey: Bool
    /// Whether the key's node belongs to the older document.
    let isOld: Bool
  }

  private(set) var all: [Step] = []

  mutating func add(_ step: Step) -> Int32 {
    all.append(step)
    return Int32(all.count - 1)
  }

  func pointer(_ last: Int32, older: JSONDocument, newer: JSONDocument) -> JSONPointer {
    var tokens: [[UInt8]] = []
    var at = last
    while at >= 0 {
      let step = all[Int(at)]
      if step.isKey {
        let node = JSONDocument.Node(Int(step.place))
        tokens.append((step.isOld ? older : newer).characters(of: node))
      } else {
        tokens.append(Array(String(step.place).utf8))
      }
      at = step.before
    }
    return JSONPointer(tokens: tokens.reversed())
  }
}
