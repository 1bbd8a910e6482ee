import Content

/// Chooses the way in which the bytes of two files are compared.
///
/// By what both hold: drawings as drawings, else JSON as JSON, else text as text; where one side is
/// none of them, as data. Where that is less than the file was meant as, the answer says why.
struct BytesComparison {
  /// The bytes of one side, nil where it is missing.
  struct Side {
    let name: [UInt8]
    let bytes: [UInt8]?
  }

  let old: Side
  let new: Side

  func difference(
    _ options: ComparisonOptions
  ) -> (difference: Comparison.Difference, remark: String?) {
    if (old.bytes ?? []) == (new.bytes ?? []) { return (.none, nil) }
    return RecognisedComparison(old: RecognisedSide(old), new: RecognisedSide(new))
      .difference(options)
  }
}

/// Two sides that are known to differ, and what they are.
private struct RecognisedComparison {
  let old: RecognisedSide
  let new: RecognisedSide

  func difference(
    _ options: ComparisonOptions
  ) -> (difference: Comparison.Difference, remark: String?) {
    let kinds = [old.type?.kind, new.type?.kind]
    if kinds.contains(.data) { return (.data(from: old.facts, to: new.facts), nil) }
    var remark: String?
    if kinds.contains(.emojiArt) || kinds.contains(.json) || old.isMeantAsJSON || new.isMeantAsJSON
    {
      let structured = structured(isWanted: kinds.contains(.emojiArt) || kinds.contains(.json))
      remark = structured.remark
      if let difference = structured.difference { return (difference, remark) }
    }
    let diff = TextDiff(
      old: TextContent(old.bytes ?? []), new: TextContent(new.bytes ?? []), options: options)
    // Bytes that differ in nothing that a reader of text could be told are still other bytes.
    if options.whitespace == .exact, diff.isEmpty {
      return (.data(from: old.facts, to: new.facts), remark)
    }
    return (.text(diff), remark)
  }

  // MARK: Drawings and JSON

  private func structured(
    isWanted: Bool
  ) -> (difference: Comparison.Difference?, remark: String?) {
    let before = old.reading
    let after = new.reading
    guard isWanted else { return (nil, before.remark ?? after.remark) }
    switch (before, after) {
    case (.drawing(let older), .drawing(let newer)):
      return drawings(older, newer)
    case (.drawing(let older), .nothing): return drawings(older, Drawing())
    case (.nothing, .drawing(let newer)): return drawings(Drawing(), newer)
    case (.nothing, .nothing): return (nil, nil)
    case (.json, .nothing), (.nothing, .json):
      let isEmpty = old.bytes != nil && new.bytes != nil
      let side = old.bytes?.isEmpty == true ? "older" : "newer"
      return (nil, isEmpty ? "compared as text, as the \(side) one is empty" : nil)
    case (.other(let remark), let good):
      return (nil, remark ?? "compared as text, as the older one is not \(good.noun)")
    case (let good, .other(let remark)):
      return (nil, remark ?? "compared as text, as the newer one is not \(good.noun)")
    case (.json(let older, let remark), .json(let newer, let newerRemark)):
      return json(older, newer, remark ?? newerRemark)
    case (.drawing(let older), .json(let newer, let remark)):
      return json(
        older.document, newer, remark ?? "compared as JSON, as the newer one is not a drawing")
    case (.json(let older, let remark), .drawing(let newer)):
      return json(
        older, newer.document, remark ?? "compared as JSON, as the older one is not a drawing")
    }
  }

  private func drawings(
    _ older: Drawing, _ newer: Drawing
  ) -> (difference: Comparison.Difference?, remark: String?) {
    let diff = DrawingDiff(from: older, to: newer)
    return (diff.isEmpty ? nil : .drawing(diff), nil)
  }

  private func json(
    _ older: JSONDocument?, _ newer: JSONDocument?, _ remark: String?
  ) -> (difference: Comparison.Difference?, remark: String?) {
    guard let older, let newer else { return (nil, remark) }
    let diff = JSONDiff(from: older, to: newer)
    return (diff.isEmpty ? nil : .json(diff), remark)
  }
}

/// How far the bytes of one side could be read.
private enum Reading {
  /// There are none.
  case nothing
  case drawing(Drawing)
  case json(JSONDocument, remark: String?)
  /// Neither, with the reason where they were meant as one of them.
  case other(remark: String?)

  var remark: String? {
    switch self {
    case .nothing, .drawing: nil
    case .json(_, let remark), .other(let remark): remark
    }
  }

  /// What the side is, for a remark on the other one.
  var noun: String {
    if case .drawing = self { "a drawing" } else { "JSON" }
  }
}

/// One side and what it is.
private struct RecognisedSide {
  let bytes: [UInt8]?
  private let name: [UInt8]
  private let content: RecognisedContent?

  init(_ side: BytesComparison.Side) {
    name = side.name
    bytes = side.bytes
    content = side.bytes.map { RecognisedContent(name: side.name, bytes: $0) }
  }

  /// What it is; nil for a missing side.
  var type: ContentType? { content?.type }

  var facts: Comparison.DataFacts? {
    guard let bytes, let type else { return nil }
    return .init(size: bytes.count, type: type)
  }

  var reading: Reading {
    guard let content, let bytes, !bytes.isEmpty else { return .nothing }
    switch content.structure {
    case .drawing(let drawing): return .drawing(drawing)
    case .json(let document, let remark): return .json(document, remark: remark)
    case .unstructured(let remark): return .other(remark: remark)
    }
  }

  /// Whether the name says that it is a drawing or JSON.
  var isMeantAsJSON: Bool {
    guard bytes?.isEmpty == false else { return false }
    let end = name.suffix(9).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    return end.elementsEqual(".emojiart".utf8) || end.suffix(5).elementsEqual(".json".utf8)
  }
}
