import Glibc

/// Gives equal runs of bytes equal small numbers, so that lines are compared as integers.
///
/// The runs stay where they are and must outlive the value, unless it was told to keep copies. The
/// hash is seeded at random: no text can be made to be slow, and no result depends on the seed.
struct LineInterner: ~Copyable {
  private struct Record {
    var bytes: UnsafePointer<UInt8>
    var count: Int32
    var tag: UInt32
  }

  private var slots: UnsafeMutablePointer<UInt64>
  private var mask: Int
  private var records: UnsafeMutablePointer<Record>
  private var recordCapacity: Int
  /// Numbers given so far: `0..<count`.
  private(set) var count = 0
  private let seed: UInt64
  private var arena: ByteArena?

  /// Room for this many different runs is made at once.
  init(expecting: Int, keepsCopies: Bool = false) {
    var capacity = 64
    while capacity < expecting * 2 { capacity *= 2 }
    slots = .allocate(capacity: capacity)
    slots.initialize(repeating: 0, count: capacity)
    mask = capacity - 1
    recordCapacity = max(32, expecting)
    records = .allocate(capacity: recordCapacity)
    seed = UInt64.random(in: .min ... .max)
    arena = keepsCopies ? ByteArena() : nil
  }

  deinit {
    slots.deallocate()
    records.deallocate()
  }

  /// The number of a run of bytes.
  mutating func intern(_ bytes: UnsafePointer<UInt8>, _ length: Int) -> Int32 {
    let hash = Self.hash(bytes, length, seed)
    let tag = UInt32(truncatingIfNeeded: hash >> 32)
    var slot = Int(truncatingIfNeeded: hash) & mask
    while true {
      let entry = slots[slot]
      if entry == 0 { break }
      if UInt32(truncatingIfNeeded: entry >> 32) == tag {
        let id = Int(UInt32(truncatingIfNeeded: entry)) - 1
        let record = records[id]
        if Int(record.count) == length, memcmp(record.bytes, bytes, length) == 0 {
          return Int32(truncatingIfNeeded: id)
        }
      }
      slot = (slot + 1) & mask
    }
    let kept = arena?.keep(bytes, length) ?? bytes
    if count == recordCapacity { growRecords() }
    records[count] = Record(bytes: kept, count: Int32(truncatingIfNeeded: length), tag: tag)
    count += 1
    slots[slot] = UInt64(tag) << 32 | UInt64(count)
    if count * 2 > mask { growSlots(hashedBy: seed) }
    return Int32(truncatingIfNeeded: count - 1)
  }

  private mutating func growRecords() {
    let larger = UnsafeMutablePointer<Record>.allocate(capacity: recordCapacity * 2)
    larger.moveInitialize(from: records, count: count)
    records.deallocate()
    records = larger
    recordCapacity *= 2
  }

  private mutating func growSlots(hashedBy seed: UInt64) {
    let capacity = (mask + 1) * 2
    slots.deallocate()
    slots = .allocate(capacity: capacity)
    slots.initialize(repeating: 0, count: capacity)
    mask = capacity - 1
    for id in 0..<count {
      let record = records[id]
      let hash = Self.hash(record.bytes, Int(record.count), seed)
      var slot = Int(truncatingIfNeeded: hash) & mask
      while slots[slot] != 0 { slot = (slot + 1) & mask }
      slots[slot] = UInt64(record.tag) << 32 | UInt64(id + 1)
    }
  }

  /// Sixteen bytes a step, folded by wide multiplication.
  @inline(__always)
  private static func hash(
    _ bytes: UnsafePointer<UInt8>, _ length: Int, _ seed: UInt64
  ) -> UInt64 {
    let raw = UnsafeRawPointer(bytes)
    var state = seed ^ (UInt64(truncatingIfNeeded: length) &* 0x9E37_79B9_7F4A_7C15)
    var offset = 0
    while offset + 16 <= length {
      let one = raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      let two = raw.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self)
      state = fold(one ^ state, two ^ 0xA076_1D64_78BD_642F)
      offset += 16
    }
    var one: UInt64 = 0
    var two: UInt64 = 0
    let left = length - offset
    if left >= 8 {
      one = raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      two = raw.loadUnaligned(fromByteOffset: length - 8, as: UInt64.self)
    } else if left >= 4 {
      one = UInt64(raw.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
      two = UInt64(raw.loadUnaligned(fromByteOffset: length - 4, as: UInt32.self))
    } else if left > 0 {
      one =
        UInt64(bytes[offset]) << 16 | UInt64(bytes[offset + left / 2]) << 8
        | UInt64(bytes[length - 1])
    }
    return fold(one ^ state, two ^ 0xE703_7ED1_A0B4_28DB)
  }

  @inline(__always)
  private static func fold(_ one: UInt64, _ two: UInt64) -> UInt64 {
    let product = one.multipliedFullWidth(by: two)
    return product.high ^ product.low
  }
}

/// Stable copies of short runs of bytes, given back all at once.
private final class ByteArena {
  private var chunks: [UnsafeMutablePointer<UInt8>] = []
  private var used = 0
  private var capacity = 0

  func keep(_ bytes: UnsafePointer<UInt8>, _ length: Int) -> UnsafePointer<UInt8> {
    if used + length > capacity || chunks.isEmpty {
      capacity = max(65_536, length)
      chunks.append(.allocate(capacity: capacity))
      used = 0
    }
    let place = chunks[chunks.count - 1] + used
    place.initialize(from: bytes, count: length)
    used += length
    return UnsafePointer(place)
  }

  deinit { for chunk in chunks { chunk.deallocate() } }
}
