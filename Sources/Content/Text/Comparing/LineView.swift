/// The lines of one text in memory that stays put while a closure runs.
struct LineView {
  let base: UnsafePointer<UInt8>
  let starts: UnsafePointer<UInt32>
  let ends: UnsafePointer<UInt32>
  let count: Int

  @inline(__always)
  func pointer(_ line: Int) -> UnsafePointer<UInt8> { base + Int(starts[line]) }

  @inline(__always)
  func length(_ line: Int) -> Int { Int(ends[line]) - Int(starts[line]) }

  func bytes(_ line: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: pointer(line), count: length(line))
  }

  /// Lines without their ends, or with them where `whole` says so; the first `limit` ones.
  static func with<Result>(
    _ bytes: [UInt8], _ table: LineTable, whole: Bool, limit: Int = .max,
    _ body: (LineView) -> Result
  ) -> Result {
    bytes.withUnsafeBufferPointer { bytes in
      table.starts.withUnsafeBufferPointer { starts in
        table.contentEnds.withUnsafeBufferPointer { ends in
          withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1) { nothing in
            withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 1) { none in
              // An empty array has no address; no line is ever read from these.
              nothing.initialize(repeating: 0)
              none.initialize(repeating: 0)
              let spare = UnsafePointer(nothing.baseAddress.unsafelyUnwrapped)
              let spareOffsets = UnsafePointer(none.baseAddress.unsafelyUnwrapped)
              let first = starts.baseAddress ?? spareOffsets
              let contentEnds = ends.baseAddress ?? spareOffsets
              return body(
                LineView(
                  base: bytes.baseAddress ?? spare, starts: first,
                  ends: whole ? first + 1 : contentEnds, count: min(table.count, limit)))
            }
          }
        }
      }
    }
  }
}
