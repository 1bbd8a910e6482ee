import Content

/// A table that measures its cells: for as many rows as a person reads.
struct Table {
  private var columns: [TableColumn]
  private var rows: [[TableCell]] = []

  init(_ columns: [TableColumn]) { self.columns = columns }

  mutating func add(_ cells: [TableCell]) {
    for index in columns.indices where index < cells.count {
      let width = CellWidth.of(cells[index].text)
      columns[index].width = max(columns[index].width, min(width, columns[index].limit ?? width))
    }
    rows.append(cells)
  }

  func write(
    to output: Output, layout: StreamingTable.Layout = .aligned, colour: Colour
  ) throws(OutputFailure) {
    var table = StreamingTable(columns, layout: layout, colour: colour)
    for row in rows { try table.write(row, to: output) }
  }
}
