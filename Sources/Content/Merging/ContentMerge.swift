/// Three states of a document, brought together in the way of what they hold.
///
/// Drawings by emoji, JSON by element, texts by line. What both sides changed differently is never
/// decided: drawings, JSON and data keep what is ours, so that they stay readable, and texts get both
/// sides between marks. `conflicts` then tells what somebody has to look at.
public struct ContentMerge: Sendable {
  /// The result.
  public let bytes: [UInt8]
  /// What needs a decision, a sentence each, in which nothing steers a terminal; none where all joined.
  public let conflicts: [String]

  /// Brings three states together.
  /// - Parameters:
  ///   - name: The document's name, which helps to tell what it is meant as.
  ///   - base: The common ancestor; no bytes where there was none.
  ///   - labels: Names for the marks in a text.
  ///   - markSize: How many signs a mark has.
  public init(
    name: [UInt8], base: [UInt8], ours: [UInt8], theirs: [UInt8],
    labels: TextMerge.Labels = .init(ours: "ours", theirs: "theirs"), markSize: Int = 7
  ) {
    if ours == theirs || base == theirs {
      (bytes, conflicts) = (ours, [])
    } else if base == ours {
      (bytes, conflicts) = (theirs, [])
    } else {
      let states = States(name: name, base: base, ours: ours, theirs: theirs)
      (bytes, conflicts) =
        states.drawings() ?? states.json() ?? states.keptWhole()
        ?? states.texts(labels, markSize)
    }
  }
}

/// The three states, read as far as they can be.
private struct States {
  let name: [UInt8]
  let base: [UInt8]
  let ours: [UInt8]
  let theirs: [UInt8]

  typealias Result = (bytes: [UInt8], conflicts: [String])

  private var all: [[UInt8]] { [base, ours, theirs] }

  /// Whether one side took everything away.
  private var isEmptied: Bool { !base.isEmpty && (ours.isEmpty || theirs.isEmpty) }

  private func kind(_ bytes: [UInt8]) -> ContentKind {
    ContentType.recognise(name: name, bytes: bytes).kind
  }

  func drawings() -> Result? {
    // A state without bytes is a new drawing where the others are drawings, unless it was one.
    guard !isEmptied, all.contains(where: { !$0.isEmpty && kind($0) == .emojiArt }) else {
      return nil
    }
    guard let base = try? Drawing(base), let ours = try? Drawing(ours),
      let theirs = try? Drawing(theirs)
    else { return nil }
    let merge = DrawingMerge(base: base, ours: ours, theirs: theirs)
    return (merge.bytes, merge.conflicts.map(\.sentence))
  }

  func json() -> Result? {
    guard [ours, theirs].allSatisfy({ [.json, .emojiArt].contains(kind($0)) }),
      let ours = try? JSONDocument(parsing: ours), let theirs = try? JSONDocument(parsing: theirs)
    else { return nil }
    // Two documents that began apart have in common that they are objects, or lists.
    let nothing = Array((ours.kind(of: ours.root) == .array ? "[]" : "{}").utf8)
    guard let base = try? JSONDocument(parsing: base.isEmpty ? nothing : base) else { return nil }
    let merge = JSONMerge(base: base, ours: ours, theirs: theirs)
    return (merge.bytes, merge.conflicts.map(\.sentence))
  }

  /// Data, and what marks would damage.
  func keptWhole() -> Result? {
    let kinds = all.filter { !$0.isEmpty }.map(kind)
    if kinds.contains(.data) {
      return (ours, ["both sides changed it, and it is no text; ours is kept"])
    }
    let suffix = FileNameExtension(of: name)?.lowercased ?? ""
    let isMeantAsJSON =
      suffix == "emojiart" || FileNameTypes.text[suffix]?.jsonType != nil
      || kind(ours) == .emojiArt
    guard isMeantAsJSON, (try? JSONDocument(parsing: ours)) != nil || ours.isEmpty else {
      return nil
    }
    if isEmptied {
      let (who, other) = ours.isEmpty ? ("ours", "theirs") : ("theirs", "ours")
      return (ours, ["\(who) is empty and \(other) was changed; ours is kept"])
    }
    let damaged = (try? JSONDocument(parsing: theirs)) == nil ? "theirs" : "the common ancestor"
    return (ours, ["\(damaged) is not JSON, so it cannot be joined; ours is kept"])
  }

  func texts(_ labels: TextMerge.Labels, _ size: Int) -> Result {
    let merge = TextMerge(
      base: TextContent(base), ours: TextContent(ours), theirs: TextContent(theirs))
    if let bytes = merge.bytes { return (bytes, []) }
    guard let bytes = merge.marked(labels, size: size) else {
      return (ours, ["theirs cannot be written in the encoding of ours, which is kept"])
    }
    var conflicts: [String] = []
    let count = merge.conflicts.count
    if count > 0 {
      conflicts.append(count == 1 ? "1 place is in conflict" : "\(count) places are in conflict")
    }
    conflicts += merge.formConflicts.map {
      "both sides changed the \($0.noun) differently; that of ours is kept"
    }
    if conflicts.isEmpty {
      // Without marks, so it was the encoding that could not hold a line.
      conflicts.append("theirs cannot be written in the encoding of ours")
    }
    return (bytes, conflicts)
  }
}

extension TextFormatChange.What {
  fileprivate var noun: String {
    switch self {
    case .lineEnds: "line ends"
    case .finalNewline: "final newline"
    case .encoding: "encoding"
    case .byteOrderMark: "byte order mark"
    case .normalisation: "encoding form"
    }
  }
}
