import Glibc

/// Finds a run of bytes in others, fast enough to look through whole histories.
///
/// The search compares bytes: a text in another Unicode form or another encoding is not found.
public struct ByteSearch: Sendable {
  /// What is looked for; an empty needle is found nowhere.
  public let needle: [UInt8]
  /// The place in the needle of the byte that is rarest in texts.
  private let rarest: Int
  /// The place of the rarest of the other bytes, which is looked at before all of them are.
  private let second: Int

  /// Prepares a search for these bytes.
  public init(_ needle: [UInt8]) {
    self.needle = needle
    func rarest(of places: some Sequence<Int>) -> Int? {
      places.min { Self.frequency(needle[$0]) < Self.frequency(needle[$1]) }
    }
    let first = rarest(of: needle.indices) ?? 0
    self.rarest = first
    second = rarest(of: needle.indices.lazy.filter { $0 != first }) ?? first
  }

  /// The offset of the first place at or after `start`, or nil.
  public func first(in bytes: [UInt8], from start: Int = 0) -> Int? {
    bytes.withUnsafeBufferPointer { first(in: $0, from: start) }
  }

  /// Whether the bytes hold the needle at all.
  public func occurs(in bytes: [UInt8]) -> Bool { first(in: bytes) != nil }

  /// The number of places, counted without overlap.
  public func count(in bytes: [UInt8]) -> Int {
    bytes.withUnsafeBufferPointer { buffer in
      var total = 0
      var position = 0
      while let found = first(in: buffer, from: position) {
        total += 1
        position = found + needle.count
      }
      return total
    }
  }

  /// The offsets of all places, without overlap.
  public func offsets(in bytes: [UInt8]) -> [Int] {
    bytes.withUnsafeBufferPointer { buffer in
      var found: [Int] = []
      var position = 0
      while let next = first(in: buffer, from: position) {
        found.append(next)
        position = next + needle.count
      }
      return found
    }
  }

  /// The same in memory that the caller holds.
  public func first(in bytes: UnsafeBufferPointer<UInt8>, from start: Int = 0) -> Int? {
    guard let base = bytes.baseAddress, start >= 0, start <= bytes.count, !needle.isEmpty,
      needle.count <= bytes.count - start
    else { return nil }
    let (probe, other) = (Int32(needle[rarest]), needle[second])
    let toOther = second - rarest
    var wasted = 0
    var position = start
    while position <= bytes.count - needle.count {
      let from = position + rarest
      let room = bytes.count - needle.count + rarest + 1 - from
      guard let hit = memchr(base + from, probe, room) else { return nil }
      let place = UnsafeRawPointer(hit) - UnsafeRawPointer(base) - rarest
      if hit.load(fromByteOffset: toOther, as: UInt8.self) != other {
        position = place + 1
        continue
      }
      if memcmp(base + place, needle, needle.count) == 0 { return place }
      position = place + 1
      wasted += min(needle.count, 64)
      if wasted > 4096 + (position - start) * 4 {
        return firstByPrefixes(in: bytes, from: position)
      }
    }
    return nil
  }

  /// Knuth, Morris and Pratt's search, for needles that nearly match everywhere.
  private func firstByPrefixes(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    var borders = [0]
    var length = 0
    for byte in needle.dropFirst() {
      while length > 0, needle[length] != byte { length = borders[length - 1] }
      if needle[length] == byte { length += 1 }
      borders.append(length)
    }
    var matched = 0
    for position in start..<bytes.count {
      while matched > 0, needle[matched] != bytes[position] { matched = borders[matched - 1] }
      if needle[matched] == bytes[position] { matched += 1 }
      if matched == needle.count { return position + 1 - matched }
    }
    return nil
  }

  /// A rough order of how often a byte occurs in texts; larger is more frequent.
  private static func frequency(_ byte: UInt8) -> Int {
    // The letters of English, each with its share in thousandths; other tongues are much alike.
    switch byte {
    case 0x20: 180
    case UInt8(ascii: "a")...UInt8(ascii: "z"): letters[Int(byte - UInt8(ascii: "a"))]
    case 0x0A: 20
    case 0x80...0xFF: 15
    case 0x30...0x39, 0x2C, 0x2E: 10
    default: 3
    }
  }

  private static let letters = [
    65, 12, 22, 32, 103, 20, 16, 50, 57, 1, 5, 33, 20, 57, 62, 15, 1, 50, 53, 75, 23, 8, 17, 1, 14,
    1,
  ]

  static func contains(_ byte: UInt8, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let base = bytes.baseAddress else { return false }
    return memchr(base, Int32(byte), bytes.count) != nil
  }
}
