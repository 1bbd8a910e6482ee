import Content
import VersionStore

/// Differences for people: a heading, then each kind of content in its own way.
///
/// All of it is visible text: nothing from a document or a name steers a terminal.
struct PeoplePresentation {
  let colour: Colour
  let texts: TextLayout
  let ignoresFormat: Bool

  /// How texts are set.
  enum TextLayout {
    case lines, words
    case sideBySide(width: Int)
  }

  /// What is said where the search was cut short.
  static let coarseRemark =
    "too different to look for the shortest answer; more counts as changed than need be"

  /// Everything under one heading.
  func bytes(_ comparison: Comparison, heading: String) -> [UInt8] {
    var out: [UInt8] = []
    colour.append(Array(heading.utf8), .bold, to: &out)
    out.append(0x0A)
    append(comparison, to: &out)
    return out
  }

  private func append(_ comparison: Comparison, to out: inout [UInt8]) {
    if let remark = comparison.remark { appendRemark(remark, to: &out) }
    switch comparison.difference {
    case .none:
      if comparison.old.content == nil { appendLine("added, empty", to: &out) }
      if comparison.new.content == nil { appendLine("removed, was empty", to: &out) }
    case .text(let diff): append(diff, to: &out)
    case .drawing(let diff):
      if !ignoresFormat, let headline = diff.headline { appendLine(headline, to: &out) }
      for change in diff.changes {
        if ignoresFormat, case .formatChanged = change { continue }
        appendLine(change.sentence, to: &out)
      }
    case .json(let diff):
      if !ignoresFormat, let headline = diff.headline { appendLine(headline, to: &out) }
      for change in diff.changes { appendLine(diff.sentence(of: change), to: &out) }
      if !ignoresFormat { diff.formatChanges.forEach { appendLine($0.sentence, to: &out) } }
      if diff.isCoarse { appendRemark(Self.coarseRemark, to: &out) }
    case .parts(let parts):
      for part in parts where part.isDifferent(ignoringFormat: ignoresFormat) {
        append(part, to: &out)
      }
    case .link(let from, let to): appendLine(Self.sentence(link: from, to), to: &out)
    case .data(let from, let to): appendLine(Self.sentence(data: from, to), to: &out)
    case .nature(let from, let to):
      appendLine("a \(from.rawValue) became a \(to.rawValue)", to: &out)
    }
  }

  // MARK: Texts

  private func append(_ diff: TextDiff, to out: inout [UInt8]) {
    if !ignoresFormat {
      for change in diff.countedFormatChanges { appendLine(change.sentence, to: &out) }
    }
    let hunks = diff.hunks
    if !hunks.isEmpty, let remark = Self.remark(onBytesOf: diff) {
      appendRemark(remark, to: &out)
    }
    var isCoarse = diff.isCoarse
    let painter = TextPainter(colour: colour)
    // Copying takes a hunk of the plain comparison; other options make others of the same number.
    let isNumbered = diff.options == ComparisonOptions()
    for (index, hunk) in hunks.enumerated() {
      painter.appendHead(hunk, number: isNumbered ? index + 1 : nil, to: &out)
      switch texts {
      case .lines:
        if HunkPresentation(colour: colour).append(hunk, of: diff, to: &out) { isCoarse = true }
      case .words:
        if WordPresentation(colour: colour).append(hunk, of: diff, to: &out) { isCoarse = true }
      case .sideBySide(let width):
        SideBySidePresentation(colour: colour, width: width).append(hunk, of: diff, to: &out)
      }
    }
    if isCoarse { appendRemark(Self.coarseRemark, to: &out) }
  }

  private static func remark(onBytesOf diff: TextDiff) -> String? {
    let sides = [("older", diff.old), ("newer", diff.new)].filter { !$0.1.isWellFormed }
    guard let first = sides.first else { return nil }
    let encoding = first.1.encoding.name
    return sides.count == 2
      ? "not valid \(encoding): odd bytes are shown as \\xNN"
      : "the \(first.0) text is not valid \(encoding): odd bytes are shown as \\xNN"
  }

  // MARK: Parts, links and data

  private func append(_ part: PartDifference, to out: inout [UInt8]) {
    let name = VisibleText.quoted(part.path)
    let noun = part.isFolder ? "folder" : "part"
    let heading: String
    switch part.kind {
    case .added, .removed:
      let content = part.comparison.new.content ?? part.comparison.old.content
      heading = "\(noun) \(name) \(part.kind.rawValue)" + (content.map(Self.description) ?? "")
    case .renamed:
      heading = "\(noun) \(VisibleText.quoted(part.oldPath ?? [])) renamed to \(name)"
    case .changed: heading = "\(noun) \(name)"
    }
    colour.append(Array(heading.utf8), .bold, to: &out)
    out.append(0x0A)
    if part.kind == .changed { append(part.comparison, to: &out) }
  }

  private static func description(_ content: DocumentContent) -> String {
    switch content {
    case .flat(let bytes, _): ", \(size(bytes.count))"
    case .link(let target): ", a link to \(VisibleText.quoted(target))"
    case .package: ""
    }
  }

  private static func sentence(link from: [UInt8]?, _ to: [UInt8]?) -> String {
    switch (from.map(VisibleText.quoted), to.map(VisibleText.quoted)) {
    case (let from?, let to?): "link to \(from) → \(to)"
    case (nil, let to?): "link to \(to) added"
    case (let from?, nil): "link to \(from) removed"
    case (nil, nil): "no link"
    }
  }

  private static func sentence(
    data from: Comparison.DataFacts?, _ to: Comparison.DataFacts?
  ) -> String {
    switch (from, to) {
    case (let from?, let to?) where from.size == to.size:
      "binary differs, both have \(size(to.size))"
    case (let from?, let to?): "binary differs, \(from.size) → \(size(to.size))"
    case (nil, let to?): "binary added, \(size(to.size))"
    case (let from?, nil): "binary removed, \(size(from.size))"
    case (nil, nil): "binary differs"
    }
  }

  private static func size(_ bytes: Int) -> String { bytes == 1 ? "1 byte" : "\(bytes) bytes" }

  // MARK: Lines

  private func appendLine(_ text: String, to out: inout [UInt8]) {
    out += Array(text.utf8)
    out.append(0x0A)
  }

  private func appendRemark(_ text: String, to out: inout [UInt8]) {
    colour.append(Array("(\(text))".utf8), .yellow, to: &out)
    out.append(0x0A)
  }
}
