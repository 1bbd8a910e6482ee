/// The grapheme clusters of bytes: what a reader sees as one character, as Swift breaks them.
///
/// A byte that stands for no character is a cluster of its own. In converted texts such a byte comes
/// after a marker; both together are the cluster.
struct Clusters {
  /// Where clusters begin, and the end: one more than there are clusters.
  private(set) var bounds: [Int32] = [0]

  var count: Int { bounds.count - 1 }

  func range(_ index: Int) -> Range<Int> { Int(bounds[index])..<Int(bounds[index + 1]) }

  init(_ bytes: UnsafeBufferPointer<UInt8>, escapesRaw: Bool) {
    bounds.reserveCapacity(bytes.count + 1)
    var index = 0
    while index < bytes.count {
      let plainEnd = UTF8Check.endOfASCII(bytes, from: index)
      // The last ASCII character may carry what follows it; CR LF is one cluster.
      let certain = plainEnd == bytes.count ? plainEnd : plainEnd - 1
      if index < certain {
        while index < certain {
          let isPair = bytes[index] == 0x0D && index + 1 < bytes.count && bytes[index + 1] == 0x0A
          index += isPair ? 2 : 1
          bounds.append(Int32(truncatingIfNeeded: index))
        }
        continue
      }
      let end = endOfRun(bytes, from: index)
      if end > index {
        appendRun(bytes, index..<end)
        index = end
      } else {
        index += escapesRaw && index + 1 < bytes.count ? 2 : 1
        bounds.append(Int32(truncatingIfNeeded: index))
      }
    }
  }

  init(_ bytes: ArraySlice<UInt8>, escapesRaw: Bool) {
    self = bytes.withUnsafeBufferPointer { Clusters($0, escapesRaw: escapesRaw) }
  }

  /// The end of valid UTF-8 up to where two ASCII characters meet, which is always a boundary.
  private func endOfRun(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var index = start
    var plain = 0
    while index < bytes.count {
      let length = UTF8Check.sequenceLength(bytes, at: index)
      if length == 0 { return index }
      if length == 1 {
        plain += 1
        if plain > 1, bytes[index] != 0x0A { return index }
      } else {
        plain = 0
      }
      index += length
    }
    return index
  }

  private mutating func appendRun(_ bytes: UnsafeBufferPointer<UInt8>, _ run: Range<Int>) {
    let text = String(
      decoding: UnsafeBufferPointer(rebasing: bytes[run]), as: UTF8.self)
    var index = text.startIndex
    while index < text.endIndex {
      index = text.index(after: index)
      let offset = text.utf8.distance(from: text.startIndex, to: index)
      bounds.append(Int32(truncatingIfNeeded: run.lowerBound + offset))
    }
  }
}
