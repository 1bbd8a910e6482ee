/// A text put together from lines, each with its own bytes and end.
///
/// No two lines are ever joined: a line that is not the last gets an end if it has none. The state of
/// the final newline is asked for, not left to chance.
struct LineAssembly {
  struct Line {
    var content: ArraySlice<UInt8>
    /// The end that belongs to it; nil for a line that was the last without one.
    var end: LineEnd?
  }

  let encoding: TextEncoding
  let mark: ArraySlice<UInt8>
  var lines: [Line] = []
  /// The end for lines that need one and have none.
  var defaultEnd: LineEnd

  func bytes(hasFinalNewline: Bool) -> [UInt8] {
    var output = Array(mark)
    output.reserveCapacity(lines.reduce(mark.count) { $0 + $1.content.count + 2 })
    for (index, line) in lines.enumerated() {
      output += line.content
      // An empty last line without an end would not be there at all.
      if index < lines.count - 1 || hasFinalNewline || line.content.isEmpty {
        output += (line.end ?? defaultEnd).bytes(in: encoding)
      }
    }
    return output
  }

  /// Whether a line that is not the last ends within a code unit, so that what follows would shift.
  var isMisaligned: Bool {
    encoding.unitWidth > 1
      && lines.dropLast().contains { $0.content.count % encoding.unitWidth != 0 }
  }
}
