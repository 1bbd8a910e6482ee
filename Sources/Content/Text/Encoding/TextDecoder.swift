/// Turns bytes of one encoding into UTF-8, keeping what has no meaning as marked raw bytes.
struct TextDecoder: ~Copyable {
  private let encoding: TextEncoding
  private let codec: LegacyCodec?

  init(encoding: TextEncoding, codec: consuming LegacyCodec?) {
    self.encoding = encoding
    self.codec = codec
  }

  /// Appends the characters of `input`.
  func decode(_ input: UnsafeBufferPointer<UInt8>, into output: inout [UInt8]) {
    switch encoding {
    case .utf8: output.append(contentsOf: input)
    case .utf16LittleEndian, .utf16BigEndian: decodeUTF16(input, into: &output)
    case .utf32LittleEndian, .utf32BigEndian: decodeUTF32(input, into: &output)
    case .legacy: decodeLegacy(input, into: &output)
    }
  }

  private func decodeUTF16(_ input: UnsafeBufferPointer<UInt8>, into output: inout [UInt8]) {
    let units = UTF16Units(input, isBigEndian: encoding.isBigEndian)
    var index = 0
    while index < units.count {
      let unit = units[index]
      if unit & 0xF800 != 0xD800 {
        appendUTF8(UInt32(unit), to: &output)
      } else if unit < 0xDC00, index + 1 < units.count, units[index + 1] & 0xFC00 == 0xDC00 {
        let low = UInt32(units[index + 1]) - 0xDC00
        appendUTF8((UInt32(unit) - 0xD800) << 10 + low + 0x10000, to: &output)
        index += 1
      } else {
        appendRaw(input[index * 2], to: &output)
        appendRaw(input[index * 2 + 1], to: &output)
      }
      index += 1
    }
    if input.count % 2 == 1 { appendRaw(input[input.count - 1], to: &output) }
  }

  private func decodeUTF32(_ input: UnsafeBufferPointer<UInt8>, into output: inout [UInt8]) {
    var index = 0
    while index + 4 <= input.count {
      let unit = UTF32Units.unit(input, at: index, isBigEndian: encoding.isBigEndian)
      if Unicode.Scalar(unit) != nil {
        appendUTF8(unit, to: &output)
      } else {
        for offset in 0..<4 { appendRaw(input[index + offset], to: &output) }
      }
      index += 4
    }
    while index < input.count {
      appendRaw(input[index], to: &output)
      index += 1
    }
  }

  private func decodeLegacy(_ input: UnsafeBufferPointer<UInt8>, into output: inout [UInt8]) {
    var rest = input
    while !rest.isEmpty {
      guard case .stopped(let offset) = codec?.convert(rest, into: &output) ?? .stopped(at: 0)
      else { return }
      guard offset < rest.count else { return }
      appendRaw(rest[offset], to: &output)
      rest = UnsafeBufferPointer(rebasing: rest[(offset + 1)...])
    }
  }

  private func appendRaw(_ byte: UInt8, to output: inout [UInt8]) {
    output.append(UTF8Form.rawMarker)
    output.append(byte)
  }
}

/// Appends a scalar value that is known not to be a surrogate.
func appendUTF8(_ value: UInt32, to output: inout [UInt8]) {
  switch value {
  case 0..<0x80:
    output.append(UInt8(value))
  case 0x80..<0x800:
    output.append(UInt8(0xC0 | value >> 6))
    output.append(UInt8(0x80 | value & 0x3F))
  case 0x800..<0x10000:
    output.append(UInt8(0xE0 | value >> 12))
    output.append(UInt8(0x80 | value >> 6 & 0x3F))
    output.append(UInt8(0x80 | value & 0x3F))
  default:
    output.append(UInt8(0xF0 | value >> 18))
    output.append(UInt8(0x80 | value >> 12 & 0x3F))
    output.append(UInt8(0x80 | value >> 6 & 0x3F))
    output.append(UInt8(0x80 | value & 0x3F))
  }
}
