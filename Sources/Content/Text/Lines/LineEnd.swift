/// What ends a line.
public enum LineEnd: Sendable, Hashable, CaseIterable {
  /// U+000A, as on Unix.
  case lf
  /// U+000D U+000A, as on Windows.
  case crlf
  /// U+000D alone, as on the classic Mac.
  case cr

  /// The name that people know it by: `LF`, `CRLF` or `CR`.
  public var name: String {
    switch self {
    case .lf: "LF"
    case .crlf: "CRLF"
    case .cr: "CR"
    }
  }

  /// The characters of the end, the same in every encoding that contains ASCII.
  public var ascii: [UInt8] {
    switch self {
    case .lf: [0x0A]
    case .crlf: [0x0D, 0x0A]
    case .cr: [0x0D]
    }
  }

  /// The bytes of the end in an encoding.
  public func bytes(in encoding: TextEncoding) -> [UInt8] {
    let pad = [UInt8](repeating: 0, count: encoding.unitWidth - 1)
    return ascii.flatMap { encoding.isBigEndian ? pad + [$0] : [$0] + pad }
  }
}

/// How many lines of a text end in which way.
public struct LineEndCounts: Sendable, Hashable {
  /// Lines ended by U+000A alone.
  public var lf = 0
  /// Lines ended by U+000D U+000A.
  public var crlf = 0
  /// Lines ended by U+000D alone.
  public var cr = 0

  /// Nothing counted.
  public init() {}

  /// All ended lines.
  public var total: Int { lf + crlf + cr }

  /// The count for one kind of end.
  public subscript(end: LineEnd) -> Int {
    get {
      switch end {
      case .lf: lf
      case .crlf: crlf
      case .cr: cr
      }
    }
    set {
      switch end {
      case .lf: lf = newValue
      case .crlf: crlf = newValue
      case .cr: cr = newValue
      }
    }
  }

  /// The kinds that occur, the most frequent first.
  public var kinds: [LineEnd] {
    LineEnd.allCases.filter { self[$0] > 0 }.sorted { self[$0] > self[$1] }
  }

  /// The most frequent end, or nil where no line is ended.
  public var dominant: LineEnd? { kinds.first }

  /// `LF`, `CRLF`, `CR`, `none`, or `mixed (3 LF, 1 CRLF)`.
  public var description: String {
    let kinds = kinds
    guard let first = kinds.first else { return "none" }
    if kinds.count == 1 { return first.name }
    return "mixed (" + kinds.map { "\(self[$0]) \($0.name)" }.joined(separator: ", ") + ")"
  }
}
