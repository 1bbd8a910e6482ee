import Git

extension Library {
  /// The version that a selector means, the chain read no further than it takes to tell.
  ///
  /// - `latest`, `saved`, `first` and steps pass over versions that only say that the document was
  ///   deleted; a number, a time, a label or a commit may lead to one.
  /// - A time means the last version, in the chain's order, that was saved at or before it.
  /// - A label that ends in `~N` is taken as a label where there is one, else for steps.
  /// - `current~1` is `latest`, whether the file has changed since or not.
  /// - Throws: `versionNotFound` or `ambiguous` with what there is; `damaged` where the damage
  ///   makes the answer uncertain.
  public func resolve(
    _ selector: VersionSelector, in document: Document
  ) throws(StoreError) -> SelectedVersion {
    var steps = selector.stepsBack
    let start: Version
    switch selector.base {
    case .current:
      if steps == 0 { return .current }
      start = try latest(for: selector, in: document)
      steps -= 1
    case .latest: start = try latest(for: selector, in: document)
    case .first: start = try first(for: selector, in: document)
    case .saved: start = try saved(for: selector, in: document)
    case .number(let number): start = try version(number, for: selector, in: document)
    case .time(let time): start = try version(at: time, for: selector, in: document)
    case .commit(let digits): start = try version(commit: digits, for: selector, in: document)
    case .label(let label):
      let (version, whole) = try version(label: label, for: selector, in: document)
      start = version
      if whole { steps = 0 }
    }
    return .version(try step(back: steps, from: start, for: selector, in: document))
  }

  // MARK: Each kind of selector

  private func latest(
    for selector: VersionSelector, in document: Document
  ) throws(StoreError) -> Version {
    var walk = try ChainWalk(self, document)
    while let version = try walk.nextInChain() {
      if version.countsForSelectors { return version }
    }
    throw try notFound("'\(document.path)' has no version with content", selector, document)
  }

  private func first(
    for selector: VersionSelector, in document: Document
  ) throws(StoreError) -> Version {
    var walk = try ChainWalk(self, document)
    var oldest: Version?
    do throws(StoreError) {
      while let version = try walk.next() {
        if version.countsForSelectors { oldest = version }
      }
    } catch {
      // Whatever is damaged lies above the version that follows none.
      guard error.kind == .damaged, let oldest, oldest.parent == nil else { throw error }
    }
    if let oldest { return oldest }
    throw try notFound("'\(document.path)' has no version with content", selector, document)
  }

  private func saved(
    for selector: VersionSelector, in document: Document
  ) throws(StoreError) -> Version {
    var walk = try ChainWalk(self, document)
    while let version = try walk.nextInChain() {
      if version.event == .save, version.countsForSelectors { return version }
    }
    throw try notFound(
      "no version of '\(document.path)' is an explicit save", selector, document)
  }

  private func version(
    _ number: Int, for selector: VersionSelector, in document: Document
  ) throws(StoreError) -> Version {
    var walk = try ChainWalk(self, document)
    while let version = try walk.next(), version.number >= number {
      if version.number == number { return version }
    }
    var error = try notFound(
      "'\(document.path)' has no version \(number.description(of: selector))", selector, document)
    if (-1000..<0).contains(number) {
      error.hints.insert(
        "versions are counted from 1; \(-number) before the latest one is: latest~\(-number)",
        at: 0)
    }
    throw error
  }

  private func version(
    at time: TimeExpression, for selector: VersionSelector, in document: Document
  ) throws(StoreError) -> Version {
    let limit = time.end(in: surroundings)
    var walk = try ChainWalk(self, document)
    while let version = try walk.nextInChain() {
      if version.time.time.seconds <= limit { return version }
    }
    throw try notFound(
      "no version of '\(document.path)' is as old as '\(printable(selector.text))'",
      selector, document)
  }

  private func version(
    commit digits: [UInt8], for selector: VersionSelector, in document: Document
  ) throws(StoreError) -> Version {
    let found = try versions(in: document, stopAtFirst: digits.count == 40) {
      // What was noted before the chain was rewritten still finds its version.
      $0.commit.hexBytes.starts(with: digits)
        || $0.original?.hexBytes.starts(with: digits) == true
    }
    return try only(
      found, selector, document,
      none:
        "no version of '\(document.path)' is commit '\(String(decoding: digits, as: UTF8.self))'",
      several: "the commits of several versions of '\(document.path)' begin with these digits")
  }

  private func version(
    label: [UInt8], for selector: VersionSelector, in document: Document
  ) throws(StoreError) -> (Version, whole: Bool) {
    let wholeLabel = selector.wholeLabel ?? label
    let found = try versions(in: document) { version in
      guard let given = version.label else { return false }
      return given.utf8.elementsEqual(label) || given.utf8.elementsEqual(wholeLabel)
    }
    let whole = found.filter { $0.label?.utf8.elementsEqual(wholeLabel) == true }
    let chosen = whole.isEmpty ? found : whole
    let version = try only(
      chosen, selector, document,
      none: "no version of '\(document.path)' is labelled '\(printable(label))'",
      several: "several versions of '\(document.path)' are labelled '\(printable(label))'")
    return (version, whole: !whole.isEmpty)
  }

  private func step(
    back steps: Int, from start: Version, for selector: VersionSelector, in document: Document
  ) throws(StoreError) -> Version {
    if steps == 0 { return start }
    var walk = try ChainWalk(self, below: start)
    var left = steps
    while let version = try walk.nextInChain() {
      if version.countsForSelectors { left -= 1 }
      if left == 0 { return version }
    }
    throw try notFound(
      "'\(printable(selector.text))' goes back beyond the first version of '\(document.path)'",
      selector, document)
  }

  // MARK: Several, or none

  /// All versions that fit. Damage is an error only where nothing was found.
  private func versions(
    in document: Document, stopAtFirst: Bool = false, where fits: (Version) -> Bool
  ) throws(StoreError) -> [Version] {
    var found: [Version] = []
    var walk = try ChainWalk(self, document)
    do throws(StoreError) {
      while let version = try walk.next() {
        if fits(version) { found.append(version) }
        if stopAtFirst, !found.isEmpty { break }
      }
    } catch {
      guard error.kind == .damaged, !found.isEmpty else { throw error }
    }
    return found
  }

  private func only(
    _ found: [Version], _ selector: VersionSelector, _ document: Document, none: String,
    several: String
  ) throws(StoreError) -> Version {
    guard let first = found.first else { throw try notFound(none, selector, document) }
    guard found.count > 1 else { return first }
    var hints = found.prefix(ChainSummary.lines).map { version in
      let label = version.label.map { " '\(printable(Array($0.utf8)))'" } ?? ""
      return "version \(version.number), \(version.event) of \(shown(version.time))\(label)"
    }
    if found.count > hints.count { hints.append("and \(found.count - hints.count) more") }
    hints.append("choose one by its number")
    throw StoreError(.ambiguous, several, hints: hints)
  }

  private func notFound(
    _ message: String, _ selector: VersionSelector, _ document: Document
  ) throws(StoreError) -> StoreError {
    let summary = try ChainSummary(of: document, in: self, around: selector)
    return StoreError(.versionNotFound, message, hints: summary.hints(shown: shown))
  }

  /// A moment as the local clocks showed it.
  private func shown(_ moment: Moment) -> String {
    let local = surroundings.moment(moment.time)
    let fields = CalendarDate(seconds: local.time.seconds, offset: local.offset)
    return fields.date + " " + fields.clock
  }
}

extension Int {
  /// The number as it was written, where it was too long to be kept.
  fileprivate func description(of selector: VersionSelector) -> String {
    selector.stepsBack == 0 ? printable(selector.text) : String(self)
  }
}
