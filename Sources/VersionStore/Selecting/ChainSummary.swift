/// What versions a document has, in a few lines: the help where a selector meant none of them.
struct ChainSummary {
  private var count = 0
  private var newest: Version?
  private var oldest: Version?
  private var labels: [(String, Int)] = []
  private var above: Version?
  private var below: Version?
  private let selector: VersionSelector

  /// Lines for labels, or for versions to choose from.
  static let lines = 6

  /// Reads the whole chain.
  /// - Throws: `damaged`, for what was sought may have been in what cannot be read.
  init(
    of document: Document, in library: Library, around selector: VersionSelector
  ) throws(StoreError) {
    self.selector = selector
    var walk = try ChainWalk(library, document)
    while let version = try walk.next() {
      count += 1
      if newest == nil { newest = version }
      oldest = version
      if let label = version.label { labels.append((label, version.number)) }
      if case .number(let number) = selector.base {
        if version.number > number { above = version }
        if version.number < number, below == nil { below = version }
      }
    }
  }

  /// What there is, a sentence a line.
  func hints(shown: (Moment) -> String) -> [String] {
    guard let newest, let oldest else { return ["it has no versions"] }
    var hints: [String] = []
    if let above, let below {
      hints.append("the nearest that are kept are \(below.number) and \(above.number)")
    } else if let above, case .number(let number) = selector.base, number > 0 {
      hints.append("the nearest that is kept is \(above.number)")
    }
    if case .label(let label) = selector.base, TimeExpression.resembles(label) {
      hints.append("'\(printable(label))' looks like a time, but no calendar or clock shows it")
    } else if case .label = selector.base, !selector.text.starts(with: "label:".utf8) {
      hints.append(VersionSelector.overview)
    }
    if let number = labelled {
      hints.append("version \(number) has that label: label:\(printable(selector.text))")
    }
    if count == 1 {
      hints.append("there is one version, \(newest.number), of \(shown(newest.time))")
    } else {
      let span = newest.number - oldest.number + 1
      hints.append(
        "there are versions \(oldest.number) to \(newest.number)"
          + (span > count ? ", \(count) of them kept" : "")
          + ", of \(shown(oldest.time)) to \(shown(newest.time))")
    }
    for (label, number) in labels.prefix(ChainSummary.lines) {
      hints.append("version \(number) is labelled '\(printable(Array(label.utf8)))'")
    }
    if labels.count > ChainSummary.lines {
      hints.append("and \(labels.count - ChainSummary.lines) more have labels")
    }
    return hints
  }

  /// The version whose label reads as something else.
  private var labelled: Int? {
    if case .label = selector.base { return nil }
    return labels.first { $0.0.utf8.elementsEqual(selector.text) }?.1
  }
}
