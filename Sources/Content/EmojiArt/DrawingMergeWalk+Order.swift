extension DrawingMergeWalk {
  /// An emoji of the result.
  private enum Source: Hashable {
    case ours(Int)
    case theirs(Int)
  }

  /// The result with its emojis in the order that both sides agree on.
  mutating func ordered(_ bytes: [UInt8]) -> [UInt8] {
    let present =
      ours.emojis.indices.filter { stays[$0] }.map { Source.ours($0) }
      + added.map { Source.theirs($0) }
    let wanted = wantedOrder()
    if present == wanted { return bytes }
    guard let result = try? Drawing(bytes), let document = result.document,
      result.sites.count == wanted.count
    else { return bytes }
    var places: [Source: Int] = [:]
    for (place, source) in present.enumerated() { places[source] = place }
    var editor = JSONEditor(document)
    for (place, source) in wanted.enumerated() {
      guard let from = places[source], from != place else { continue }
      editor.replace(
        JSONDocument.Node(result.sites[place].node),
        withSpelling: Array(document.spelling(of: JSONDocument.Node(result.sites[from].node))))
    }
    return editor.result()
  }

  private mutating func wantedOrder() -> [Source] {
    var common = ours.emojis.indices.filter { stays[$0] && toOurs.older[$0] >= 0 }
    let theirOrder = oursOfTheirs.filter { $0 >= 0 && stays[$0] && toOurs.older[$0] >= 0 }
    let isOursChanged = isChanged(common.map { toOurs.older[$0] })
    let isTheirsChanged = isChanged(theirOrder.map { toOurs.older[$0] })
    let inBoth = Set(theirOrder)
    if isTheirsChanged {
      if !isOursChanged {
        var next = theirOrder.makeIterator()
        common = common.map { inBoth.contains($0) ? next.next() ?? $0 : $0 }
      } else if common.filter(inBoth.contains) != theirOrder {
        note(.order, nil, [nil, nil, nil])
      }
    }
    var order = common.map { Source.ours($0) }
    place(
      ours.emojis.indices.filter { stays[$0] }.map { Source.ours($0) }, into: &order)
    let isAdded = Set(added)
    let their = theirs.emojis.indices.compactMap { index -> Source? in
      if isAdded.contains(index) { return .theirs(index) }
      let mine = oursOfTheirs[index]
      return mine >= 0 && stays[mine] ? .ours(mine) : nil
    }
    place(their, into: &order)
    return order
  }

  private func isChanged(_ positions: [Int]) -> Bool {
    zip(positions, positions.dropFirst()).contains { $0 > $1 }
  }

  /// Puts what an order lacks behind what stands before it in a sequence, past what only we have.
  private func place(_ sequence: [Source], into order: inout [Source]) {
    let known = Set(order)
    let all = Set(sequence)
    var pending: [Source] = []
    var after: [Source: [Source]] = [:]
    var last: Source?
    for source in sequence {
      if known.contains(source) {
        last = source
      } else if let last {
        after[last, default: []].append(source)
      } else {
        pending.append(source)
      }
    }
    guard !pending.isEmpty || !after.isEmpty else { return }
    var result: [Source] = []
    for source in order {
      if all.contains(source) {
        result += pending
        pending = after[source] ?? []
      }
      result.append(source)
    }
    order = result + pending
  }
}
