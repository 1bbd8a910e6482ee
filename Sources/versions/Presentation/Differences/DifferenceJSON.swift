import Content
import VersionStore

/// Differences for programs: one JSON object for each change.
///
/// Lines and graphemes count from 1; where `count` is 0, `start` is what stands behind the place.
struct DifferenceJSON {
  let ignoresFormat: Bool

  /// Gives each change to a function, as a line.
  func eachLine<Failure: Error>(
    _ comparison: Comparison, _ write: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    for tree in trees(comparison) { try write(tree.bytes + [0x0A]) }
  }

  /// All changes, in their order.
  func trees(_ comparison: Comparison) -> [JSONTree] {
    var trees: [JSONTree] = []
    switch (comparison.old.content, comparison.new.content) {
    case (nil, _?): trees.append(.members(["kind": .string("documentAdded")]))
    case (_?, nil): trees.append(.members(["kind": .string("documentRemoved")]))
    default: break
    }
    return trees + content(comparison)
  }

  private func content(_ comparison: Comparison) -> [JSONTree] {
    switch comparison.difference {
    case .none: return []
    case .text(let diff):
      let form = ignoresFormat ? [] : diff.countedFormatChanges.map(\.tree)
      return TextChangeJSON(diff).trees + form
    case .drawing(let diff):
      return diff.changes.flatMap { change -> [JSONTree] in
        if ignoresFormat, case .formatChanged = change { return [] }
        return change.trees
      }
    case .json(let diff):
      return diff.changes.map { diff.tree(of: $0) }
        + (ignoresFormat ? [] : diff.formatChanges.map(\.tree))
    case .parts(let parts):
      return parts.filter { $0.isDifferent(ignoringFormat: ignoresFormat) }.flatMap(part)
    case .link(let from, let to):
      return [
        .members([
          "kind": .string("linkChanged"), "from": from.map { .string(VisibleText.string($0)) },
          "to": to.map { .string(VisibleText.string($0)) },
        ])
      ]
    case .data(let from, let to):
      return [
        .members([
          "kind": .string("dataChanged"), "from": from.map(Self.facts), "to": to.map(Self.facts),
        ])
      ]
    case .nature(let from, let to):
      return [
        .members([
          "kind": .string("natureChanged"), "from": .string(from.rawValue),
          "to": .string(to.rawValue),
        ])
      ]
    }
  }

  private func part(_ part: PartDifference) -> [JSONTree] {
    if part.kind == .changed {
      return content(part.comparison).map { Self.adding(part.path, as: "part", to: $0) }
    }
    let kind =
      switch part.kind {
      case .added: "partAdded"
      case .removed: "partRemoved"
      case .renamed, .changed: "partRenamed"
      }
    var tree = JSONTree.members([
      "kind": .string(kind), "folder": part.isFolder ? .bool(true) : nil,
      "size": (part.comparison.new.content ?? part.comparison.old.content)
        .map { .integer($0.size) },
    ])
    if let oldPath = part.oldPath { tree = Self.adding(oldPath, as: "from", to: tree) }
    return [Self.adding(part.path, as: "part", to: tree)]
  }

  /// The object with a path behind its kind, percent-encoded where it is not UTF-8.
  private static func adding(_ path: [UInt8], as key: String, to tree: JSONTree) -> JSONTree {
    guard case .object(var members) = tree else { return tree }
    let encoded = PercentEncoding.encodedUnlessUTF8(path)
    var added: [(key: [UInt8], value: JSONTree)] = [
      (Array(key.utf8), .characters(encoded ?? path))
    ]
    if encoded != nil { added.append((Array("\(key)Encoding".utf8), .string("percent"))) }
    members.insert(contentsOf: added, at: min(1, members.count))
    return .object(members)
  }

  private static func facts(_ facts: Comparison.DataFacts) -> JSONTree {
    .members([
      "size": .integer(facts.size), "type": .string(facts.type.identifier.rawValue),
    ])
  }
}
