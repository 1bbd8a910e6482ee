#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Bytes where they lie; searched and compared by the C library, as lists read millions of them.
typealias Bytes = UnsafeBufferPointer<UInt8>

extension UnsafeBufferPointer where Element == UInt8 {
  /// Where a byte is next, in a range; nil where it is not.
  func position(of byte: UInt8, from start: Int, to end: Int) -> Int? {
    guard start < end, let base = baseAddress,
      let found = memchr(base + start, Int32(byte), end - start)
    else { return nil }
    return UnsafeRawPointer(base).distance(to: UnsafeRawPointer(found))
  }

  /// Whether they are the bytes of a literal.
  func equals(_ text: StaticString) -> Bool {
    guard count == text.utf8CodeUnitCount else { return false }
    guard let base = baseAddress else { return true }
    return memcmp(base, text.utf8Start, count) == 0
  }

  /// Whether they begin with the bytes of a literal.
  func begins(with text: StaticString, at start: Int) -> Bool {
    let length = text.utf8CodeUnitCount
    guard count - start >= length, let base = baseAddress else { return false }
    return memcmp(base + start, text.utf8Start, length) == 0
  }

  /// Whether they are the same as others.
  func equals(_ other: [UInt8]) -> Bool {
    guard count == other.count else { return false }
    guard let base = baseAddress else { return true }
    return memcmp(base, other, count) == 0
  }

  /// A part of them.
  func part(_ range: Range<Int>) -> Bytes { Bytes(rebasing: self[range]) }
}
