/// The form of a merged text: what one side changed is taken, what both changed is a conflict.
struct MergedForm {
  let encoding: TextEncoding
  let mark: [UInt8]
  let hasFinalNewline: Bool
  /// The end that every line gets; nil where ends are mixed and lines keep their own.
  let uniformEnd: LineEnd?
  let defaultEnd: LineEnd
  private(set) var conflicts: [TextFormatChange.What] = []

  /// How the lines of a text end; there is none for a text without line ends.
  private enum Style: Equatable {
    case mixed
    case uniform(LineEnd)

    init?(_ text: TextContent) {
      let kinds = text.lineEnds.kinds
      guard let first = kinds.first else { return nil }
      self = kinds.count == 1 ? .uniform(first) : .mixed
    }

    var end: LineEnd? { if case .uniform(let end) = self { end } else { nil } }
  }

  private let base: TextContent
  private let ours: TextContent
  private let theirs: TextContent

  init(base: TextContent, ours: TextContent, theirs: TextContent) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
    var conflicts: [TextFormatChange.What] = []
    func merge<Value: Equatable>(
      _ base: Value, _ ours: Value, _ theirs: Value, _ what: TextFormatChange.What
    ) -> Value {
      if ours == base { return theirs }
      if theirs != base, theirs != ours { conflicts.append(what) }
      return ours
    }
    // A text of ASCII only, or an empty one, has an encoding by default and not by choice.
    func chosen(_ text: TextContent) -> TextEncoding? {
      text.encoding.containsASCII && text.isASCII && !text.hasMark ? nil : text.encoding
    }
    let choices = (chosen(base), chosen(ours), chosen(theirs))
    var picked: TextEncoding?
    if choices.1 == choices.0 || choices.1 == nil {
      picked = choices.2 ?? choices.1
    } else if choices.2 == choices.0 || choices.2 == nil {
      picked = choices.1
    } else {
      picked = merge(choices.0, choices.1, choices.2, .encoding)
    }
    encoding = picked ?? ours.encoding
    let hasMark = merge(base.hasMark, ours.hasMark, theirs.hasMark, .byteOrderMark)
    mark = hasMark ? encoding.mark : []
    hasFinalNewline =
      merge(
        base.hasFinalNewline ?? ours.hasFinalNewline, ours.hasFinalNewline,
        theirs.hasFinalNewline, .finalNewline) ?? true

    let start = Style(base) ?? Style(ours) ?? Style(theirs) ?? .mixed
    let oursStyle = Style(ours) ?? start
    let theirsStyle = Style(theirs) ?? start
    if oursStyle != .mixed, theirsStyle != .mixed {
      uniformEnd = merge(start, oursStyle, theirsStyle, .lineEnds).end
    } else if start == .mixed {
      uniformEnd = oursStyle.end ?? theirsStyle.end
    } else {
      uniformEnd = nil
    }
    defaultEnd = uniformEnd ?? ours.lineEnds.dominant ?? theirs.lineEnds.dominant ?? .lf
    self.conflicts = conflicts
  }

  /// Notes where both sides gave an unchanged line different ends.
  mutating func checkEnds(of parts: [LineMerge.Placed]) {
    guard uniformEnd == nil, !conflicts.contains(.lineEnds) else { return }
    for place in parts {
      guard case .lines(.base, let lines) = place.part else { continue }
      for offset in 0..<lines.count {
        let was = base.lineEnd(lines.lowerBound + offset)
        let one = ours.lineEnd(place.ours + offset) ?? was
        let two = theirs.lineEnd(place.theirs + offset) ?? was
        if one != was, two != was, one != two {
          conflicts.append(.lineEnds)
          return
        }
      }
    }
  }

  /// Adds lines that are the same in all three texts, each with the end that one side gave it.
  func appendKept(
    _ lines: Range<Int>, ours oursAt: Int, theirs theirsAt: Int, to assembly: inout LineAssembly
  ) throws(TextEncoder.Failure) {
    let first = assembly.lines.count
    try append(base, lines, to: &assembly)
    guard uniformEnd == nil else { return }
    for offset in 0..<lines.count {
      let was = base.lineEnd(lines.lowerBound + offset)
      let one = ours.lineEnd(oursAt + offset) ?? was
      let two = theirs.lineEnd(theirsAt + offset) ?? was
      assembly.lines[first + offset].end = one == was ? two : one
    }
  }

  /// Adds lines of a text in the merged encoding and with the merged ends.
  func append(
    _ text: TextContent, _ lines: Range<Int>, to assembly: inout LineAssembly
  ) throws(TextEncoder.Failure) {
    let encoder = TextEncoder(encoding: encoding)
    for line in lines {
      let content =
        text.encoding == encoding
        ? text.content(ofLine: line) : try encoder.encode(line, of: text)[...]
      assembly.lines.append(.init(content: content, end: uniformEnd ?? text.lineEnd(line)))
    }
  }
}
