import Content

/// Two states of a document, or of two documents, compared in the way of what they hold.
///
/// Whether a file may be executed is no part of what it holds, as in saving: it is not compared.
public struct Comparison: Sendable {
  /// One of the two states.
  public struct Side: Sendable {
    /// The path, which helps to tell what the content is.
    public var path: [UInt8]
    /// The content; nil where there is none, which is not the same as an empty one.
    public var content: DocumentContent?

    /// A state of a document.
    public init(path: [UInt8], content: DocumentContent?) {
      self.path = path
      self.content = content
    }
  }

  /// What differs, in the way of what both sides hold. A missing side counts as an empty one.
  public enum Difference: Sendable {
    /// Nothing: the same bytes, or nothing on either side.
    case none
    /// Texts.
    case text(TextDiff)
    /// Drawings.
    case drawing(DrawingDiff)
    /// JSON of any other shape.
    case json(JSONDiff)
    /// Symbolic links: where they lead, nil on a missing side.
    case link(from: [UInt8]?, to: [UInt8]?)
    /// File packages, by part.
    case parts([PartDifference])
    /// Bytes of which nothing more is known; nil on a missing side.
    case data(from: DataFacts?, to: DataFacts?)
    /// A file became a link or a package, or the reverse.
    case nature(from: Nature, to: Nature)
  }

  /// What can be said of bytes that are compared as a whole.
  public struct DataFacts: Sendable, Hashable {
    /// How many there are.
    public let size: Int
    /// What they are, as far as their first bytes and the name tell.
    public let type: ContentType
  }

  /// What a document is on disk.
  public enum Nature: String, Sendable, Hashable {
    case file, link, package
  }

  /// The older side.
  public let old: Side
  /// The newer side.
  public let new: Side
  /// What differs.
  public let difference: Difference
  /// Why the sides are not compared as what they were meant as, one clause; nil where they are.
  public let remark: String?
  /// How texts were compared.
  public let options: ComparisonOptions

  /// Compares two states.
  public init(old: Side, new: Side, options: ComparisonOptions = ComparisonOptions()) {
    self.old = old
    self.new = new
    self.options = options
    var remark: String?
    switch (old.content, new.content) {
    case (nil, nil): difference = .none
    case (.flat(let before, _)?, .flat(let after, _)?):
      let bytes = BytesComparison(
        old: .init(name: old.path, bytes: before), new: .init(name: new.path, bytes: after))
      (difference, remark) = bytes.difference(options)
    case (.flat(let before, _)?, nil):
      let bytes = BytesComparison(
        old: .init(name: old.path, bytes: before), new: .init(name: new.path, bytes: nil))
      (difference, remark) = bytes.difference(options)
    case (nil, .flat(let after, _)?):
      let bytes = BytesComparison(
        old: .init(name: old.path, bytes: nil), new: .init(name: new.path, bytes: after))
      (difference, remark) = bytes.difference(options)
    case (.package(let before)?, .package(let after)?):
      difference = .parts(PartDifference.all(before, after, options))
    case (.package(let before)?, nil):
      difference = .parts(PartDifference.all(before, [], options))
    case (nil, .package(let after)?):
      difference = .parts(PartDifference.all([], after, options))
    case (.link(let before)?, .link(let after)?):
      difference = before == after ? .none : .link(from: before, to: after)
    case (.link(let before)?, nil): difference = .link(from: before, to: nil)
    case (nil, .link(let after)?): difference = .link(from: nil, to: after)
    case (let before?, let after?): difference = .nature(from: before.nature, to: after.nature)
    }
    self.remark = remark
  }

  /// Whether the sides differ.
  ///
  /// - Parameter ignoringFormat: Whether sides count as the same that say the same in another form:
  ///   other line ends, another encoding, JSON or a drawing that is only written otherwise.
  public func isDifferent(ignoringFormat: Bool = false) -> Bool {
    if (old.content == nil) != (new.content == nil) { return true }
    switch difference {
    case .none: return false
    case .text(let diff):
      return !diff.hunks.isEmpty || !ignoringFormat && !diff.countedFormatChanges.isEmpty
    case .drawing(let diff): return ignoringFormat ? !diff.isSameButForm : !diff.isEmpty
    case .json(let diff): return ignoringFormat ? !diff.changes.isEmpty : !diff.isEmpty
    case .parts(let parts):
      return parts.contains { $0.isDifferent(ignoringFormat: ignoringFormat) }
    case .link, .data, .nature: return true
    }
  }

  /// Whether the search was cut short: the difference is correct, and larger than need be.
  public var isCoarse: Bool {
    switch difference {
    case .text(let diff): diff.isCoarse
    case .json(let diff): diff.isCoarse
    case .parts(let parts): parts.contains { $0.comparison.isCoarse }
    case .none, .drawing, .link, .data, .nature: false
    }
  }
}

extension TextDiff {
  /// The changes of form that count: where blanks do not, neither do the ends of lines.
  public var countedFormatChanges: [TextFormatChange] {
    guard options.whitespace != .exact else { return formatChanges }
    return formatChanges.filter { $0.what != .lineEnds && $0.what != .finalNewline }
  }
}

extension DocumentContent {
  /// What it is on disk.
  fileprivate var nature: Comparison.Nature {
    switch self {
    case .flat: .file
    case .link: .link
    case .package: .package
    }
  }
}
