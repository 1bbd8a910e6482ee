/// What tells whether two elements are the same one, changed: kind, identifier, members.
struct JSONSignature {
  private let kind: JSONDocument.Kind
  /// Hashes of key and value together, sorted.
  private var members: [UInt64] = []
  /// The hash of the value under a key for identifiers.
  private var id: UInt64?

  private static let idKeys = ["id", "_id", "uuid", "key"].map { JSONView.pack($0.utf8) }

  init(_ index: Int, _ view: JSONView, _ hashes: inout JSONHashes) {
    kind = view.kind(index)
    guard kind == .object else { return }
    var key = index + 1
    while key < view.end(index) {
      let hash = UInt64(JSONHashes.string(key, view)) << 32 | UInt64(hashes.hash(key + 1))
      members.append(hash)
      if JSONSignature.idKeys.contains(view.packed(key)), !view.isContainer(key + 1) { id = hash }
      key = view.after(key + 1)
    }
    members.sort()
  }

  /// How alike two elements are, 0 for not at all, 1 for just of one kind, up to 1000.
  func likeness(to other: JSONSignature) -> Int {
    let isContainer = kind == .object || kind == .array
    guard kind == other.kind else {
      return isContainer || other.kind == .object || other.kind == .array ? 0 : 1
    }
    guard kind == .object else { return 1 }
    if let id, let theirs = other.id { return id == theirs ? 1000 : 0 }
    var equal = 0
    var mine = 0
    var theirs = 0
    while mine < members.count, theirs < other.members.count {
      if members[mine] == other.members[theirs] { equal += 1 }
      if members[mine] <= other.members[theirs] { mine += 1 } else { theirs += 1 }
    }
    return 1 + equal * 900 / max(members.count, other.members.count, 1)
  }
}

/// Pairs the elements of two stretches that are the same one, changed.
enum JSONLikeness {
  /// The stretches' sizes, multiplied, up to which all pairings are weighed.
  private static let limit = 4096

  /// Pairs of positions, increasing on both sides, with the greatest likeness in sum.
  static func pairs(_ left: [JSONSignature], _ right: [JSONSignature]) -> [(Int, Int)] {
    guard left.count * right.count <= limit else {
      return zip(left.indices, right.indices)
        .filter { left[$0].likeness(to: right[$1]) > 0 }.map { ($0, $1) }
    }
    let width = right.count + 1
    var best = [Int](repeating: 0, count: (left.count + 1) * width)
    var weights = [Int](repeating: 0, count: left.count * right.count)
    for row in left.indices.reversed() {
      for column in right.indices.reversed() {
        let weight = left[row].likeness(to: right[column])
        weights[row * right.count + column] = weight
        let paired = weight > 0 ? weight + best[(row + 1) * width + column + 1] : 0
        best[row * width + column] = max(
          paired, best[(row + 1) * width + column], best[row * width + column + 1])
      }
    }
    var result: [(Int, Int)] = []
    var row = 0
    var column = 0
    while row < left.count, column < right.count {
      let weight = weights[row * right.count + column]
      let here = best[row * width + column]
      if weight > 0, here == weight + best[(row + 1) * width + column + 1] {
        result.append((row, column))
        row += 1
        column += 1
      } else if here == best[(row + 1) * width + column] {
        row += 1
      } else {
        column += 1
      }
    }
    return result
  }
}
