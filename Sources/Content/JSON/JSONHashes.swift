/// Hashes of values, such that equal values have equal ones; made when first asked for and kept.
struct JSONHashes {
  private let view: JSONView
  /// One for each node, 0 where it was not made yet; empty before the first question.
  private var kept: [UInt32] = []

  init(_ view: JSONView) { self.view = view }

  /// The hash of a value.
  mutating func hash(_ index: Int) -> UInt32 {
    if kept.isEmpty { kept = [UInt32](repeating: 0, count: view.nodes.count) }
    if kept[index] != 0 { return kept[index] }
    var hash: UInt32
    switch view.kind(index) {
    case .null, .bool: hash = UInt32(view.first(index)) &* 0x85EB_CA6B
    case .number: hash = view.number(index).hash() &* 0x9E37_79B1 ^ 1
    case .string: hash = JSONHashes.string(index, view)
    case .array:
      hash = 0x5B
      var child = index + 1
      while child < view.end(index) {
        hash = (hash ^ self.hash(child)) &* 0x0100_0193
        hash ^= hash >> 15
        child = view.after(child)
      }
    case .object:
      // A sum, as the order of keys does not count.
      hash = 0x7B
      var key = index + 1
      while key < view.end(index) {
        let pair = UInt64(JSONHashes.string(key, view)) << 32 | UInt64(self.hash(key + 1))
        hash &+= UInt32(truncatingIfNeeded: ByteRun.mixed(pair) >> 24)
        key = view.after(key + 1)
      }
    }
    if hash == 0 { hash = 1 }
    kept[index] = hash
    return hash
  }

  /// The hash of a string's or key's characters.
  static func string(_ index: Int, _ view: JSONView) -> UInt32 {
    guard view.hasEscapes(index) else { return ByteRun.hash(view.inside(index)) }
    return view.characters(index).withUnsafeBufferPointer { ByteRun.hash($0) }
  }
}
