import Content

/// A table whose widths are known beforehand: each row is ready as soon as its cells are.
struct StreamingTable {
  private let columns: [TableColumn]
  private let layout: Layout
  private let colour: Colour
  private var row: [UInt8] = []

  /// How columns are told apart.
  enum Layout: Sendable {
    /// Padded, two blanks between.
    case aligned
    /// A tab between and nothing cut, for programs.
    case tabs
  }

  init(_ columns: [TableColumn], layout: Layout = .aligned, colour: Colour = Colour(isOn: false)) {
    self.columns = columns
    self.layout = layout
    self.colour = colour
  }

  /// Writes one row; blanks at its end are left out.
  mutating func write(_ cells: [TableCell], to output: Output) throws(OutputFailure) {
    try output.write(bytes(cells))
  }

  /// One row with its line break.
  mutating func bytes(_ cells: [TableCell]) -> [UInt8] {
    row.removeAll(keepingCapacity: true)
    // Blanks that only matter where something follows.
    var owed = 0
    for (column, cell) in zip(columns, cells) {
      guard layout == .aligned else {
        if !row.isEmpty || owed > 0 { row.append(UInt8(ascii: "\t")) }
        owed = 1
        colour.append(cell.text, cell.style, to: &row)
        continue
      }
      var text = cell.text
      var width = CellWidth.of(text)
      if let limit = column.limit, width > limit {
        text = CellWidth.truncated(text, to: limit)
        width = CellWidth.of(text)
      }
      let padding = max(0, column.width - width)
      if column.alignment == .right { owed += padding }
      if !text.isEmpty {
        for _ in 0..<owed { row.append(UInt8(ascii: " ")) }
        owed = 0
        colour.append(text, cell.style, to: &row)
      }
      owed += (column.alignment == .left ? padding : 0) + 2
    }
    row.append(UInt8(ascii: "\n"))
    return row
  }
}
