import Glibc

/// Finds the lines of a text.
///
/// LF and CR LF end a line. A CR alone ends one only in a text with more lone CRs than other ends,
/// as classic Mac files have; elsewhere it is a character of the line, as `git` sees it.
enum LineScanner {
  struct Result {
    var table: LineTable
    var ends: LineEndCounts
  }

  static func scan(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, encoding: TextEncoding
  ) -> Result {
    guard encoding.unitWidth == 1 else { return scanUnits(bytes, from: start, encoding: encoding) }
    let result = scanLF(bytes, from: start)
    guard ByteSearch.contains(0x0D, in: bytes) else { return result }
    let lone = bytes.count(of: 0x0D) - result.ends.crlf
    guard lone > result.ends.total else { return result }
    return scanUnits(bytes, from: start, encoding: encoding)
  }

  /// Lines as `git` cuts them: after each byte 0x0A, whatever the encoding.
  static func scanLF(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Result {
    var starts: [UInt32] = []
    var contentEnds: [UInt32] = []
    var ends = LineEndCounts()
    starts.reserveCapacity(bytes.count / 32 + 2)
    contentEnds.reserveCapacity(bytes.count / 32 + 1)
    starts.append(UInt32(start))
    guard let base = bytes.baseAddress else {
      return Result(table: LineTable(starts: starts, contentEnds: contentEnds), ends: ends)
    }
    var position = start
    while position < bytes.count {
      guard let found = memchr(base + position, 0x0A, bytes.count - position) else {
        contentEnds.append(UInt32(bytes.count))
        starts.append(UInt32(bytes.count))
        break
      }
      let feed = UnsafeRawPointer(found) - UnsafeRawPointer(base)
      if feed > position, base[feed - 1] == 0x0D {
        contentEnds.append(UInt32(truncatingIfNeeded: feed - 1))
        ends.crlf += 1
      } else {
        contentEnds.append(UInt32(truncatingIfNeeded: feed))
        ends.lf += 1
      }
      position = feed + 1
      starts.append(UInt32(truncatingIfNeeded: position))
    }
    return Result(table: LineTable(starts: starts, contentEnds: contentEnds), ends: ends)
  }

  /// Lines of any unit width, with lone CRs where they are in the majority.
  private static func scanUnits(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, encoding: TextEncoding
  ) -> Result {
    let width = encoding.unitWidth
    let low = encoding.isBigEndian ? width - 1 : 0
    // Of the other bytes of a unit all are zero in the characters looked for.
    let high = encoding.isBigEndian ? 0 : 1
    func isUnit(_ value: UInt8, at index: Int) -> Bool {
      guard index + width <= bytes.count, bytes[index + low] == value else { return false }
      if width == 1 { return true }
      if bytes[index + high] != 0 { return false }
      if width == 2 { return true }
      return bytes[index + high + 1] == 0 && bytes[index + high + 2] == 0
    }
    var counts = LineEndCounts()
    var index = start
    while index + width <= bytes.count {
      if isUnit(0x0A, at: index) {
        counts.lf += 1
      } else if isUnit(0x0D, at: index) {
        if isUnit(0x0A, at: index + width) {
          counts.crlf += 1
          index += width
        } else {
          counts.cr += 1
        }
      }
      index += width
    }
    let splitsAtCR = counts.cr > counts.lf + counts.crlf
    if !splitsAtCR { counts.cr = 0 }

    var starts: [UInt32] = [UInt32(start)]
    var contentEnds: [UInt32] = []
    index = start
    var lineStart = start
    while index + width <= bytes.count {
      let next: Int
      if isUnit(0x0A, at: index) {
        next = index + width
      } else if isUnit(0x0D, at: index), isUnit(0x0A, at: index + width) {
        next = index + width * 2
      } else if splitsAtCR, isUnit(0x0D, at: index) {
        next = index + width
      } else {
        index += width
        continue
      }
      contentEnds.append(UInt32(index))
      starts.append(UInt32(next))
      lineStart = next
      index = next
    }
    if lineStart < bytes.count {
      contentEnds.append(UInt32(bytes.count))
      starts.append(UInt32(bytes.count))
    }
    return Result(table: LineTable(starts: starts, contentEnds: contentEnds), ends: counts)
  }
}

extension UnsafeBufferPointer<UInt8> {
  func count(of value: UInt8) -> Int {
    var total = 0
    for byte in self where byte == value { total += 1 }
    return total
  }
}
