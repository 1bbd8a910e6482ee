import Synchronization

/// A generator whose numbers are the same in each run (SplitMix64, by Sebastiano Vigna).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Bytes of any value.
  mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &self) }
  }

  /// A name that a file can have: one to thirty bytes, no slash, no NUL, not a dot or two.
  mutating func name() -> [UInt8] {
    let odd: [UInt8] = bytes8("%.git~1\\ \n\u{E9}\u{200C}\u{1F41D}-")
    while true {
      let name = (0..<Int.random(in: 1...30, using: &self)).map { _ in
        Bool.random(using: &self)
          ? odd[Int.random(in: 0..<odd.count, using: &self)]
          : UInt8.random(in: 1 ... .max, using: &self)
      }.filter { $0 != UInt8(ascii: "/") }
      if !name.isEmpty, !name.elementsEqual(".".utf8), !name.elementsEqual("..".utf8) {
        return name
      }
    }
  }

  /// Bytes with a few of them changed, left out, doubled or added, or cut off.
  mutating func damaged(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0...Int.random(in: 0...3, using: &self) {
      let place = Int.random(in: 0...bytes.count, using: &self)
      let byte = UInt8.random(in: .min ... .max, using: &self)
      switch Int.random(in: 0..<5, using: &self) {
      case 0 where place < bytes.count: bytes[place] = byte
      case 1 where place < bytes.count: bytes[place] ^= 1 << (byte & 7)
      case 2 where place < bytes.count: bytes.remove(at: place)
      case 3: bytes.insert(byte, at: place)
      case 4: bytes.removeSubrange(place...)
      default: break
      }
    }
    return bytes
  }
}

private func bytes8(_ text: String) -> [UInt8] { Array(text.utf8) }

/// Counts calls.
final class Count: Sendable {
  private let number = Mutex(0)

  /// The number of this call, from 1 on.
  @discardableResult
  func next() -> Int {
    number.withLock {
      $0 += 1
      return $0
    }
  }

  /// The calls so far.
  var value: Int { number.withLock { $0 } }
}
