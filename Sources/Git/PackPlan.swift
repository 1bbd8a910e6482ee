import Files

/// The objects of one pack in the order in which they are read best: each delta after its base.
///
/// Git's own check resolves a delta by going back to its base each time, with a cache; going from
/// each base to its deltas instead, as `git index-pack` does, reads and joins everything once.
struct PackPlan: Sendable {
  /// The path without its ending.
  let path: FilePath
  /// In the order of the pack.
  private(set) var entries: [Entry] = []
  /// Those that are no deltas.
  private(set) var roots: [Int32] = []
  /// What cannot be read, and why.
  private(set) var damages: [(ObjectID, String)] = []

  /// One object of a pack.
  struct Entry: Sendable {
    let id: ObjectID
    /// nil for a delta.
    let kind: ObjectKind?
    /// Where the compressed bytes begin and end.
    let start, end: Int
    /// Bytes before the compressed ones.
    let headerLength: Int
    /// Bytes of the object, or of the delta.
    let size: Int
    /// The first of the deltas that build on it, and the next one with its own base; -1 for none.
    var firstDelta: Int32 = -1
    var nextDelta: Int32 = -1
  }

  /// Plans the reading of a pack.
  /// - Throws: `Damage` where nothing of the pack can be found.
  init(
    _ path: FilePath, _ index: borrowing PackIndex, _ pack: UnsafeRawBufferPointer
  ) throws(PackIndex.Damage) {
    self.path = path
    guard pack.count >= 32, pack.word(0) == 0x5041_434B else {
      throw PackIndex.Damage(reason: "it is no pack, or cut off")
    }
    guard pack.word(4) == 2 || pack.word(4) == 3 else {
      throw PackIndex.Damage(reason: "its version is not known")
    }
    let end = pack.count - 20
    var places: [(offset: Int, name: Int)] = []
    places.reserveCapacity(index.count)
    for name in 0..<index.count {
      guard let offset = index.offset(name), offset >= 12, offset < end else {
        damages.append((index.name(name), "it lies beyond the end of its pack"))
        continue
      }
      places.append((offset, name))
    }
    places.sort { $0.offset < $1.offset }
    var positions = [Int32](repeating: -1, count: index.count)
    var bases: [(entry: Int32, base: Base)] = []
    entries.reserveCapacity(places.count)
    for (position, place) in places.enumerated() {
      let next = position + 1 < places.count ? places[position + 1].offset : end
      guard let header = Header(pack, at: place.offset, end: next) else {
        damages.append((index.name(place.name), "its header makes no sense"))
        continue
      }
      let number = Int32(entries.count)
      positions[place.name] = number
      entries.append(
        Entry(
          id: index.name(place.name), kind: header.kind, start: header.end, end: next,
          headerLength: header.end - place.offset,
          size: header.size))
      if let base = header.base { bases.append((number, base)) } else { roots.append(number) }
    }
    for (number, base) in bases {
      var found: Int32?
      switch base {
      case .offset(let offset):
        found = entryAt(offset, places, positions)
      case .name(let id):
        found = index.find(id).map { positions[$0] }
      }
      guard let found, found >= 0 else {
        damages.append((entries[Int(number)].id, "what it builds on is not in its pack"))
        continue
      }
      entries[Int(number)].nextDelta = entries[Int(found)].firstDelta
      entries[Int(found)].firstDelta = number
    }
  }

  private func entryAt(
    _ offset: Int, _ places: [(offset: Int, name: Int)], _ positions: [Int32]
  ) -> Int32? {
    var low = 0
    var high = places.count
    while low < high {
      let middle = low + (high - low) / 2
      if places[middle].offset == offset { return positions[places[middle].name] }
      if places[middle].offset < offset { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  private enum Base {
    case offset(Int)
    case name(ObjectID)
  }

  /// What stands before the compressed bytes.
  private struct Header {
    let kind: ObjectKind?
    let base: Base?
    let size: Int
    let end: Int

    init?(_ pack: UnsafeRawBufferPointer, at start: Int, end limit: Int) {
      var position = start
      func next() -> UInt8? {
        guard position < limit else { return nil }
        defer { position += 1 }
        return pack[position]
      }
      guard var byte = next() else { return nil }
      let type = byte >> 4 & 7
      var size = Int(byte & 15)
      var shift = 4
      while byte & 0x80 != 0 {
        guard let more = next(), shift < 56 else { return nil }
        byte = more
        size |= Int(byte & 0x7F) << shift
        shift += 7
      }
      var base: Base?
      switch type {
      case 1: kind = .commit
      case 2: kind = .tree
      case 3: kind = .blob
      case 4: kind = .tag
      case 6:
        kind = nil
        guard var byte = next() else { return nil }
        var distance = Int(byte & 0x7F)
        while byte & 0x80 != 0 {
          guard let more = next(), distance < 1 << 48 else { return nil }
          byte = more
          distance = (distance + 1) << 7 | Int(byte & 0x7F)
        }
        guard distance > 0, distance <= start else { return nil }
        base = .offset(start - distance)
      case 7:
        kind = nil
        guard position + 20 <= limit else { return nil }
        base = .name(
          ObjectID(raw: UnsafeRawBufferPointer(rebasing: pack[position..<(position + 20)])))
        position += 20
      default: return nil
      }
      self.base = base
      self.size = size
      end = position
    }
  }
}
