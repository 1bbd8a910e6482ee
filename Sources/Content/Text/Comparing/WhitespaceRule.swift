extension ComparisonOptions.Whitespace {
  /// Appends the bytes of a line that count, so that lines are alike where these are equal.
  func reduce(_ line: UnsafeBufferPointer<UInt8>, into output: inout [UInt8]) {
    switch self {
    case .exact: output.append(contentsOf: line)
    case .ignoringAll:
      for byte in line where !isBlankByte(byte) { output.append(byte) }
    case .ignoringAtLineEnd:
      output.append(contentsOf: line.prefix(trimmedCount(line)))
    case .ignoringChange:
      var wasBlank = false
      for byte in line.prefix(trimmedCount(line)) {
        let blank = isBlankByte(byte)
        if !blank { output.append(byte) } else if !wasBlank { output.append(0x20) }
        wasBlank = blank
      }
    }
  }

  private func trimmedCount(_ line: UnsafeBufferPointer<UInt8>) -> Int {
    var count = line.count
    while count > 0, isBlankByte(line[count - 1]) { count -= 1 }
    return count
  }
}

/// A blank in git's sense: space, tab, LF or CR.
@inline(__always)
func isBlankByte(_ byte: UInt8) -> Bool {
  byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
}
