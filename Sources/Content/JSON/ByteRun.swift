/// Compares and hashes runs of bytes, eight at a time.
enum ByteRun {
  @inline(__always)
  static func areEqual(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard left.count == right.count else { return false }
    return commonPrefix(left, right) == left.count
  }

  /// The count of bytes that both begin with.
  @inline(__always)
  static func commonPrefix(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
  ) -> Int {
    let count = min(left.count, right.count)
    let first = UnsafeRawBufferPointer(left)
    let second = UnsafeRawBufferPointer(right)
    var at = 0
    while at &+ 8 <= count {
      let mine = first.loadUnaligned(fromByteOffset: at, as: UInt64.self)
      let theirs = second.loadUnaligned(fromByteOffset: at, as: UInt64.self)
      if mine != theirs { return at &+ (mine ^ theirs).littleEndian.trailingZeroBitCount / 8 }
      at &+= 8
    }
    while at < count, left[at] == right[at] { at &+= 1 }
    return at
  }

  /// The count of bytes that both end with.
  static func commonSuffix(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
  ) -> Int {
    let count = min(left.count, right.count)
    let first = UnsafeRawBufferPointer(left)
    let second = UnsafeRawBufferPointer(right)
    var at = 0
    while at &+ 8 <= count {
      let mine = first.loadUnaligned(fromByteOffset: left.count &- at &- 8, as: UInt64.self)
      let theirs = second.loadUnaligned(fromByteOffset: right.count &- at &- 8, as: UInt64.self)
      if mine != theirs { return at &+ (mine ^ theirs).littleEndian.leadingZeroBitCount / 8 }
      at &+= 8
    }
    while at < count, left[left.count &- 1 &- at] == right[right.count &- 1 &- at] { at &+= 1 }
    return at
  }

  @inline(__always)
  static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
    UInt32(truncatingIfNeeded: hash64(bytes, seed: 0) >> 32)
  }

  @inline(__always)
  static func hash64(_ bytes: UnsafeBufferPointer<UInt8>, seed: UInt64) -> UInt64 {
    let raw = UnsafeRawBufferPointer(bytes)
    var hash: UInt64 = 0x9E37_79B9_7F4A_7C15 ^ mixed(seed) ^ UInt64(truncatingIfNeeded: bytes.count)
    var at = 0
    while at &+ 8 <= bytes.count {
      hash = mixed(hash ^ raw.loadUnaligned(fromByteOffset: at, as: UInt64.self))
      at &+= 8
    }
    var rest: UInt64 = 0
    while at < bytes.count {
      rest = rest << 8 | UInt64(bytes[at])
      at &+= 1
    }
    return mixed(hash ^ rest)
  }

  @inline(__always)
  static func mixed(_ value: UInt64) -> UInt64 {
    let product = value &* 0xD6E8_FEB8_6659_FD93
    return (product ^ product >> 32) &* 0xD6E8_FEB8_6659_FD93
  }
}
