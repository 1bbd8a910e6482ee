/// For every line of a text, the version in which it came to be as it is.
///
/// A line belongs to the oldest version from which it came down unchanged, version by version, as
/// `git blame` reckons; so line ends and the final newline count, unless told otherwise.
public struct LineBlame<Version: Sendable>: Sendable {
  /// One line of the newest text.
  public struct Line: Sendable {
    /// The version that brought the line.
    public let version: Version
    /// The line's place in that version, from 0.
    public let line: Int
  }

  /// The lines of the newest text that were asked for, in order.
  public let lines: [Line]
  /// Which lines these are, from 0.
  public let range: Range<Int>
  /// Whether a comparison ran out of its budget, so that some lines may be older than is said.
  public let isCoarse: Bool

  /// What makes two lines the same.
  public enum Basis: Sendable, Hashable {
    /// Their bytes, line ends included, as in git.
    case bytes
    /// Their characters, whatever the encoding and the line ends.
    case characters
  }

  /// Follows the lines of a text through its versions.
  ///
  /// - Parameters:
  ///   - newest: the version whose lines are asked about, and its text.
  ///   - range: the lines in question, from 0; all by default.
  ///   - older: the next older version each time, nil after the first; not asked once every line has
  ///     found its version.
  public init<Failure: Error>(
    of newest: (version: Version, text: TextContent), range: Range<Int>? = nil,
    basis: Basis = .bytes, options: ComparisonOptions = ComparisonOptions(),
    older: () throws(Failure) -> (version: Version, text: TextContent)?
  ) throws(Failure) {
    let all = 0..<newest.text.lines.count
    let wanted = range.map { all.clamped(to: $0) } ?? all
    var tracer = LineTracer(options: options, basis: basis == .bytes)
    var current = newest
    tracer.begin(with: newest.text)
    var found = [Line?](repeating: nil, count: wanted.count)
    /// Lines without a version yet: their place in the result, and in the current version.
    var open = wanted.map { (result: $0 - wanted.lowerBound, line: $0) }
    while !open.isEmpty, let next = try older() {
      var origins = tracer.step(to: next.text)
      var left = 0
      for (result, line) in open {
        if let origin = origins.place(of: line) {
          open[left] = (result, origin)
          left += 1
        } else {
          found[result] = Line(version: current.version, line: line)
        }
      }
      open.removeLast(open.count - left)
      current = next
    }
    for entry in open { found[entry.result] = Line(version: current.version, line: entry.line) }
    lines = found.compactMap { $0 }
    self.range = wanted
    isCoarse = tracer.isCoarse
  }
}
