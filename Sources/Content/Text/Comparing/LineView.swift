/// The lines of one text in memory that stays put while a closure runs.
struct LineView {
  let base: UnsafePointer<UInt8>
  let starts: UnsafePointer<UInt32>
  let ends: UnsafePointer<UInt32>
  let count: Int

  /// An empty array has no address; no line is ever read from this one.
  nonisolated(unsafe) private static let spare: UnsafeMutablePointer<UInt32> = {
    let spare = UnsafeMutablePointer<UInt32>.allocate(capacity: 2)
    spare.initialize(repeating: 0, count: 2)
    return spare
  }()

  @inline(__always)
  func pointer(_ line: Int) -> UnsafePointer<UInt8> { base + Int(starts[line]) }

  @inline(__always)
  func length(_ line: Int) -> Int { Int(ends[line]) - Int(starts[line]) }

  func bytes(_ line: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: pointer(line), count: length(line))
  }

  /// Whether lines begin and end at the same places as others, but for one distance.
  func isCut(like other: LineView, _ line: Int, _ otherLine: Int, count: Int) -> Bool {
    guard count > 0 else { return true }
    let distance = starts[line] &- other.starts[otherLine]
    // Without an early end, so that the compiler looks at many lines at once.
    var difference: UInt32 = 0
    for index in 0..<count {
      difference |= starts[line + index] &- other.starts[otherLine + index] ^ distance
      difference |= ends[line + index] &- other.ends[otherLine + index] ^ distance
    }
    let (next, otherNext) = (starts[line + count], other.starts[otherLine + count])
    return difference == 0 && next &- otherNext == distance
  }

  /// Lines without their ends, or with them where `whole` says so; the first `limit` ones.
  static func with<Result>(
    _ bytes: [UInt8], _ table: LineTable, whole: Bool, limit: Int = .max,
    _ body: (LineView) -> Result
  ) -> Result {
    bytes.withUnsafeBufferPointer { bytes in
      table.starts.withUnsafeBufferPointer { starts in
        table.contentEnds.withUnsafeBufferPointer { ends in
          let firstStart = starts.baseAddress ?? UnsafePointer(spare)
          let firstEnd = ends.baseAddress ?? UnsafePointer(spare)
          return body(
            LineView(
              base: bytes.baseAddress
                ?? UnsafeRawPointer(spare).assumingMemoryBound(to: UInt8.self),
              starts: firstStart, ends: whole ? firstStart + 1 : firstEnd,
              count: min(table.count, limit)))
        }
      }
    }
  }
}
