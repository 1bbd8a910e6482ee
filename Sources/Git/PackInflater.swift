import CSystem

/// zlib's inflate over bytes in memory, one stream used again and again.
final class PackInflater {
  private var stream = z_stream()

  init?() {
    guard versions_inflate_begin(&stream) == Z_OK else { return nil }
  }

  deinit { inflateEnd(&stream) }

  /// Inflates exactly so many bytes; nil where the stream is damaged, shorter or longer.
  func inflate(_ source: UnsafeRawBufferPointer, to size: Int) -> [UInt8]? {
    // Deflate shrinks by 1032 at the most (RFC 1951), so a damaged header cannot ask for more.
    guard size <= source.count * 1032 + 64, inflateReset(&stream) == Z_OK else { return nil }
    var isWhole = false
    // One byte more, so that a longer stream is seen.
    let bytes = [UInt8](unsafeUninitializedCapacity: size + 1) { buffer, count in
      var consumed = 0
      while true {
        let input = min(source.count - consumed, 1 << 30)
        let output = min(buffer.count - count, 1 << 30)
        stream.next_in = UnsafeMutablePointer(
          mutating: source.baseAddress?.advanced(by: consumed).assumingMemoryBound(to: UInt8.self))
        stream.avail_in = UInt32(input)
        stream.next_out = buffer.baseAddress?.advanced(by: count)
        stream.avail_out = UInt32(output)
        let code = CSystem.inflate(&stream, Z_NO_FLUSH)
        let used = input - Int(stream.avail_in)
        let made = output - Int(stream.avail_out)
        consumed += used
        count += made
        if code == Z_STREAM_END {
          isWhole = count == size
          return
        }
        if code != Z_OK || (used == 0 && made == 0) { return }
      }
    }
    return isWhole ? bytes : nil
  }
}

/// A delta of a pack applied to its base (gitformat-pack, "Deltified representation").
enum PackDelta {
  /// The object that results; nil where the delta makes no sense.
  static func apply(_ delta: [UInt8], to base: [UInt8]) -> [UInt8]? {
    delta.withUnsafeBytes { delta in
      base.withUnsafeBytes { base in
        var position = 0
        guard size(delta, &position) == base.count, let size = size(delta, &position),
          // A copy of seven bytes makes 16 MB at the most.
          size <= delta.count << 24
        else { return nil }
        var isWhole = false
        let result = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
          let target = UnsafeMutableRawBufferPointer(buffer)
          while position < delta.count {
            let code = delta[position]
            position += 1
            let source: UnsafeRawBufferPointer
            if code & 0x80 != 0 {
              var offset = 0
              var length = 0
              for bit in 0..<7 where code >> UInt8(bit) & 1 != 0 {
                guard position < delta.count else { return }
                let value = Int(delta[position])
                position += 1
                if bit < 4 {
                  offset |= value << (8 * bit)
                } else {
                  length |= value << (8 * bit - 32)
                }
              }
              if length == 0 { length = 0x10000 }
              guard offset + length <= base.count else { return }
              source = UnsafeRawBufferPointer(rebasing: base[offset..<(offset + length)])
            } else {
              let length = Int(code)
              guard length > 0, position + length <= delta.count else { return }
              source = UnsafeRawBufferPointer(rebasing: delta[position..<(position + length)])
              position += length
            }
            guard count + source.count <= size else { return }
            UnsafeMutableRawBufferPointer(rebasing: target[count...]).copyMemory(from: source)
            count += source.count
          }
          isWhole = count == size
        }
        return isWhole ? result : nil
      }
    }
  }

  private static func size(_ delta: UnsafeRawBufferPointer, _ position: inout Int) -> Int? {
    var value = 0
    var shift = 0
    while position < delta.count, shift < 56 {
      let byte = delta[position]
      position += 1
      value |= Int(byte & 0x7F) << shift
      shift += 7
      if byte & 0x80 == 0 { return value }
    }
    return nil
  }
}
