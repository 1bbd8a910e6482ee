/// Two texts that grew from a common one, brought together.
///
/// What only one side changed is taken; what both changed alike is taken once; what they changed
/// differently at one place is a conflict and is never decided. Changes to neighbouring lines merge;
/// lines added where the other side changed something do not. Encoding, byte order mark, line ends
/// and final newline are merged in the same way, apart from the lines.
public struct TextMerge: Sendable {
  /// The common ancestor.
  public let base: TextContent
  /// The text of this side.
  public let ours: TextContent
  /// The text of the other side.
  public let theirs: TextContent

  /// Which of the three texts lines come from.
  public enum Side: Sendable, Hashable {
    /// The common ancestor.
    case base
    /// This side.
    case ours
    /// The other side.
    case theirs
  }

  /// A place that both sides changed differently: the lines of each text, from 0.
  public struct Conflict: Sendable, Hashable {
    /// What stood there before.
    public let base: Range<Int>
    /// What this side made of it.
    public let ours: Range<Int>
    /// What the other side made of it.
    public let theirs: Range<Int>
  }

  /// A stretch of the result.
  public enum Part: Sendable, Hashable {
    /// Lines that are taken from one text.
    case lines(Side, Range<Int>)
    /// Lines that somebody has to choose.
    case conflict(Conflict)
  }

  /// The result, in order.
  public var parts: [Part] { placed.map(\.part) }
  /// Forms that both sides changed differently.
  public let formConflicts: [TextFormatChange.What]
  private let placed: [LineMerge.Placed]
  private let form: MergedForm
  private let exact: [UInt8]?

  /// Merges three texts by their lines.
  public init(base: TextContent, ours: TextContent, theirs: TextContent) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
    var form = MergedForm(base: base, ours: ours, theirs: theirs)
    if base.bytes == ours.bytes || ours.bytes == theirs.bytes {
      exact = theirs.bytes
      placed = [.init(part: .lines(.theirs, 0..<theirs.lines.count), ours: 0, theirs: 0)]
    } else if base.bytes == theirs.bytes {
      exact = ours.bytes
      placed = [.init(part: .lines(.ours, 0..<ours.lines.count), ours: 0, theirs: 0)]
    } else {
      exact = nil
      placed = LineMerge(base: base, ours: ours, theirs: theirs).parts
      form.checkEnds(of: placed)
    }
    formConflicts = exact == nil ? form.conflicts : []
    self.form = form
  }

  /// The places that need a decision.
  public var conflicts: [Conflict] {
    parts.compactMap { if case .conflict(let conflict) = $0 { conflict } else { nil } }
  }

  /// Whether nothing needs a decision.
  public var isClean: Bool { conflicts.isEmpty && formConflicts.isEmpty }

  /// The merged bytes; nil where something needs a decision, or where a line of one side cannot be
  /// written in the encoding that the other side chose.
  public var bytes: [UInt8]? {
    if let exact { return exact }
    guard isClean else { return nil }
    return assemble { _, _ in }
  }

  /// The names in conflict marks.
  public struct Labels: Sendable {
    /// For this side.
    public var ours: String
    /// For the ancestor; without it the ancestor's lines are left out.
    public var base: String?
    /// For the other side.
    public var theirs: String

    /// Names for the three texts.
    public init(ours: String, base: String? = nil, theirs: String) {
      self.ours = ours
      self.base = base
      self.theirs = theirs
    }
  }

  /// The merged bytes with both sides of each conflict between marks, as git writes them.
  ///
  /// Nil where a line cannot be written in the encoding of the result. Where only a form is in
  /// conflict this side's is taken.
  public func marked(_ labels: Labels, size: Int = 7) -> [UInt8]? {
    if let exact { return exact }
    return assemble { assembly, conflict throws(TextEncoder.Failure) in
      func mark(_ sign: String, _ label: String?) throws(TextEncoder.Failure) {
        let text = String(repeating: sign, count: size) + (label.map { " " + $0 } ?? "")
        let line = TextContent(Array(text.utf8), encoding: .utf8, markLength: 0)
        if let line { try form.append(line, 0..<line.lines.count, to: &assembly) }
      }
      try mark("<", labels.ours)
      try form.append(ours, conflict.ours, to: &assembly)
      if let base = labels.base {
        try mark("|", base)
        try form.append(self.base, conflict.base, to: &assembly)
      }
      try mark("=", nil)
      try form.append(theirs, conflict.theirs, to: &assembly)
      try mark(">", labels.theirs)
    }
  }

  private func assemble(
    _ resolve: (inout LineAssembly, Conflict) throws(TextEncoder.Failure) -> Void
  ) -> [UInt8]? {
    var assembly = LineAssembly(
      encoding: form.encoding, mark: form.mark[...], defaultEnd: form.defaultEnd)
    do throws(TextEncoder.Failure) {
      for place in placed {
        switch place.part {
        case .lines(.base, let lines):
          try form.appendKept(lines, ours: place.ours, theirs: place.theirs, to: &assembly)
        case .lines(.ours, let lines): try form.append(ours, lines, to: &assembly)
        case .lines(.theirs, let lines): try form.append(theirs, lines, to: &assembly)
        case .conflict(let conflict):
          try resolve(&assembly, conflict)
        }
      }
    } catch {
      return nil
    }
    return assembly.isMisaligned ? nil : assembly.bytes(hasFinalNewline: form.hasFinalNewline)
  }
}
