/// Paths that are not UTF-8, in a form that JSON can hold and any URL library decodes.
enum PercentEncoding {
  /// The path with each stray byte and each `%` as `%NN`, or nil where it is UTF-8 and stays as it is.
  static func encodedUnlessUTF8(_ path: [UInt8]) -> [UInt8]? {
    path.withUnsafeBufferPointer { buffer in
      if buffer.allSatisfy({ $0 < 0x80 }) { return nil }
      var encoded: [UInt8] = []
      var hasStray = false
      var scanner = UTF8Scanner(buffer)
      while let piece = scanner.next() {
        if piece.scalar == nil { hasStray = true }
        if piece.scalar == nil || piece.scalar == 0x25 {
          append(buffer[piece.range.lowerBound], to: &encoded)
        } else {
          encoded.append(contentsOf: buffer[piece.range])
        }
      }
      return hasStray ? encoded : nil
    }
  }

  private static func append(_ byte: UInt8, to encoded: inout [UInt8]) {
    let digits = Array("0123456789ABCDEF".utf8)
    encoded.append(UInt8(ascii: "%"))
    encoded.append(digits[Int(byte >> 4)])
    encoded.append(digits[Int(byte & 15)])
  }
}
