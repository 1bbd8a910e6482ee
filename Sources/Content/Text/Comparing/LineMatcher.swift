/// Finds which lines of two texts have changed: numbers, search, and sliding, in one go.
enum LineMatcher {
  struct Result {
    var changes: [LineChange]
    /// Whether the budget ran out, so that the changes are correct and not the fewest.
    var isCoarse: Bool
  }

  static func compare(
    old: LineView, new: LineView, options: ComparisonOptions
  ) -> Result {
    let sides = LineSides(old: old, new: new, whitespace: options.whitespace)
    return compare(
      sides, options: options, old: options.usesIndentation ? old : nil,
      new: options.usesIndentation ? new : nil)
  }

  static func compare(
    _ sides: LineSides, options: ComparisonOptions, old: LineView? = nil, new: LineView? = nil
  ) -> Result {
    let isCoarse: Bool
    switch options.algorithm {
    case .myers:
      var search = MyersDiff(sides, budget: options.budget)
      search.run(old: 0..<sides.old.count, new: 0..<sides.new.count)
      isCoarse = search.isExhausted
    case .patience:
      var search = PatienceDiff(sides, budget: options.budget)
      search.run()
      isCoarse = search.isExhausted
    }
    ChangeSlider.slide(sides, old: old, new: new)
    return Result(changes: sides.changes, isCoarse: isCoarse)
  }
}
